import assert from "node:assert/strict";
import { plainText } from "../../../../../shared/chat/message";
import type { Config } from "../../../../../tasks/PipelineMonitor/config/parse";
import { stuckRuns } from "../../../../../tasks/PipelineMonitor/features/stuck-runs/stuck-runs";
import {
  checkUnfinished,
  unfinishedRuns,
} from "../../../../../tasks/PipelineMonitor/features/stuck-runs/unfinished-runs";
import type { Context } from "../../../../../tasks/PipelineMonitor/issue/context";
import type { Issue } from "../../../../../tasks/PipelineMonitor/issue/issue";
import type { FoundProject } from "../../../../../tasks/PipelineMonitor/issue/report";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { findLogs, holdsError } from "../../../../../tasks/PipelineMonitor/logs/log-search";
import { groupedBlocks } from "../../../../../tasks/PipelineMonitor/render/block-groups";
import { sanitize } from "../../../../sanitize";
import { unlisted } from "../../../../sentences";
import { testClock } from "../../../../test-clock";
import { failedRun, type RunChanges } from "../../failed-run";
import { goodConfig } from "../../good-config";
import { configWith as configOfKeys } from "../../monitor-stage";
import { parseConfig } from "../../parse-config";
import { hanging, memoryContext, projectReport } from "../../report-stage";

const now = 100_000;
const day = 24 * 3600;

const limits = { max_proc_time: 900, min_proc_time: 30 };
function configWith(pipelines: object = {}, keys: object = {}): Config {
  const changes = { ...keys, pipelines: { default: limits, ...pipelines } };
  return parseConfig({ ...goodConfig, ...changes }).config ?? assert.fail();
}

const running = (seconds: number, changes: RunChanges = {}) => {
  const times = { queueTime: now - seconds - 1000, startTime: now - seconds, finishTime: undefined };
  return { run: failedRun({ status: "inProgress", result: "", ...times, ...changes }) };
};
const queued = (seconds: number) =>
  running(0, { status: "notStarted", queueTime: now - seconds, startTime: undefined });

describe("checkUnfinished", () => {
  const check = (record: Parameters<typeof checkUnfinished>[0], config = configWith()) =>
    checkUnfinished(record, config, now);

  const texts = (issue: Issue | undefined) =>
    [issue?.words, issue?.sentence].map((parts = []) => plainText(parts, sanitize));

  it("finds a run that has been running for longer than its pipeline's max_proc_time", () => {
    assert.equal(check(running(900)), undefined);
    const problem = check(running(901));
    assert.deepEqual(
      [problem?.code, problem?.about, problem?.limits],
      ["stuckRunning", running(901), { maxSeconds: 900 }],
    );
    assert.deepEqual(texts(problem), [
      "is still running after 901 s (15 min 1 s), limit 900 s (15 min)",
      "running for 15 min 1 s (limit 15 min)",
    ]);
    assert.equal(texts(check(running(1000)))[1], "running for 16 min (limit 15 min)");
    const slow = configWith({ "nightly import": { max_proc_time: 3600 } });
    assert.deepEqual(
      [check(running(3600), slow), check(running(3601), slow)?.code],
      [undefined, "stuckRunning"],
    );
  });

  it("says several in one row, whatever their pipelines", () => {
    const records = [running(901, { pipeline: "price feed" }), queued(2000)];
    const issues = records.flatMap((record) => check(record) ?? []);
    const blocks = groupedBlocks(issues, sanitize);
    assert.deepEqual(
      blocks.map(({ shortTitle, tells }) => [plainText(shortTitle, sanitize), tells]),
      [["2 runs stuck", issues]],
    );
  });

  // microsoft/azure-pipelines-agent#2402, azure-pipelines-tasks#3612 and #14228: runs that go on for hours after a cancel.
  it("says of a run that is being canceled since when, if the record tells", () => {
    const canceled = running(7200, { status: "cancelling", changedTime: now - 3600 });
    assert.deepEqual(texts(check(canceled)), [
      "is still being canceled since 02:46 UTC after 7200 s (2 h), limit 900 s (15 min)",
      "being canceled since 02:46 UTC, running for 2 h (limit 15 min)",
    ]);
    const early = check(running(200_000, { status: "cancelling", changedTime: now - 90_000 }));
    assert.match(texts(early)[1] ?? "", /^being canceled since 02:46 UTC, running for /);
    assert.deepEqual(texts(check(running(7200, { status: "cancelling" }))), [
      "is still being canceled after 7200 s (2 h), limit 900 s (15 min)",
      "being canceled, running for 2 h (limit 15 min)",
    ]);
    const waiting = check({ run: { ...queued(901).run, status: "cancelling" } });
    assert.equal(texts(waiting)[1], "being canceled, queued for 15 min (limit 5 min)");
  });

  it("finds a run that has been queued for longer than queue_time_max", () => {
    assert.equal(check(queued(300)), undefined);
    const problem = check(queued(301));
    assert.deepEqual([problem?.code, problem?.limits], ["stuckQueued", { maxWaitSeconds: 300 }]);
    assert.deepEqual(texts(problem), [
      "is still waiting to start after 301 s (5 min 1 s), limit 300 s (5 min)",
      "queued for 5 min 1 s (limit 5 min)",
    ]);
  });

  it("finds runs that are being cancelled, and none that is done, hidden, not checked (rule 3) or of an unknown time", () => {
    const pull = running(901, { reason: "pullRequest" });
    const off = { check_flag: false };
    for (const found of [running(901, { status: "cancelling" }), pull]) assert.ok(check(found));
    for (const [found, config] of [
      [running(901, { status: "completed" })],
      [running(901, { finishTime: now })],
      [running(0, { queueTime: undefined, startTime: undefined })],
      [pull, configWith({}, { runs: "notPullRequests" })],
      [running(901), configWith({ "nightly import": off })],
      [running(901), configWith({ default: { ...limits, ...off } })],
    ] as const)
      assert.equal(check(found, config), undefined);
  });

  it("finds a record that cannot be understood (decision 4)", () => {
    const unreadable = { id: 1, buildNumber: "", pipeline: undefined, problem: "status: expected a text" };
    assert.deepEqual(check({ unreadable })?.about, { unreadable });
    const quiet = configWith({ experiments: { check_flag: false } });
    assert.equal(
      check({ unreadable: { ...unreadable, pipeline: { name: "experiments" } } }, quiet),
      undefined,
    );
    const off = configWith({ default: { ...limits, check_flag: false } });
    assert.ok(check({ unreadable }, off), "nobody knows that it is of a pipeline that is not checked");
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

  async function linkedIn(report: FoundProject, context: Context) {
    return findLogs((await unfinishedRuns(day).run(report, context)).issues, holdsError, context);
  }

  it("are listed, and those that are stuck linked, however long they are: to their logs if they have begun", async () => {
    const asked: number[] = [];
    const { context, report } = stage({}, async (id) => {
      asked.push(id);
      return [];
    });
    const issues = await linkedIn(report, context);
    assert.deepEqual(
      issues.map(({ code, links }) => `${code} ${links.runPage?.searchParams.get("buildId")}`),
      ["stuckQueued 1", "stuckRunning 2", "unreadableUnfinished 3", "stuckQueued 5"],
    );
    assert.deepEqual(asked, [2, 3]);
  });

  it("are linked without their logs when the time for these is up, which is printed", async () => {
    const { context, report } = stage({}, hanging);
    const issues = await linkedIn(report, context);
    const notes = issues.map(({ links }) => links.note);
    assert.deepEqual(notes, ["", ...Array(2).fill(unlisted), ""]);
    assert.deepEqual(context.agent.printed, ["The time for the log search is up; later logs were not read."]);
  });

  it("are checked if the configuration says so", () => {
    const isRead = [{ check_unfinished: true }, { check_unfinished: false }, {}].map((keys) => {
      const config = configOfKeys(keys);
      return stuckRuns.read({ config, value: config.keys }) !== undefined;
    });
    assert.deepEqual(isRead, [true, false, false]);
  });
});
