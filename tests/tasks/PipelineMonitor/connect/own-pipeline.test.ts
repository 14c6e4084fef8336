import assert from "node:assert/strict";
import { holderOf } from "../../../../tasks/PipelineMonitor/alerts/alert";
import { ownRunPage, readOwnPipeline } from "../../../../tasks/PipelineMonitor/connect/own-pipeline";
import { memoryAgent } from "../../../memory-agent";
import { step } from "../../../shared/azure-devops/token-stage";
import { useSetup } from "../config/setup-stage";
import { goodConfig } from "../good-config";
import { parseConfig } from "../parse-config";

const configured = { authorization: async () => "Basic Onh5", kind: "BUILD_AUTH", advice: "" };
const variables = {
  "System.CollectionUri": "https://dev.azure.com/contoso/",
  "System.TeamProject": "Operations",
  "System.DefinitionId": "12",
  "Build.BuildId": "900",
  "System.DefaultWorkingDirectory": "/agent/1/s",
  "Build.SourceBranch": "refs/heads/main",
  "Agent.JobName": "shop",
  "System.TaskInstanceName": "PipelineMonitor1",
};

function read(changes: Record<string, string> = {}, jobToken = "job-token", config: object = {}) {
  const agent = memoryAgent({
    inputs: { configFile: changes["configFile"] ?? "/agent/1/s/monitors/shop.json" },
    variables: { ...variables, ...changes },
    jobToken,
  });
  const parsed = parseConfig({ ...goodConfig, ...config }).config ?? assert.fail();
  return readOwnPipeline(agent, parsed, configured);
}

/** Fails the test if the pipeline could not be read. */
function setup(...parts: Parameters<typeof read>) {
  const own = read(...parts);
  return "unknown" in own ? assert.fail(own.unknown) : own;
}

describe("readOwnPipeline", () => {
  const { read: readFile, folder } = useSetup();

  it("reads the runs of its own project with the job's own token, whatever project is watched", async () => {
    const url_params = "&definitions=4&api-version=7.1-preview.7";
    const watched = { organization: "fabrikam", partially_succeeded: "succeeded", url_params };
    const { credential, tag: _, ...own } = setup({}, "job-token", watched);
    assert.equal(await credential.authorization(step), "Bearer job-token");
    assert.deepEqual(own, {
      project: new URL("https://dev.azure.com/contoso/Operations"),
      ...{ listParameters: "&api-version=7.1-preview.7", partlyIsSuccess: false },
      ...{ definitionId: "12", runId: "900", branch: "refs/heads/main" },
      collection: "https://dev.azure.com/contoso/",
    });
  });

  it("is another monitor to a pager and a tracker than the same step of another collection", () => {
    const holder = (changes: Record<string, string>) => holderOf(setup(changes));
    const own = holder({});
    assert.equal(holder({ "System.CollectionUri": "https://contoso.visualstudio.com/" }), own);
    assert.notEqual(holder({ "System.CollectionUri": "https://dev.azure.com/fabrikam/" }), own);
    assert.notEqual(holder({ "System.CollectionUri": "https://tfs.contoso.example/contoso/" }), own);
    assert.notEqual(holder({ "System.DefinitionId": "13" }), own);
    // Renaming an organization keeps its id.
    const id = { "System.CollectionId": "7A" };
    const renamed = { "System.CollectionId": "7a", "System.CollectionUri": "https://dev.azure.com/renamed/" };
    assert.equal(holder(renamed), holder(id));
    assert.notEqual(holder({ "System.CollectionId": "7B" }), holder(id));
  });

  it("reads them with the credential of the same organization where the job has no token, and of no other", () => {
    assert.equal(setup({}, "").credential, configured);
    const unknown = "this job has no access token to read the runs of its own pipeline with";
    assert.deepEqual(read({}, "", { organization: "fabrikam" }), { unknown });
  });

  it("has none outside of a pipeline, or in a classic release, whose variables name other things", () => {
    for (const variable of [
      ...[{ "System.CollectionUri": "" }, { "System.TeamProject": "" }, { "System.DefinitionId": "" }],
      ...[{ "Build.BuildId": "" }, { "System.HostType": "release" }, { "System.HostType": "deployment" }],
    ]) {
      const unknown = "this is not a run of a pipeline, so there is no last report";
      assert.deepEqual(read(variable), { unknown }, JSON.stringify(variable));
    }
    assert.equal(setup({ "System.HostType": "build" }).runId, "900");
  });

  it("sends the job's own token over https only", () => {
    const own = read({ "System.CollectionUri": "http://tfs.corp.example:8080/tfs/Collection/" });
    assert.match("unknown" in own ? own.unknown : "", /System\.CollectionUri must start with https/);
  });

  it("has the same tag on every agent, and another for each monitor of the pipeline", () => {
    const { tag } = setup();
    assert.match(tag, /^monitor-reported-12-[0-9a-f]{12}$/);
    for (const same of [
      { "System.DefaultWorkingDirectory": "/agent/2/s", configFile: "/agent/2/s/monitors/shop.json" },
      { "Build.BuildId": "901" },
      { configFile: "/agent/1/s/monitors\\shop.json" }, // a path of Windows
    ])
      assert.equal(setup(same).tag, tag, JSON.stringify(same));
    for (const other of [
      { configFile: "/agent/1/s/monitors/payments.json" },
      { "Agent.JobName": "payments" },
      { "System.DefinitionId": "13" },
      { "System.StageName": "later" },
      { "System.PhaseName": "other" },
      { "System.TaskInstanceName": "PipelineMonitor2" },
      { "Build.SourceBranch": "refs/heads/trial" },
    ])
      assert.notEqual(setup(other).tag, tag, JSON.stringify(other));
  });

  it("keeps its tag when the configuration is edited, so that the next report knows what was told", () => {
    const { pipelines } = goodConfig;
    const { tag } = setup();
    for (const edit of [
      { project: "Day Shift" },
      { url_params: `${goodConfig.url_params}&definitions=7` },
      { run_ct_min: goodConfig.run_ct_min + 1 },
      { check_unfinished: true, history: 20, notify: "changes", runs_per_week_max: 1000 },
      { window: "since_last_report", runs: "scheduled", branches: ["main"] },
      { pipelines: { ...pipelines, "nightly import": { max_proc_time: 3601 } } },
      { pipelines: { ...pipelines, "price feed": { schedule: "0 3 * * *" } } },
      { projects: ["*"], partially_succeeded: "succeeded" },
    ])
      assert.equal(setup({}, "job-token", edit).tag, tag, JSON.stringify(edit));
  });

  it("keeps its tag with another webhook or chat product", () => {
    const tagWith = (inputs: Record<string, string>) => {
      const inFolder = { ...variables, "System.DefaultWorkingDirectory": folder() };
      const state = { inputs, variables: inFolder, jobToken: "job-token" };
      const { ownPipeline } = readFile({ window: "since_last_report" }, state);
      return ownPipeline !== undefined && "tag" in ownPipeline ? ownPipeline.tag : assert.fail();
    };
    const tag = tagWith({});
    for (const inputs of [{ webhookUrl: "https://chat.example/hooks/canary-2" }, { chatFormat: "slack" }])
      assert.equal(tagWith(inputs), tag);
  });
});

describe("ownRunPage", () => {
  const pageOf = (changes: Record<string, string> = {}) =>
    ownRunPage(memoryAgent({ variables: { ...variables, ...changes } }))?.href;

  it("is the page of the run in its own project, also in a collection of a server", () => {
    const page = "_build/results?buildId=900";
    assert.equal(pageOf(), `https://dev.azure.com/contoso/Operations/${page}`);
    const collection = "https://tfs.corp.example/tfs/Main";
    const server = { "System.CollectionUri": collection, "System.TeamProject": "Night #1" };
    assert.equal(pageOf(server), `${collection}/Night%20%231/${page}`);
    assert.equal(pageOf({ "Build.BuildId": "9&x=1" })?.split("?")[1], "buildId=9%26x%3D1");
  });

  it("is none in a classic release, whose build is the one that it releases", () => {
    assert.equal(pageOf({ "System.HostType": "Release" }), undefined);
    assert.equal(pageOf({ "System.HostType": "Build" }), pageOf());
  });

  it("is none outside a pipeline, or without an https address of the organization", () => {
    for (const name of ["System.CollectionUri", "System.TeamProject", "Build.BuildId"])
      assert.equal(pageOf({ [name]: "" }), undefined, name);
    for (const address of ["canary", "http://tfs.corp.example:8080/tfs/Main/", "javascript:alert(1)"])
      assert.equal(pageOf({ "System.CollectionUri": address }), undefined, address);
  });
});
