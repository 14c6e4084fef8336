import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../../shared/azure-devops/records";
import { renderExplainedRun } from "../../../../../tasks/PipelineMonitor/actions/explain/explained-run";
import { parseConfig } from "../../../../../tasks/PipelineMonitor/config/parse";
import type { Issue } from "../../../../../tasks/PipelineMonitor/issue/issue";
import type { LogChoice } from "../../../../../tasks/PipelineMonitor/issue/links";
import { issueOfRecord } from "../../../../../tasks/PipelineMonitor/rules/issues";
import { checkRecord } from "../../../../../tasks/PipelineMonitor/rules/rules";
import { failedRun } from "../../failed-run";
import { goodConfig } from "../../good-config";

const { config: parsed, known } = parseConfig({
  ...goodConfig,
  queue_time_max: 300,
  pipelines: {
    default: { max_proc_time: 900, min_proc_time: 30 },
    import: { max_proc_time: 60 },
    asleep: { check_flag: false },
    "db_*": {},
  },
});
const config = parsed ?? assert.fail();
const midnight = Date.UTC(2026, 10, 20) / 1000;
const times = { queueTime: midnight - 5, startTime: midnight, finishTime: midnight + 100 };
const good = failedRun({ ...times, pipeline: "feed", result: "succeeded" });

/** The lines about a run, the first left out, as the monitor would report it with a log chosen so. */
function explained(changes: Partial<Run>, choice?: Partial<LogChoice>, note = ""): string[] {
  const run = { ...good, ...changes };
  const problem = checkRecord({ run }, config);
  const whole = {
    logId: 17,
    lineCount: 210,
    holdsError: true,
    unreadableLogs: 0,
    logs: 9,
    considered: 5,
    ...choice,
  };
  const issue: Issue | undefined = problem && {
    ...problem,
    links: { runPage: undefined, log: undefined, note, choice: choice && whole },
  };
  return renderExplainedRun({ run }, issue, config, known).slice(1);
}
const logLine = (...parts: Parameters<typeof explained>) => explained(...parts).at(-1);

describe("renderExplainedRun", () => {
  it("tells times and days in the time zone of the configuration", () => {
    const zoned = parseConfig({ ...goodConfig, time_zone: "Europe/Berlin" }).config ?? assert.fail();
    const [july, never] = [Date.UTC(2026, 6, 1) / 1000, { startTime: undefined, finishTime: undefined }];
    assert.deepEqual(
      [
        {},
        { ...never, queueTime: july },
        { startTime: july, finishTime: undefined },
        { ...never, queueTime: undefined },
      ].map((changes) =>
        renderExplainedRun({ run: { ...good, ...changes } }, undefined, zoned, known)[0]?.slice(27),
      ),
      [
        "queued 2026-11-20 00:59:55, started 01:00:00, finished 01:01:40 UTC+1",
        "queued 2026-07-01 02:00:00, not started, not finished UTC+2",
        "queued 2026-11-20 00:59:55, started 2026-07-01 02:00:00, not finished UTC+2",
        "not queued, not started, not finished UTC+1",
      ],
    );
  });

  it("tells which settings applied, and which of them are the default's", () => {
    assert.deepEqual(
      ["feed", "import", "asleep", "db_1"].map((pipeline) => explained({ pipeline })[0]),
      [
        "  settings: pipelines.default: max_proc_time 900, min_proc_time 30; queue_time_max 300",
        "  settings: pipelines.import: max_proc_time 60, min_proc_time 30 (of pipelines.default); queue_time_max 300",
        "  settings: pipelines.asleep: check_flag false; queue_time_max 300",
        "  settings: pipelines.db_*, a pattern: max_proc_time 900 (of pipelines.default), min_proc_time 30 (of pipelines.default); queue_time_max 300",
      ],
    );
    assert.deepEqual(explained({ pipeline: "asleep", result: "failed" }).slice(1), [
      "  no message: it is not checked",
    ]);
  });

  it("tells the outcome of each test, and which one the message is by", () => {
    assert.deepEqual(explained({}).slice(1), [
      "  1. run time 100 s (1 min 40 s), within 30 to 900 s: passes",
      "  2. status completed, result succeeded: passes",
      "  3. waited 5 s, not more than 300 s: passes",
      "  no message",
    ]);
    const bad = { pipeline: "import", result: "failed", queueTime: midnight - 400 };
    assert.deepEqual(explained(bad).slice(1, 5), [
      "  1. run time 100 s (1 min 40 s), outside 30 to 60 s: matches",
      "  2. status completed, result failed: matches",
      "  3. waited 400 s (6 min 40 s), more than 300 s: matches",
      "  message: by test 3, the last that matches",
    ]);
    assert.deepEqual(explained({ startTime: undefined, result: "" }).slice(1, 5), [
      "  1. run time unknown, because a time is missing: passes",
      "  2. status completed, no result: matches",
      "  3. waited unknown, because a time is missing: passes",
      "  message: by test 2",
    ]);
  });

  it("tells how the log was chosen", () => {
    const failed = { result: "failed" };
    const among = "considered: the fifth and later of 9";
    assert.equal(logLine(failed, {}), `  log: 17, the last that holds \`error\`; ${among}`);
    assert.equal(
      logLine(failed, { holdsError: false }, "2 of its logs could not be read"),
      `  log: 17, the longest (210 lines), because no readable log holds \`error\`; ${among}; 2 of its logs could not be read`,
    );
    assert.equal(
      logLine(failed, { logs: 3, considered: 3 }),
      "  log: 17, the last that holds `error`; considered: all 3, fewer than five",
    );
    assert.equal(logLine(failed, { logId: undefined, logs: 0 }), "  log: none, because it has none");
    assert.equal(
      logLine(failed, { logId: undefined }),
      "  log: none, because none of its entries is readable",
    );
    assert.equal(
      logLine(failed, undefined, "its logs could not be listed"),
      "  log: none, its logs could not be listed",
    );
  });

  it("tells what is known of a record that cannot be understood", () => {
    const record = {
      unreadable: { id: undefined, buildNumber: "7", pipeline: undefined, problem: "id: missing" },
    };
    assert.deepEqual(renderExplainedRun(record, undefined, config, known).slice(0, 2), [
      "a pipeline without a name 7 (run without an id)",
      "  its record is not readable: id: missing",
    ]);
    const issue: Issue = {
      ...issueOfRecord(record.unreadable),
      links: { runPage: undefined, log: undefined, note: "" },
    };
    assert.deepEqual(renderExplainedRun(record, issue, config, known).slice(2), [
      "  message: its record is not readable",
      "  log: none",
    ]);
    assert.deepEqual(renderExplainedRun(record, undefined, config, known).slice(2), [
      "  no message: its pipeline is not checked",
    ]);
  });

  it("names by its tests the message that the rules give, for every run", () => {
    /** The number of the test that finds an issue. */
    const testOf = ({ code }: Issue) =>
      code === "waitedTooLong" ? 3 : ["ranTooLong", "finishedTooFast"].includes(code) ? 1 : 2;
    const time = fc.option(fc.integer({ min: midnight, max: midnight + 2000 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.record({
          queueTime: time,
          startTime: time,
          finishTime: time,
          result: fc.constantFrom("succeeded", "failed", ""),
          pipeline: fc.constantFrom("feed", "import", "asleep"),
        }),
        (changes) => {
          const problem = checkRecord({ run: { ...good, ...changes } }, config);
          const [said = "no message"] = explained(changes).filter((line) => line.startsWith("  message"));
          const expected = problem === undefined ? "no message" : `  message: by test ${testOf(problem)}`;
          assert.ok(said.startsWith(expected), `${said} for ${problem?.code}`);
          const matching = explained(changes).filter((line) => line.endsWith(": matches"));
          assert.equal(matching.length > 0, problem !== undefined);
        },
      ),
    );
  });

  it("tells which key hides a run from the rules", () => {
    const pipelines = {
      default: { max_proc_time: 900, min_proc_time: 30 },
      feed: { branches: ["main", "x/*"] },
    };
    const filtered =
      parseConfig({ ...goodConfig, runs: "notPullRequests", pipelines }).config ?? assert.fail();
    const last = (changes: Partial<Run>) =>
      renderExplainedRun({ run: { ...good, ...changes } }, undefined, filtered, known).slice(1);
    assert.deepEqual(last({ branch: "refs/heads/main", reason: "pullRequest" }), [
      "  no message: it was started by pullRequest, and runs is notPullRequests",
    ]);
    assert.deepEqual(last({ pipeline: "other", branch: "refs/pull/5/merge" }), [
      "  no message: it was started by a pull request (refs/pull/5/merge), and runs is notPullRequests",
    ]);
    assert.deepEqual(last({ branch: "refs/heads/topic" }), [
      "  no message: its branch is refs/heads/topic, and branches is main, x/*",
    ]);
  });
});
