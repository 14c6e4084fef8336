import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import type { RunRecord } from "../../../shared/azure-devops/records";
import { emptyTimeline } from "../../../shared/azure-devops/timeline";
import { urlBelow } from "../../../shared/http/url";
import { json } from "../../sandbox/loopback";
import { sketchRun } from "../../sandbox/runs";
import { allOf, buildServiceStage, clientOf, never, now } from "./build-service-stage";

describe("build service client, beyond the specification", () => {
  const stage = buildServiceStage([
    ...[1, 2, 3, 4, 5].map((id) => ({ id, finishedSecondsAgo: 1000 * id, tags: id === 3 ? ["told"] : [] })),
    { id: 6, definitionId: 8, finishedSecondsAgo: 10, tags: ["told"] },
    { id: 7, unfinished: "running", runSeconds: 90_000 },
    { id: 8, unfinished: "queued", definitionId: 8 },
    { id: 9, result: "failed", agent: "build-07", timelineErrors: ["We stopped hearing"] },
    { id: 10, result: "failed", finishedSecondsAgo: 9000, definitionId: 8, timeline: "none" },
    { id: 11, result: "failed", finishedSecondsAgo: 9000, definitionId: 8, timeline: "unknown" },
  ]);

  const askedPaths = () => stage.sandbox.requests.map(({ target }) => target.replace(/^.*_apis/, ""));
  const taggedOf7 = () => stage.service.taggedRuns("7", "told", 2, never);
  const idsOf = (records: readonly RunRecord[]) =>
    records.map((record) => ("run" in record ? record.run.id : undefined));

  it("lists unfinished runs of any age, which no other list holds", async () => {
    const found = await allOf(stage.service.unfinishedRuns(never));
    assert.deepEqual(idsOf(found).sort(), [7, 8]);
    const finished = await allOf(stage.service.runsSince(new Date(0), never));
    assert.ok(!idsOf(finished).some((id) => id === 7 || id === 8));
  });

  it("lists the last runs of a pipeline until a second, over as many pages as that takes", async () => {
    assert.deepEqual(idsOf(await stage.service.lastRuns(7, now / 1000 - 2000, 3, never)), [2, 3, 4]);
    assert.equal(stage.sandbox.requests.length, 2);
    assert.deepEqual(idsOf(await stage.service.lastRuns(7, now / 1000 - 2002, 99, never)), [3, 4, 5]);
  });

  it("lists runs by the time they were queued, in whatever state they are", async () => {
    const found = await allOf(stage.service.runsQueuedSince(now / 1000 - 1400, never));
    assert.deepEqual(idsOf(found).sort(), [1, 6, 8, 9]);
  });

  it("lists those of one pipeline, which it finds by its name to the letter", async () => {
    const found = await allOf(stage.service.runsQueuedSince(now / 1000 - 1400, never, 8));
    assert.deepEqual(idsOf(found).sort(), [6, 8]);
    assert.deepEqual(await stage.service.pipelinesNamed("nightly import", never), [7, 8]);
    assert.deepEqual(await stage.service.pipelinesNamed("nightly*", never), []);
    const value = [{ id: 1, name: "A" }, { id: 2, name: "a" }, { id: "3", name: "A" }, 7];
    stage.next(json({ count: 4, value }));
    assert.deepEqual(await stage.service.pipelinesNamed("A", never), [1]);
    const twins = ["\\", "\\Billing"].map((path, index) => ({ id: index + 1, name: "A", path }));
    stage.next(json({ count: 2, value: twins }));
    assert.deepEqual(await stage.service.pipelinesNamed("\\Billing\\A", never), [2]);
    assert.match(askedPaths().at(-1) ?? "", /\?name=A&/);
    await stage.service.pipelinesNamed("A & B", never);
    assert.match(askedPaths().at(-1) ?? "", /\?name=A%20%26%20B&api-version=7\.1-preview\.7$/);
  });

  it("requests one run or pipeline with only the api-version of url_params, which the service requires there", async () => {
    const { organization, project, address } = stage.sandbox;
    const listParameters = "&definitions=12&api-version=7.1-preview.7&$top=5";
    const client = clientOf(urlBelow(address, [organization, project]), { listParameters });
    await client.timeline(9, never);
    await client.queueStatus(7, never);
    client.dispose();
    const query = "?api-version=7.1-preview.7";
    assert.deepEqual(askedPaths(), [`/build/builds/9/timeline${query}`, `/build/definitions/7${query}`]);
  });

  it("lists all pipelines, and does not take a part for the whole", async () => {
    assert.deepEqual(
      (await stage.service.allPipelines(never)).map(({ id, name }) => [id, name]),
      [7, 8].map((id) => [id, "nightly import"]),
    );
    stage.next(json({ count: 1, value: [{ id: 1, name: "A" }] }, { "x-ms-continuationtoken": "1" }));
    await assert.rejects(stage.service.allPipelines(never), /only a part of the list of pipelines\. /);
  });

  it("says whether a pipeline can start", async () => {
    assert.equal(await stage.service.queueStatus(7, never), "enabled");
    stage.next(json({ id: 7 }));
    assert.equal(await stage.service.queueStatus(7, never), "");
  });

  it("reads a pipeline's YAML at its default branch, if it is in Azure Repos", async () => {
    const repository = { id: "r-1", type: "TfsGit", defaultBranch: "refs/heads/main" };
    const process = { type: 2, yamlFilename: "ci/nightly build.yml" };
    const named = { id: 7, name: "nightly import" };
    stage.next(json({ ...named, process, repository }));
    stage.next(json({ content: "schedules: []" }));
    assert.equal(await stage.service.pipelineYaml(7, never), "schedules: []");
    assert.deepEqual(askedPaths(), [
      "/build/definitions/7?api-version=7.1-preview.7",
      "/git/repositories/r-1/items?path=ci%2Fnightly%20build.yml&versionDescriptor.version=main&versionDescriptor.versionType=branch&includeContent=true&$format=json&api-version=7.1-preview.7",
    ]);
    for (const other of [
      { process },
      { repository, process: {} },
      { process, repository: { ...repository, type: "GitHub" } },
      // Without a commit, a repository has no branch.
      { process, repository: { ...repository, defaultBranch: undefined } },
    ]) {
      stage.next(json({ ...named, ...other }));
      assert.equal(await stage.service.pipelineYaml(7, never), undefined);
    }
  });

  it("says where a pipeline's code is, and whether a branch is there", async () => {
    const repository = { id: "r-1", type: "TfsGit", defaultBranch: "refs/heads/main" };
    for (const [has, code] of [
      [{ repository }, { repository: "r-1", defaultBranch: "refs/heads/main" }],
      [
        { repository: { ...repository, type: "GitHub" } },
        { repository: undefined, defaultBranch: "refs/heads/main" },
      ],
      [{}, { repository: undefined, defaultBranch: undefined }],
    ]) {
      stage.next(json({ id: 7, ...has }));
      assert.deepEqual(await stage.service.pipelineCode(7, never), code);
    }
    for (const [names, isThere] of [
      [["refs/heads/a b", "refs/heads/a b-2"], true],
      [["refs/heads/a b-2"], false],
      [[], false],
    ] as const) {
      stage.next(json({ count: names.length, value: names.map((name) => ({ name })) }));
      assert.equal(await stage.service.hasBranch("r-1", "refs/heads/a b", never), isThere);
    }
    assert.equal(
      askedPaths().at(-1),
      "/git/repositories/r-1/refs?filter=heads%2Fa%20b&api-version=7.1-preview.7",
    );
  });

  it("finds a branch by a name that a memory has without its invisible character", async () => {
    const isThere = async (kept: string, ...names: string[]) => {
      stage.next(json({ value: names.map((name) => ({ name: `refs/heads/${name}` })) }));
      return stage.service.hasBranch("r-1", `refs/heads/${kept}`, never);
    };
    assert.ok(await isThere("fix/\u2699-a", "fix/b", "fix/\u2699\ufe0f-a"));
    assert.ok(!(await isThere("fix/\u2699-a", "fix/\u2699\ufe0f-b", "fix/-a")));
    assert.match(askedPaths().at(-1) ?? "", /refs\?filter=heads%2Ffix%2F&/);
    assert.ok(await isThere("l\u00f6schen", "lo\u0308schen"));
    assert.match(askedPaths().at(-1) ?? "", /refs\?filter=heads%2Fl&/);
  });

  it("never says that a branch is gone by a part of the list", async () => {
    const part = () => json({ value: [{ name: "refs/heads/h" }] }, { "x-ms-continuationtoken": "2" });
    stage.next(part());
    await assert.rejects(
      stage.service.hasBranch("r-1", "refs/heads/h\u00f6he", never),
      /a part of the branches/,
    );
    stage.next(part());
    assert.ok(await stage.service.hasBranch("r-1", "refs/heads/h", never));
  });

  it("requests no further page when it has enough runs", async () => {
    for (const ids of [[1], [1, 2]])
      assert.deepEqual(idsOf(await stage.service.lastRuns(7, now / 1000 - 1000, ids.length, never)), ids);
    assert.equal(stage.sandbox.requests.length, 2);
  });

  it("knows by the first list of runs how far the service's clock is ahead", async () => {
    assert.equal(stage.service.clockDifference(), undefined);
    for (const seconds of [7, 99]) {
      const date = new Date(now + seconds * 1000).toUTCString();
      stage.next(json({ value: [] }, { date }));
      await stage.runs();
      assert.equal(stage.service.clockDifference(), 7500);
    }
  });

  it("lists the runs of a pipeline that carry a tag", async () => {
    const [told] = await taggedOf7();
    assert.deepEqual(told, { id: 3, startTime: now / 1000 - 3300, branch: undefined });
    assert.deepEqual(await stage.service.taggedRuns("9", "told", 2, never), []);
  });

  // Azure/azure-devops-cli-extension#969, AnyStatus/AnyStatus#44, burcusipahioglu/azure-devops-mcp-onprem#3
  it("lists one in progress by its start, although the service lists completed runs first", async () => {
    stage.sandbox.put(sketchRun(now, { id: 20, unfinished: "running", runSeconds: 60, tags: ["told"] }));
    stage.sandbox.put(sketchRun(now, { id: 21, finishedSecondsAgo: 900, tags: ["told"] }));
    const ids = (await taggedOf7()).map(({ id }) => id);
    assert.deepEqual(ids, [20, 21, 3]);
  });

  it("ignores runs without the tag from a service that does not know the filter", async () => {
    const branch = "refs/heads/main";
    const [told, other, broken] = [{ tags: ["told"], sourceBranch: branch }, { tags: ["untold"] }, {}];
    const value = [other, broken, told].map((record, id) => sketchRun(now, { id, record }).record);
    stage.instead(json({ count: 3, value }));
    const found = await taggedOf7();
    assert.deepEqual([found.length, found[0]?.id, found[0]?.branch], [1, 2, branch]);
  });

  it("does not drop a tagged run whose start cannot be parsed", async () => {
    for (const startTime of ["yesterday", null]) {
      const value = [sketchRun(now, { record: { startTime, tags: ["told"] } }).record];
      stage.instead(json({ count: 1, value }));
      const problem = startTime === null ? /cannot be parsed: startTime: missing/ : /: expected a time/;
      await assert.rejects(taggedOf7(), problem);
    }
  });

  it("returns the errors of a run's timeline", async () => {
    const { records } = await stage.service.timeline(9, never);
    assert.deepEqual(
      records.flatMap(({ errors }) => errors),
      [{ message: "We stopped hearing", agent: "build-07", line: undefined }],
    );
    assert.deepEqual(askedPaths(), ["/build/builds/9/timeline?api-version=7.1-preview.7"]);
  });

  it("tells a run without a timeline, which is answered with 204, from one that the service does not know", async () => {
    assert.deepEqual(await stage.service.timeline(10, never), emptyTimeline);
    await assert.rejects(stage.service.timeline(11, never), /404 Not Found/);
  });

  it("takes a list of logs or a log that is answered with 204 for an empty one", async () => {
    stage.instead({ status: 204, body: "" });
    assert.deepEqual(await stage.service.logsOf(10, never), []);
    assert.equal(await stage.service.readLog(10, 1, text, never), "");
  });

  it("says what failed, and what to do about the credential", async () => {
    stage.instead(json({ records: 7 }));
    const words =
      /\/timeline\?.* returned JSON that is not a timeline: `records` is missing or is not an array\.$/;
    await assert.rejects(stage.service.timeline(9, never), words);
    stage.instead({ ...json({ message: "no" }), status: 401 });
    for (const ask of [stage.service.lastRuns(7, 0, 1, never), stage.service.timeline(9, never)])
      await assert.rejects(ask, /returned 401 Unauthorized \(no\)\. Make a new token\.$/);
  });

  it("does not claim for a list beside the report that the monitor reports nothing", async () => {
    const value = [sketchRun(now, {}).record];
    stage.instead(json({ count: 1, value }, { "x-ms-continuationtoken": "1" }));
    await assert.rejects(stage.service.lastRuns(7, 0, 9, never), /its end: .* the same runs again\.$/);
  });
});
