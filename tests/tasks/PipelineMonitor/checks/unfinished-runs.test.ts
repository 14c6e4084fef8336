import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { plainText } from "../../../../shared/chat/message";
import { checkUnfinished } from "../../../../tasks/PipelineMonitor/checks/unfinished-runs";
import { type Config, parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { stuckSince } from "../../../../tasks/PipelineMonitor/issue/issue";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { goodConfig } from "../good-config";

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
    assert.equal(
      plainText(problem?.words ?? [], sanitize),
      "is still running after 901 s (15 min 1 s), limit 900 s (15 min)",
    );
    const slow = configWith({ "nightly import": { max_proc_time: 3600 } });
    assert.equal(check(running(3600), slow), undefined);
    assert.ok(check(running(3601), slow));
  });

  it("finds a run that has been queued for longer than queue_time_max", () => {
    assert.equal(check(queued(300)), undefined);
    const problem = check(queued(301));
    assert.deepEqual([problem?.code, problem?.limits], ["stuckQueued", { maxWaitSeconds: 300 }]);
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

describe("stuckSince", () => {
  it("is the first second at which the run is found", () => {
    for (const record of [running(2000), queued(2000)]) {
      const issue = checkUnfinished(record, configWith(), now) ?? assert.fail();
      const since = stuckSince(issue) ?? assert.fail();
      assert.equal(checkUnfinished(record, configWith(), since - 1), undefined);
      assert.ok(checkUnfinished(record, configWith(), since));
    }
  });
});
