import assert from "node:assert/strict";
import { json } from "../../sandbox/loopback";
import { buildServiceStage, never } from "./build-service-stage";

describe("build service client, the repositories of pipelines", () => {
  const stage = buildServiceStage([]);
  const asked = () => stage.sandbox.requests.map(({ target }) => target.replace(/^.*_apis/, ""));
  const inRepos = { type: "TfsGit", id: "r-1", defaultBranch: "main", connection: "" };
  const onGitHub = { type: "GitHub", id: "contoso/app", defaultBranch: "main", connection: "c-1" };

  it("says where the YAML of pipelines is, for a hundred of them at once", async () => {
    const yaml = { process: { type: 2, yamlFilename: "/ci\\nightly.yml" } };
    const properties = { connectedServiceId: "c-1", cleanOptions: "0" };
    const repository = { id: "contoso/app", type: "GitHub", defaultBranch: "main", properties };
    const value = [
      { id: 1, name: "nightly", ...yaml, repository },
      { id: 2, name: "classic", process: { type: 1 }, repository },
      {
        id: 3,
        name: "a",
        ...yaml,
        repository: { id: "r-1", type: "TfsGit", defaultBranch: "refs/heads/main" },
      },
      7,
    ];
    stage.next(json({ count: 4, value }));
    stage.next(json({ count: 0, value: [] }));
    const ids = Array.from({ length: 101 }, (_, index) => index + 1);
    assert.deepEqual(await stage.service.pipelineSources(ids, never), [
      { definitionId: 1, pipeline: "nightly", yaml: "ci/nightly.yml", repository: onGitHub },
      { definitionId: 3, pipeline: "a", yaml: "ci/nightly.yml", repository: inRepos },
    ]);
    const [first, second] = asked();
    assert.match(
      first ?? "",
      /^\/build\/definitions\?definitionIds=1,2,.*,100&includeAllProperties=true&api/,
    );
    assert.match(second ?? "", /definitionIds=101&/);
    assert.deepEqual(await stage.service.pipelineSources([], never), []);
    assert.equal(stage.sandbox.requests.length, 2);
  });

  it("reads a file from Azure Repos", async () => {
    stage.next(json({ content: "* @ops", objectId: "3f1c" }));
    assert.deepEqual(await stage.service.repositoryFile(inRepos, "docs/CODEOWNERS", never), {
      ...{ text: "* @ops", objectId: "3f1c" },
    });
    assert.match(
      asked().join(),
      /^\/git\/repositories\/r-1\/items\?path=docs%2FCODEOWNERS&versionDescriptor\.version=main&.*&includeContent=true&/,
    );
  });

  it("reads only the object id of a file in Azure Repos", async () => {
    stage.next(json({ objectId: "3f1c" }));
    assert.equal(await stage.service.objectIdOf(inRepos, "docs/CODEOWNERS", never), "3f1c");
    assert.match(asked().join(), /path=docs%2FCODEOWNERS&.*&includeContent=false&/);
    stage.next({ ...json({ message: "TF401174: The item could not be found." }), status: 404 });
    assert.equal(await stage.service.objectIdOf(inRepos, "CODEOWNERS", never), undefined);
  });

  it("has the service read it from GitHub, by the pipeline's connection", async () => {
    stage.next({ status: 200, headers: { "content-type": "text/plain" }, body: "\ufeff* @ops" });
    assert.deepEqual(await stage.service.repositoryFile(onGitHub, ".github/CODEOWNERS", never), {
      ...{ text: "* @ops", objectId: "" },
    });
    assert.deepEqual(asked(), [
      "/sourceProviders/GitHub/filecontents?serviceEndpointId=c-1&repository=contoso%2Fapp&commitOrBranch=main&path=.github%2FCODEOWNERS&api-version=7.1-preview.7",
    ]);
  });

  it("knows no file where the service finds none, and fails for another reason", async () => {
    for (const repository of [inRepos, onGitHub]) {
      stage.next({ ...json({ message: "TF401174: The item could not be found." }), status: 404 });
      assert.equal(await stage.service.repositoryFile(repository, "CODEOWNERS", never), undefined);
      stage.next({ ...json({ message: "no" }), status: 403 });
      await assert.rejects(stage.service.repositoryFile(repository, "CODEOWNERS", never), /403 Forbidden/);
    }
  });

  it("takes no empty response for a file", async () => {
    for (const repository of [inRepos, onGitHub]) {
      stage.next({ status: 204, headers: {}, body: "" });
      await assert.rejects(
        stage.service.repositoryFile(repository, "CODEOWNERS", never),
        /204 instead of 200/,
      );
    }
  });

  it("refuses a file that is larger than GitHub allows", async () => {
    stage.next({ status: 200, headers: {}, body: "#".repeat(3 * 1024 * 1024 + 1) });
    await assert.rejects(
      stage.service.repositoryFile(onGitHub, "CODEOWNERS", never),
      /more than 3145728 bytes/,
    );
  });
});
