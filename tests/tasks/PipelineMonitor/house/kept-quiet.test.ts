// Needs: business-hours, history, mutes, thresholds
import assert from "node:assert/strict";
import type { Note } from "../../../../tasks/PipelineMonitor/issue/note";
import { configWith, failedEntry, failure, now, worked } from "../ledger/ledger-stage";
import { brief, failures, limits, play, playHour } from "../render/problems-stage";
import { chatOf } from "../target-stage";
import { failed, line, over, owed, recovered, told, view } from "../targets/view-stage";

/** Of several pipelines, in one hour. */
const failuresOf = (...pipelines: string[]) =>
  pipelines.flatMap((pipeline, index) => failures(pipeline, 0, 10 * index));

describe("problems that are kept quiet, in a report", () => {
  it("are in order of importance, and end with what is kept quiet, which the heading only counts", async () => {
    const runs = failuresOf("flaky", "export", "payments", "lab", "mail");
    const pipelines = {
      default: limits,
      flaky: { mute_until: "2026-12-01", mute_reason: "vendor", owner: "Data" },
      payments: { severity: "high", owner: "<@U1>", runbook: "https://wiki.contoso.com/p" },
      lab: { severity: "info" },
      mail: { after_failures: 2 },
    };
    const report = await playHour(runs, { pipelines, history: 5 });
    assert.deepEqual(brief(report), [
      "payments failed (told)",
      "export failed (told)",
      "lab failed (told)",
      "mail failed (belowThreshold)",
      "flaky failed (muted)",
    ]);
    const [payments, , , mail, flaky] = report.problems;
    assert.deepEqual([payments?.owner, payments?.runbookUrl], ["<@U1>", "https://wiki.contoso.com/p"]);
    assert.equal(mail?.state.why, "Failure 1 of 2 in a row.");
    assert.equal(flaky?.state.why, "Muted until 2026-12-01 00:00 UTC (vendor).");
    assert.equal(
      report.sentence,
      "3 problems: payments failed at 03:07 UTC, export failed at 03:07 UTC, and more; 1 muted, 1 below its threshold",
    );
  });

  it("are in the summary of each hour, with when they were told, and what is kept quiet comes last", async () => {
    const base = "https://dev.azure.com/contoso/Night%20Shift";
    const pipelines = { default: limits, flaky: { mute_until: "2026-12-01" } };
    const runs = [...failures("invoices", 0), ...failures("flaky", 0, 10)];
    const [, second] = await play([runs, []], { pipelines });
    const item = (name: string, why: string, id: number) =>
      `- **${name}** failed at 03:07 UTC. ${why}  \n  [Run 20261120.${id}](${base}/_build/results?buildId=${id}) · [Log](`;
    const [heading, list, title, calm] = second?.summary.split("\n\n") ?? [];
    assert.equal(heading, "**invoices failed at 03:07 UTC; 1 muted**");
    assert.ok(list?.startsWith(item("invoices", "Already reported at 2026-11-20 03:19 UTC.", 1)), list);
    assert.equal(title, "**Not in the message**");
    assert.ok(calm?.startsWith(item("flaky", "Muted until 2026-12-01 00:00 UTC.", 11)), calm);
  });

  it("are those of all chats: the reason for which one has it not is none if another has it", async () => {
    const isBilling = (of: string | undefined) => of === "invoices" || of === "mail";
    const billing = chatOf("BILLING", async () => undefined, isBilling);
    const runs = failuresOf("invoices", "export", "mail");
    const keys = { pipelines: { default: limits, mail: { after_failures: 2 } }, history: 5 };
    const targets = { takes: (of: string | undefined) => !isBilling(of), others: [billing] };
    assert.deepEqual(brief(await playHour(runs, keys, targets)).sort(), [
      "export failed (told)",
      "invoices failed (told)",
      "mail failed (belowThreshold)",
    ]);
  });

  it("says of a failure below its threshold how many it takes, and the verdict that there is one", async () => {
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 30, after_failures: 2 } };
    const keys = { run_ct_min: -1, notify: "changes", history: 20, pipelines };
    const { sentence, runs } = await playHour(
      [
        { id: 1, finishedSecondsAgo: 900 },
        { id: 2, finishedSecondsAgo: 600, result: "failed" },
      ],
      keys,
    );
    assert.equal(sentence, "No problems, except 1 below its threshold: nightly import failed at 03:09 UTC");
    const failed = runs.find(({ verdict }) => verdict === "failed");
    assert.equal(failed?.sentence, "failed, first time in 2 runs. Failure 1 of 2 in a row.");
  });
});

describe("the view of a target, with what keeps problems quiet", () => {
  it("leaves out single issues of a problem that are in maintenance or below the threshold", () => {
    const config = configWith({ notify: "changes", quiet: [{ schedule: "0 3 * * *", hours: 1 }] });
    const issues = [failure({ finishTime: now - 1200 }), failure({ id: 813 })];
    assert.deepEqual(view([], { config, issues }).lines, [failed, `(maintenance) ${failed}`]);
    const second = { "nightly import": { after_failures: 2 } };
    const counting = configWith({ notify: "changes", history: 20 }, second);
    const counted = issues.map((issue, index) => ({ ...issue, failuresInRow: index + 1 }));
    const { lines } = view([], { config: counting, issues: counted });
    assert.deepEqual(lines, [failed, `(threshold) ${failed}`]);
    const waiting = view([failedEntry(owed)], { config, issues });
    assert.deepEqual(waiting.lines, [line("failed 3 times since 01:19 UTC"), `(maintenance) ${failed}`]);
  });

  it("has notes and ends that are held with the reason, and not those of nobody", () => {
    const config = configWith({ notify: "changes", business_hours: "Mon-Fri 08:00-18:00" });
    const note: Note = { says: [{ words: "It is so" }], severity: "note", rank: 7 };
    assert.deepEqual(view([], { config, notes: [note] }).texts, ["(hours) It is so."]);
    assert.deepEqual(view([], { notes: [note] }).texts, ["It is so."]);
    const runs = [worked(now - 60)];
    const { texts, lasting } = view([failedEntry(told)], { config, runs });
    assert.deepEqual([texts, lasting], [[`(hours) ${recovered(1)}`], []], "over, and not told yet");
    assert.deepEqual(view([failedEntry()], { config, runs }).texts, []);
    assert.deepEqual(view([over(failedEntry(owed))], { config }).texts, []);
    const unchecked = configWith({ notify: "changes" }, { "nightly import": { check_flag: false } });
    assert.deepEqual(view([over(failedEntry(told))], { config: unchecked }).texts, []);
  });
});
