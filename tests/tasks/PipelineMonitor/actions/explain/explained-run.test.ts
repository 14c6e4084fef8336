import assert from "node:assert/strict";
import fc from "fast-check";
import { renderExplainedRun } from "../../../../../tasks/PipelineMonitor/actions/explain/explained-run";
import type { Issue } from "../../../../../tasks/PipelineMonitor/issue/issue";
import type { LogChoice } from "../../../../../tasks/PipelineMonitor/issue/links";
import { issueOfRecord } from "../../../../../tasks/PipelineMonitor/rules/issues";
import { checkRecord } from "../../../../../tasks/PipelineMonitor/rules/rules";
import { verdict } from "../../../../sentences";
import { failedRun, type RunChanges } from "../../failed-run";
import { goodConfig } from "../../good-config";
import { parseConfig } from "../../parse-config";

const { default: defaults } = goodConfig.pipelines;
const configOf = (keys: object) => parseConfig({ ...goodConfig, ...keys }).config ?? assert.fail();
const entries = { import: { max_proc_time: 60 }, asleep: { check_flag: false }, "db_*": {} };
const config = configOf({ pipelines: { default: defaults, ...entries } });
const known = config.keys;
const midnight = Date.UTC(2026, 10, 20) / 1000;
const times = { queueTime: midnight - 5, startTime: midnight, finishTime: midnight + 100 };
const good = failedRun({ ...times, pipeline: "feed", result: "succeeded" });

/** The lines about a run, the first left out, as the monitor would report it with a log chosen so. */
function explained(changes: RunChanges, choice?: Partial<LogChoice>, note = ""): string[] {
  const run = failedRun({ ...good, ...changes });
  const problem = checkRecord({ run }, config);
  const log = { logId: 17, lineCount: 210, holdsError: true, unreadableLogs: 0 };
  const whole = { ...log, logs: 9, considered: 5, ...choice };
  const issue: Issue | undefined = problem && {
    ...problem,
    links: { runPage: undefined, log: undefined, note, choice: choice && whole },
  };
  return renderExplainedRun({ run }, issue, config, known).slice(1);
}

describe("renderExplainedRun", () => {
  it("tells times and days in the time zone of the configuration", () => {
    const zoned = configOf({ time_zone: "Europe/Berlin" });
    const [july, never] = [Date.UTC(2026, 6, 1) / 1000, { startTime: undefined, finishTime: undefined }];
    for (const [changes, shown] of [
      [{}, "queued 2026-11-20 00:59:55, started 01:00:00, finished 01:01:40 UTC+1"],
      [{ ...never, queueTime: july }, "queued 2026-07-01 02:00:00, not started, not finished UTC+2"],
      [
        { startTime: july, finishTime: undefined },
        "queued 2026-11-20 00:59:55, started 2026-07-01 02:00:00, not finished UTC+2",
      ],
      [{ ...never, queueTime: undefined }, "not queued, not started, not finished UTC+1"],
    ] as const) {
      const [line] = renderExplainedRun({ run: failedRun({ ...good, ...changes }) }, undefined, zoned, known);
      assert.equal(line?.slice(27), shown);
    }
  });

  it("tells which settings applied, and which of them are the default's", () => {
    const ofDefault = "(of pipelines.default)";
    for (const [pipeline, settings] of [
      ["feed", "default: max_proc_time 900, min_proc_time 30"],
      ["import", `import: max_proc_time 60, min_proc_time 30 ${ofDefault}`],
      ["asleep", "asleep: check_flag false"],
      ["db_1", `db_*, a pattern: max_proc_time 900 ${ofDefault}, min_proc_time 30 ${ofDefault}`],
    ] as const)
      assert.equal(explained({ pipeline })[0], `  settings: pipelines.${settings}; queue_time_max 300`);
    const unchecked = explained({ pipeline: "asleep", result: "failed" });
    assert.deepEqual(unchecked.slice(1), ["  no message: it is not checked"]);
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
      `  2. ${verdict}: matches`,
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
    const among = "considered: the fifth and later of 9";
    const longest = "17, the longest (210 lines), because no readable log holds `error`";
    const rows: [Partial<LogChoice> | undefined, log: string, note?: string][] = [
      [{}, `17, the last that holds \`error\`; ${among}`],
      [{ holdsError: false }, `${longest}; ${among}; 2 logs could not be read`, "2 logs could not be read"],
      [{ logs: 3, considered: 3 }, "17, the last that holds `error`; considered: all 3, fewer than five"],
      [{ logId: undefined, logs: 0 }, "none, because it has none"],
      [{ logId: undefined }, "none, because none of its entries is readable"],
      [undefined, "none, for a reason", "for a reason"],
    ];
    for (const [choice, log, note] of rows)
      assert.equal(explained({ result: "failed" }, choice, note).at(-1), `  log: ${log}`);
  });

  it("tells what is known of a record that cannot be understood", () => {
    const unreadable = { id: undefined, buildNumber: "7", pipeline: undefined, problem: "id: missing" };
    const lines = (issue?: Issue) => renderExplainedRun({ unreadable }, issue, config, known);
    const name = "a pipeline without a name 7 (run without an id)";
    const facts = [name, "  its record is not readable: id: missing"];
    assert.deepEqual(lines(), [...facts, "  no message: its pipeline is not checked"]);
    const issue = { ...issueOfRecord(unreadable), links: { runPage: undefined, log: undefined, note: "" } };
    assert.deepEqual(lines(issue), [...facts, "  message: its record is not readable", "  log: none"]);
  });

  it("names by its tests the message that the rules give, for every run", () => {
    /** The number of the test that finds an issue. */
    const testOf = ({ code }: Issue) =>
      code === "waitedTooLong" ? 3 : ["ranTooLong", "finishedTooFast"].includes(code) ? 1 : 2;
    const time = fc.option(fc.integer({ min: midnight, max: midnight + 2000 }), { nil: undefined });
    const changed = fc.record({
      ...{ queueTime: time, startTime: time, finishTime: time },
      result: fc.constantFrom("succeeded", "failed", ""),
      pipeline: fc.constantFrom("feed", "import", "asleep"),
    });
    fc.assert(
      fc.property(changed, (changes) => {
        const problem = checkRecord({ run: failedRun({ ...good, ...changes }) }, config);
        const lines = explained(changes);
        const said = lines.find((line) => line.startsWith("  message")) ?? "no message";
        const expected = problem === undefined ? "no message" : `  message: by test ${testOf(problem)}`;
        assert.ok(said.startsWith(expected), `${said} for ${problem?.code}`);
        const isMatching = lines.some((line) => line.endsWith(": matches"));
        assert.equal(isMatching, problem !== undefined);
      }),
    );
  });

  it("tells which key hides a run from the rules", () => {
    const pipelines = { default: defaults, feed: { branches: ["main", "x/*"] } };
    const filtered = configOf({ runs: "notPullRequests", pipelines });
    const key = "and runs is notPullRequests";
    for (const [changes, why] of [
      [{ branch: "refs/heads/main", reason: "pullRequest" }, `it was started by pullRequest, ${key}`],
      [
        { pipeline: "other", branch: "refs/pull/5/merge" },
        `it was started by a pull request (refs/pull/5/merge), ${key}`,
      ],
      [{ branch: "refs/heads/topic" }, "its branch is refs/heads/topic, and branches is main, x/*"],
    ] as const) {
      const lines = renderExplainedRun(
        { run: failedRun({ ...good, ...changes }) },
        undefined,
        filtered,
        known,
      );
      assert.deepEqual(lines.slice(1), [`  no message: ${why}`]);
    }
  });
});
