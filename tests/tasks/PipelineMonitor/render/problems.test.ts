import assert from "node:assert/strict";
import type { MonitorReport } from "../../../../shared/report/schema";
import type { RunSketch } from "../../../sandbox/runs";
import { chatOf, ended, now } from "../monitor-stage";
import { limits, play, playHour } from "./problems-stage";

const hour = 3600;
const at = (hours: number) => now / 1000 + hours * hour;

/** Of several pipelines, in one hour. */
const failuresOf = (...pipelines: string[]) =>
  pipelines.flatMap((pipeline, index) => failures(pipeline, 0, 10 * index));
/** An hour's list has a failure of each hour until then. */
const failures = (pipeline: string, hours: number, id = 0): RunSketch[] =>
  Array.from({ length: hours + 1 }, (_, index) =>
    ended(hours, index - 0.2, { id: id + index + 1, definitionId: id + 1, pipeline, result: "failed" }),
  );
const brief = ({ problems }: MonitorReport) =>
  problems.map(({ pipeline, sentence, state }) => `${pipeline} ${sentence} (${state.kind})`);

describe("the problems of a report", () => {
  it("are there in every hour of an outage, with since when, how often, the last run, and when it was told", async () => {
    const works = ended(3, 2.5, { id: 9, definitionId: 1, pipeline: "invoices" });
    const [first = assert.fail(), second = assert.fail(), third, last] = await play([
      ...[failures("invoices", 0), failures("invoices", 1), [], [works]],
    ]);
    assert.equal(first.sentence, "invoices failed at 03:07 UTC");
    assert.deepEqual(first.problems[0]?.state, { kind: "told" });
    assert.equal(second.sentence, "invoices failing since 03:07 UTC");
    const [{ key: _, ...problem } = assert.fail()] = second.problems;
    assert.deepEqual(problem, {
      ...{ project: "Night Shift", pipeline: "invoices", kind: "failed", sentence: "failed" },
      ...{ severity: "failure", importance: "normal", number: "20261120.2", count: 2 },
      ...{ since: at(-0.2), last: at(0.8) },
      runUrl: "https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=2",
      logUrl: problem.logUrl,
      state: { kind: "told", why: "Already reported at 2026-11-20 03:19 UTC." },
    });
    assert.equal(third?.sentence, "invoices failing since 03:07 UTC", "without a run in the hour");
    assert.deepEqual(
      [last?.sentence, last?.problems],
      ["invoices works again after 2 failures, 2 h 42 min", []],
    );
  });

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

  it("say so if no message was delivered", async () => {
    const report = await playHour(
      failures("invoices", 0),
      {},
      { post: () => Promise.reject(new Error("503")) },
    );
    assert.deepEqual(brief(report), ["invoices failed (notDelivered)"]);
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
});
