import assert from "node:assert/strict";
import { plainText } from "../../../../../shared/chat/message";
import type { Config } from "../../../../../tasks/PipelineMonitor/config/parse";
import { scheduledPipeline } from "../../../../../tasks/PipelineMonitor/config/schedules";
import { findMissed } from "../../../../../tasks/PipelineMonitor/features/missed-runs/find-missed";
import { missedIssue } from "../../../../../tasks/PipelineMonitor/features/missed-runs/missed-issue";
import { issueOf } from "../../../../../tasks/PipelineMonitor/issue/issue";
import { missedKeys } from "../../../../../tasks/PipelineMonitor/issue/place";
import type { FoundProject } from "../../../../../tasks/PipelineMonitor/issue/report";
import { subjectOf } from "../../../../../tasks/PipelineMonitor/issue/subject";
import { groupedBlocks } from "../../../../../tasks/PipelineMonitor/render/block-groups";
import { timesParts } from "../../../../../tasks/PipelineMonitor/render/lines";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { missedEntry } from "../../known-entry";
import { configWith } from "../../monitor-stage";
import { memoryContext, projectReport } from "../../report-stage";

const midnight = Date.UTC(2026, 10, 20) / 1000;
const hour = 3600;
const schedules = [
  ...scheduledPipeline("nightly import", { schedule: "0 * * * *", grace: 600 }),
  ...scheduledPipeline("price feed", { schedule: "30 * * * *" }),
];
const given = { config: { ...projectReport().config, schedules } };

describe("the check for missed runs", () => {
  const isEnabled = (changes: Partial<FoundProject>, learned: readonly Config[] = []) =>
    findMissed(new Map(learned.map((one) => [one, []]))).isEnabled?.(projectReport(changes), memoryContext());

  it("is done if a schedule is given or learned, or a missed run is known", () => {
    const known = [missedEntry("price feed", midnight)];
    const over = [missedEntry("price feed", midnight, { end: { at: midnight } })];
    const cases = [given, { entries: known }, { entries: over }, {}];
    assert.deepEqual(
      cases.map((one) => isEnabled(one)),
      [true, true, false, false],
    );
    const { config } = projectReport();
    assert.equal(isEnabled({ config }, [config]), true);
  });

  it("lists what did not start before what is stuck, and after the rest", async () => {
    const issues = ["tooFew", "stuckQueued", "stuckRunning", "unreadable"].map((code) =>
      issueOf(
        { code, severity: "warning", rank: 2, tally: "", isState: code !== "unreadable" },
        code === "tooFew" ? "project" : { run: failedRun() },
        [],
      ),
    );
    const after = await findMissed(new Map()).run(projectReport({ ...given, issues }), memoryContext());
    const codes = after.issues.map(({ code }) => code).join(" ");
    assert.equal(codes, "tooFew missed missed stuckQueued stuckRunning unreadable");
    const alone = await findMissed(new Map()).run(projectReport(given), memoryContext());
    assert.equal(alone.issues.length, 2);
  });

  it("hands on the runs with which a problem ends, as far back as one may be due", async () => {
    const run = failedRun({ pipeline: "price feed", queueTime: midnight + 2.5 * hour });
    const asked: number[] = [];
    const service = {
      async *runsQueuedSince(since: number) {
        asked.push((since - midnight) / 60);
        yield [{ run }];
      },
    };
    const { recoveries } = await findMissed(new Map()).run(projectReport(given), memoryContext({ service }));
    const at = midnight + 2.5 * hour;
    assert.deepEqual(
      recoveries,
      missedKeys(subjectOf(run)).map((key) => ({ key, at, run })),
    );
    assert.deepEqual(asked, [149]);
  });

  it("ends what it knows of a schedule that left the configuration, without a word, and keeps other ends", async () => {
    const entries = ["price feed", "given", "learned", "night 7"].map((name) => missedEntry(name, midnight));
    const config = configWith({
      window: "since_last_report",
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 0 },
        given: { schedule: "0 3 * * *" },
        learned: { schedule: "auto" },
        "night *": { schedule: "auto" },
      },
    });
    const ends = new Map([["before", undefined]]);
    const after = await findMissed(new Map()).run(projectReport({ config, entries, ends }), memoryContext());
    assert.deepEqual([...after.ends], [...ends, [entries[0]?.key, undefined]]);
  });

  it("says how many runs of a pipeline were missed, without the time of each", () => {
    const report = projectReport();
    const [last = assert.fail(), ...others] = [2, 1, 0].map((hours) =>
      missedIssue(report, { pipeline: { name: "price feed" }, at: midnight + hours * hour }),
    );
    const [block = assert.fail()] = groupedBlocks([last, ...others], sanitize);
    assert.match(plainText(block.parts, sanitize), /^price feed did not start 3 times, 00:00 to 02:00 UTC$/);
    const times = timesParts(last, { count: 3, since: undefined });
    assert.equal(plainText(times, sanitize), "did not start 3 times");
  });
});
