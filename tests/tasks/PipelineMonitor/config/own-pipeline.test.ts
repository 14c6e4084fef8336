import assert from "node:assert/strict";
import { ownRunPage, readOwnPipeline } from "../../../../tasks/PipelineMonitor/config/own-pipeline";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { memoryAgent } from "../../../memory-agent";
import { step } from "../../../shared/azure-devops/token-stage";
import { goodConfig } from "../good-config";

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

const means = ["https://chat.example/hooks/canary-1", "auto"];

function read(
  changes: Record<string, string> = {},
  jobToken = "job-token",
  config: object = {},
  reportMeans = means,
) {
  const agent = memoryAgent({
    inputs: { configFile: changes["configFile"] ?? "/agent/1/s/monitors/shop.json" },
    variables: { ...variables, ...changes },
    jobToken,
  });
  const parsed = parseConfig({ ...goodConfig, ...config }).config ?? assert.fail();
  return readOwnPipeline(agent, parsed, configured, reportMeans);
}

/** Fails the test if the pipeline could not be read. */
function setup(...parts: Parameters<typeof read>) {
  const own = read(...parts);
  return "unknown" in own ? assert.fail(own.unknown) : own;
}

describe("readOwnPipeline", () => {
  it("reads the runs of its own project with the job's own token, whatever project is watched", async () => {
    const {
      credential,
      tag: _,
      ...own
    } = setup({}, "job-token", {
      ...{ organization: "fabrikam", partially_succeeded: "succeeded" },
      url_params: "&definitions=4&api-version=7.1-preview.7",
    });
    assert.equal(await credential.authorization(step), "Bearer job-token");
    assert.deepEqual(own, {
      project: new URL("https://dev.azure.com/contoso/Operations"),
      ...{ listParameters: "&api-version=7.1-preview.7", partlyIsSuccess: false },
      ...{ definitionId: "12", runId: "900", branch: "refs/heads/main" },
    });
  });

  it("reads them with the credential of the same organization where the job has no token, and of no other", () => {
    assert.equal(setup({}, "").credential, configured);
    const own = read({}, "", { organization: "fabrikam" });
    const unknown = "this job has no access token to read the runs of its own pipeline with";
    assert.deepEqual(own, { unknown });
  });

  it("has none outside of a pipeline", () => {
    for (const name of [
      "System.CollectionUri",
      "System.TeamProject",
      "System.DefinitionId",
      "Build.BuildId",
    ]) {
      const own = read({ [name]: "" });
      assert.deepEqual(own, { unknown: "this is not a run of a pipeline, so there is no last report" }, name);
    }
  });

  it("has none in a classic release, whose variables name other things", () => {
    for (const hostType of ["release", "deployment"]) {
      const own = read({ "System.HostType": hostType });
      assert.match("unknown" in own ? own.unknown : "", /^this is not a run of a pipeline/, hostType);
    }
    assert.equal(setup({ "System.HostType": "build" }).runId, "900");
  });

  it("sends the job's own token over https only", () => {
    const own = read({ "System.CollectionUri": "http://tfs.corp.example:8080/tfs/Collection/" });
    assert.match("unknown" in own ? own.unknown : "", /System\.CollectionUri must start with https/);
  });

  it("has the same tag on every agent, and another for each monitor of the pipeline", () => {
    const { tag } = setup();
    const moved = {
      "System.DefaultWorkingDirectory": "/agent/2/s",
      configFile: "/agent/2/s/monitors/shop.json",
    };
    assert.equal(setup(moved).tag, tag);
    assert.equal(setup({ "Build.BuildId": "901" }).tag, tag);
    const windows = setup({ configFile: "/agent/1/s/monitors\\shop.json" }).tag;
    assert.equal(windows, tag, "a path of Windows is the same file");
    for (const other of [
      { configFile: "/agent/1/s/monitors/payments.json" },
      { "Agent.JobName": "payments" },
      { "System.StageName": "later" },
      { "System.PhaseName": "other" },
      { "System.TaskInstanceName": "PipelineMonitor2" },
      { "Build.SourceBranch": "refs/heads/trial" },
    ])
      assert.notEqual(setup(other).tag, tag, JSON.stringify(other));
    assert.notEqual(setup({}, "job-token", { project: "Day Shift" }).tag, tag);
    assert.equal(setup({}, "job-token", { url_params: "&api-version=7.1" }).tag, tag);
  });

  const tagOf = (config: object, reportMeans = means) => setup({}, "job-token", config, reportMeans).tag;

  it("has another tag for another channel, by which nobody can tell the webhook", () => {
    const tag = tagOf({});
    const [webhook = ""] = means;
    for (const other of [
      ["https://chat.example/hooks/canary-2", "auto"],
      ["", "auto"],
      [webhook, "slack"],
    ])
      assert.notEqual(tagOf({}, other), tag);
    assert.match(tag, /^monitor-reported-[0-9a-f]{12}$/);
  });

  it("has another tag for a configuration that checks something else", () => {
    const { pipelines } = goodConfig;
    const tags = [
      {},
      { url_params: `${goodConfig.url_params}&definitions=7` },
      { run_ct_min: goodConfig.run_ct_min + 1 },
      { queue_time_max: goodConfig.queue_time_max + 1 },
      { check_unfinished: true },
      { history: 20 },
      { runs: "scheduled" },
      { branches: ["main"] },
      { pipelines: { ...pipelines, "nightly import": { max_proc_time: 3601 } } },
      { pipelines: { ...pipelines, "nightly import": { max_proc_time: 3600, runs: "scheduled" } } },
      { pipelines: { ...pipelines, default: { ...pipelines.default, max_proc_time: 901 } } },
      { pipelines: { ...pipelines, "price feed": { check_flag: false } } },
      { pipelines: { ...pipelines, "price feed": { schedule: "0 3 * * *" } } },
      { pipelines: { ...pipelines, "price feed": { schedule: "0 4 * * *" } } },
      { pipelines: { ...pipelines, "price feed": { schedule: "0 3 * * *", grace: 60 } } },
      { pipelines: { ...pipelines, "price feed": { schedule: "0 3 * * *" } }, runs_per_week_max: 1000 },
      { pipelines: { ...pipelines, invoices: { schedule: "0 3 * * *" } } },
      { pipelines: { ...pipelines, "price feed": { schedule: "auto" } }, window: "since_last_report" },
      { pipelines: { ...pipelines, invoices: { schedule: "auto" } }, window: "since_last_report" },
      { projects: ["Shop"] },
      { projects: ["*"] },
      { partially_succeeded: "succeeded" },
    ].map((config) => tagOf(config));
    assert.equal(new Set(tags).size, tags.length);
  });

  it("has another tag for every optional key, but for those that only change the wording or the window", () => {
    const keys = {
      ...{ explain_failures: true, group_causes: true, check_unfinished: true, history: 5 },
      ...{ window: "since_last_report", runs_per_week_max: 1000, digest: "Mon 06:00" },
    };
    const same = Object.entries(keys).filter(([name, value]) => tagOf({ [name]: value }) === tagOf({}));
    assert.deepEqual(
      same.map(([name]) => name),
      ["explain_failures", "group_causes", "window", "digest"],
    );
  });

  it("has the same tag for the same checks, in whatever order they are written and however they are worded", () => {
    const { pipelines } = goodConfig;
    const a = { schedule: ["0 3 * * *", "0 4 * * *"] };
    const others = { b: { check_flag: false }, c: { schedule: "0 3 * * *" } };
    const [parameters, reversed] = ["&definitions=7&queues=2", "&queues=2&API-version=6.0&definitions=7"];
    assert.equal(
      tagOf({ pipelines: { ...pipelines, a, ...others }, url_params: `${parameters}&api-version=7.1` }),
      tagOf({
        pipelines: {
          ...Object.fromEntries(Object.entries(others).reverse()),
          ...{ a: { schedule: [...a.schedule].reverse() }, ...pipelines },
        },
        url_params: reversed,
      }),
    );
    const unused = {
      check_unfinished: false,
      partially_succeeded: "reported",
      run_ct_min: goodConfig.run_ct_min,
    };
    assert.equal(tagOf({ explain_failures: true, group_causes: true, ...unused }), tagOf({}));
  });
});

describe("ownRunPage", () => {
  const pageOf = (changes: Record<string, string> = {}) =>
    ownRunPage(memoryAgent({ variables: { ...variables, ...changes } }))?.href;

  it("is the page of the run in its own project, also in a collection of a server", () => {
    const page = "_build/results?buildId=900";
    assert.equal(pageOf(), `https://dev.azure.com/contoso/Operations/${page}`);
    const server = {
      "System.CollectionUri": "https://tfs.corp.example/tfs/Main",
      "System.TeamProject": "Night #1",
    };
    assert.equal(pageOf(server), `https://tfs.corp.example/tfs/Main/Night%20%231/${page}`);
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
