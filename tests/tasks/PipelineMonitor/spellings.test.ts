import assert from "node:assert/strict";
import type { Config } from "../../../tasks/PipelineMonitor/config/parse";
import { located } from "../../../tasks/PipelineMonitor/connect/own-pipeline";
import { projectFingerprint } from "../../../tasks/PipelineMonitor/issue/ledger";
import { memoryAgent } from "../../memory-agent";
import { changes, configWith, ended, memoryPipeline, watch } from "./monitor-stage";
import { pagerOf } from "./target-stage";

// Names ignore case, and an organization has two addresses: nkdAgility/azure-devops-migration-tools #4 and #101,
// microsoft/coe-starter-kit #3551. The id stays when a project is renamed.
const spellings: Readonly<Record<string, object>> = {
  "the project in other letters": { project: "NIGHT shift" },
  "the organization in other letters": { organization: "Contoso" },
  "the old address": { url_base: "https://contoso.visualstudio.com/", organization: "DefaultCollection" },
};

describe("another spelling of the project in the configuration", () => {
  for (const [name, keys] of Object.entries(spellings))
    it(`forgets nothing, and leaves the alert of what still fails open: ${name}`, async () => {
      const pipeline = memoryPipeline();
      const acts: string[] = [];
      const pager = pagerOf(
        async () => void acts.push("opened"),
        async () => void acts.push("closed"),
      );
      const hour = async (at: number, finished: number, changed: object) => {
        const result = finished < 1 ? "failed" : "succeeded";
        const runs = [ended(at, finished, { id: finished < 1 ? 1 : 2, result, logs: [] })];
        const all = { ...changes, ...changed };
        const { posted } = await watch(runs, { ...pipeline(at), keys: all, others: [pager] });
        return posted.join("\n");
      };
      assert.match(await hour(0, -0.5, {}), /failed/);
      assert.equal(await hour(1, -0.5, keys), "");
      assert.deepEqual(acts, ["opened"]);
      assert.match(await hour(2, 1.5, keys), /works again/);
      assert.deepEqual(acts, ["opened", "closed"]);
    });

  // Decision 24: an Azure DevOps Server has an alias, and the agent is told the one or the other.
  it("is an alias of the server: the id of the project says so, and no page closes", async () => {
    const pipeline = memoryPipeline();
    const acts: string[] = [];
    const pager = pagerOf(
      async () => void acts.push("opened"),
      async () => void acts.push("closed"),
    );
    const listed: string[] = [];
    const projects = (id: string) => ({
      async list() {
        listed.push(id);
        return { projects: [{ name: "Night Shift", id }], isCut: false };
      },
      open: () => assert.fail("there is no other project"),
    });
    const alias = { url_base: "https://devops.example/tfs/" };
    const hour = async (at: number, keys: object, own: object, failedAt = -0.5) => {
      const runs = [ended(at, failedAt, { id: 1, result: "failed", logs: [] })];
      const given = { ...pipeline(at), keys: { ...changes, ...keys }, others: [pager], ...own };
      return (await watch(runs, given)).posted.join("\n");
    };
    assert.match(await hour(0, {}, { projectId: "a1" }), /failed/);
    assert.equal(await hour(1, alias, { projects: projects("a1") }), "");
    assert.equal(await hour(2, alias, { projects: projects("a1") }), "");
    assert.deepEqual([acts, listed], [["opened"], ["a1"]]);
    const other = { url_base: "https://other.example/" };
    assert.match(await hour(3, other, { projects: projects("b2") }, 2.8), /failed/);
    assert.deepEqual(acts, ["opened", "opened", "closed"], "another project of its name");
  });

  const id = "7ACDE0C4-0000-4000-8000-000000000000";
  const variables = {
    ...{ "System.CollectionUri": "https://contoso.visualstudio.com/", "System.TeamProjectId": id },
    ...{ "System.TeamProject": "Night Shift", "Build.BuildId": "900" },
  };
  const credential = { authorization: async () => "", kind: "", advice: "" };
  const locate = (config: Config, changed: Record<string, string> = {}) =>
    located(config, credential, memoryAgent({ variables: { ...variables, ...changed } }));

  it("is the pipeline's own project by its id, also under a new name and by the id itself", () => {
    const own = projectFingerprint(locate(configWith()));
    const renamed = locate(configWith({ project: "Day Shift" }), { "System.TeamProject": "Day Shift" });
    const all = [
      renamed,
      ...[...Object.values(spellings), { project: id }].map((one) => locate(configWith(one))),
    ];
    for (const config of all) assert.equal(projectFingerprint(config), own, config.project.href);
  });

  it("is no other project, and none of another organization", () => {
    const own = projectFingerprint(locate(configWith()));
    for (const keys of [{ project: "Day Shift" }, { organization: "fabrikam" }])
      assert.notEqual(projectFingerprint(locate(configWith(keys))), own);
    assert.equal(
      projectFingerprint(locate(configWith(), { "Build.BuildId": "" })),
      projectFingerprint(configWith()),
    );
  });

  it("is read at the only address at which a credential is valid", () => {
    const address = new URL("https://contoso.visualstudio.com/");
    const agent = memoryAgent({ variables });
    const { organization, project } = located(configWith(), { ...credential, address }, agent);
    assert.deepEqual([organization.href, project.href], [address.href, `${address.href}Night%20Shift`]);
    assert.equal(locate(configWith()).project.href, "https://dev.azure.com/contoso/Night%20Shift");
  });
});
