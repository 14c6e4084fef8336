import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { plainText } from "../../../../shared/chat/message";
import { activeRuns } from "../../../../tasks/PipelineMonitor/checks/active-runs";
import { checkUnfinished, unfinishedRuns } from "../../../../tasks/PipelineMonitor/checks/unfinished-runs";
import { type Config, parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { sanitize } from "../../../sanitize";
import { testClock } from "../../../test-clock";
import { failedRun } from "../failed-run";
import { goodConfig } from "../good-config";
import { configWith as configOfKeys } from "../monitor-stage";
import { hanging, memoryContext, projectReport } from "../report-stage";

const now = 100_000;

function configWith(pipelines: object = {}): Config {
  const { config } = parseConfig({
    ...goodConfig,
    pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, ...pipelines },
  });
  return config ?? assert.fail();
}

const running = (seconds: number, changes: Partial<Run> = {}) => ({
  run: failedRun({
    status: "inProgress",
    result: "",
    queueTime: now - seconds - 1000,
    startTime: now - seconds,
    finishTime: undefined,
    ...changes,
  }),
});
const queued = (seconds: number) =>
  running(0, { status: "notStarted", queueTime: now - seconds, startTime: undefined });

describe("checkUnfinished", () => {
  const check = (record: Parameters<typeof checkUnfinished>[0], config = configWith()) =>
    checkUnfinished(record, config, now);

  it("finds a run that has been running for longer than its pipeline's max_proc_time", () => {
    assert.equal(check(running(900)), undefined);
    const problem = check(running(901));
    assert.deepEqual(
      [problem?.code, problem?.about, problem?.limits],
      ["stuckRunning", running(901), { maxSeconds: 900 }],
    );
    assert.deepEqual(
      [problem?.words, problem?.sentence].map((parts) => plainText(parts ?? [], sanitize)),
      [
        "is still running after 901 s (15 min 1 s), limit 900 s (15 min)",
        "running for 15 min 1 s (limit 15 min)",
      ],
    );
    const slow = configWith({ "nightly import": { max_proc_time: 3600 } });
    assert.equal(check(running(3600), slow), undefined);
    assert.ok(check(running(3601), slow));
  });

  it("finds a run that has been queued for longer than queue_time_max", () => {
    assert.equal(check(queued(300)), undefined);
    const problem = check(queued(301));
    assert.deepEqual([problem?.code, problem?.limits], ["stuckQueued", { maxWaitSeconds: 300 }]);
    assert.deepEqual(
      [problem?.words, problem?.sentence].map((parts) => plainText(parts ?? [], sanitize)),
      [
        "is still waiting to start after 301 s (5 min 1 s), limit 300 s (5 min)",
        "queued for 5 min 1 s (limit 5 min)",
      ],
    );
  });

  it("finds runs that are being cancelled, and none that is done", () => {
    assert.ok(check(running(901, { status: "cancelling" })));
    assert.equal(check(running(901, { status: "completed" })), undefined);
    assert.equal(check(running(901, { finishTime: now })), undefined);
  });

  it("ignores runs that a filter hides", () => {
    const pull = running(901, { reason: "pullRequest" });
    assert.ok(check(pull));
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 30 } };
    const { config } = parseConfig({ ...goodConfig, pipelines, runs: "notPullRequests" });
    assert.equal(check(pull, config), undefined);
  });

  it("passes over pipelines that are not checked (rule 3)", () => {
    assert.equal(check(running(901), configWith({ "nightly import": { check_flag: false } })), undefined);
    const quiet = configWith({ default: { check_flag: false, max_proc_time: 900, min_proc_time: 30 } });
    assert.equal(check(running(901), quiet), undefined);
  });

  it("finds a record that cannot be understood (decision 4)", () => {
    const unreadable = { id: 1, buildNumber: "", pipeline: undefined, problem: "status: expected a text" };
    assert.deepEqual(check({ unreadable })?.about, { unreadable });
    const quiet = configWith({ experiments: { check_flag: false } });
    assert.equal(check({ unreadable: { ...unreadable, pipeline: "experiments" } }, quiet), undefined);
    const off = configWith({ default: { check_flag: false, max_proc_time: 900, min_proc_time: 30 } });
    assert.ok(check({ unreadable }, off), "nobody knows that it is of a pipeline that is not checked");
  });

  it("finds nothing of a run whose time is not known", () => {
    assert.equal(check(running(0, { queueTime: undefined, startTime: undefined })), undefined);
  });
});

describe("the runs that are not done", () => {
  const unreadable = { unreadable: { id: 3, buildNumber: "", pipeline: undefined, problem: "x" } };
  const pages = [
    [{ run: { ...queued(301).run, id: 1 } }, { run: { ...running(901).run, id: 2 } }],
    [unreadable, { run: { ...running(10).run, id: 4 } }, { run: { ...queued(9000).run, id: 5 } }],
  ];

  function stage(keys: object, logsOf: (id: number, signal: AbortSignal) => Promise<[]>) {
    const clock = testClock({ startsAt: now * 1000, passes: () => true });
    async function* listed() {
      yield* pages;
    }
    const context = memoryContext({ clock, service: { unfinishedRuns: listed, logsOf } });
    const window = sinceLast(now * 1000, { until: now - 3600 });
    return { context, report: projectReport({ config: configOfKeys(keys), window }) };
  }

  it("are listed, and those that are stuck linked, however long they are: to their logs if they have begun", async () => {
    const asked: number[] = [];
    const { context, report } = stage({}, async (id) => {
      asked.push(id);
      return [];
    });
    const { active, issues, lookedFor } = await unfinishedRuns.run(
      { ...report, lookedFor: ["daily"] },
      context,
    );
    assert.deepEqual(
      active?.map(({ id }) => id),
      [1, 2, 4, 5],
    );
    assert.deepEqual(
      issues.map(({ code, links }) => `${code} ${links.runPage?.search}`),
      [
        "stuckQueued ?buildId=1",
        "stuckRunning ?buildId=2",
        "unreadableUnfinished ?buildId=3",
        "stuckQueued ?buildId=5",
      ],
    );
    assert.deepEqual(asked, [2, 3]);
    assert.deepEqual(lookedFor, ["daily", "stuck"]);
  });

  it("are linked without their logs when the time for these is up, which is printed", async () => {
    const { context, report } = stage({}, hanging);
    const { issues } = await unfinishedRuns.run(report, context);
    assert.deepEqual(
      issues.map(({ links }) => links.note),
      ["", ...Array(2).fill("its logs could not be listed"), ""],
    );
    assert.deepEqual(context.agent.printed, [
      "The time for the logs of stuck runs is up; later logs were not read.",
    ]);
  });

  it("are checked if the configuration says so", () => {
    const isEnabled = [{ check_unfinished: true }, { check_unfinished: false }, {}].map((keys) => {
      const { context, report } = stage(keys, async () => []);
      return unfinishedRuns.isEnabled(report, context);
    });
    assert.deepEqual(isEnabled, [true, false, false]);
  });

  it("are listed for metrics unless that was done", async () => {
    const metrics = { metrics: true, window: "since_last_report" };
    const { context, report } = stage(metrics, async () => []);
    const { active } = await activeRuns.run(report, context);
    assert.deepEqual(
      active?.map(({ id }) => id),
      [1, 2, 4, 5],
    );
    const isEnabled = (keys: object, before?: Run[]) => {
      const changed = { ...report, config: configOfKeys(keys), active: before };
      return activeRuns.isEnabled(changed, context);
    };
    assert.deepEqual([isEnabled(metrics), isEnabled(metrics, []), isEnabled({})], [true, false, false]);
  });
});
