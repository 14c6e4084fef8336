import assert from "node:assert/strict";
import fc from "fast-check";
import { renderOffer } from "../../../shared/report/money";
import type { MonitorReport } from "../../../shared/report/schema";
import { ganttOf } from "../../../tab/geometry/gantt";
import { attemptFigures, changeFigures } from "../../../tab/words/check-words";
import { spanText, tickText, timeText, utcClock } from "../../../tab/words/clock";
import { labelOf, leftOutText, toneOf } from "../../../tab/words/report-words";
import { rowSummary, runFigures } from "../../../tab/words/run-words";
import { purchase, refusedPurchases, unknownPurchase } from "../example-registrations";
import { hourOf, quietHour } from "../example-reports";

const utc = utcClock(0);

describe("words of the tab", () => {
  it("name a report by stage, job, attempt, and configuration or domain, without what is unknown", () => {
    assert.equal(labelOf(hourOf(0)), "Watch · monitor · attempt 1 · monitor.json");
    const { stage: _, job: __, attempt: ___, ...bare } = purchase();
    assert.equal(labelOf(bare), "soon-released.org");
  });

  it("call good news good, and bad news bad", () => {
    const tones = [hourOf(40), quietHour(), purchase(), unknownPurchase(), refusedPurchases()].map(toneOf);
    assert.deepEqual(tones, ["bad", "good", "good", "bad", "warn"]);
    assert.equal(toneOf({ ...purchase(), outcome: "notAvailable" }), "neutral");
    assert.equal(toneOf({ ...purchase(), outcome: "tooExpensive" }), "warn");
  });

  it("say what a report leaves out, lists of later versions too", () => {
    assert.equal(leftOutText(hourOf(0)), "");
    const leftOut = ["missedRuns", "__proto__"].map((list) => ({ list, count: 3 }));
    assert.match(leftOutText({ ...hourOf(0), leftOut }), /: 3 missed runs, 3 __proto__\.$/);
  });

  const run = { pipeline: "a", number: "1" };

  it("show figures of a run that are known, and no others", () => {
    assert.deepEqual(runFigures({ ...run, verdict: "unreadable" }, utc), ["unreadable"]);
    const waited = { ...run, verdict: "waitedTooLong", queueTime: 0, startTime: 400 } as const;
    assert.deepEqual(runFigures({ ...waited, limits: { maxWaitSeconds: 300 } }, utc), [
      "waited too long",
      "Waited 6 min 40 s, allowed at most 5 min",
      "queued 00:00:00, started 00:06:40 UTC",
    ]);
  });

  const at = hourOf(0).to;
  const finished = ["ranTooLong", "ok", "failed", "failed"] as const;
  const runs = [
    ...finished.map((verdict) => ({ ...run, verdict, finishTime: at })),
    { ...run, verdict: "stuck" as const },
  ];
  const totals = { pipeline: "a", runs: 7, issues: 0, failures: 0 };
  const slower = { ...totals, runTime: { mean: 180, longest: 200 }, usual: 60 };
  const flaky = { pipeline: "a", tally: "flaky", sentence: "is flaky" };
  const rows: [title: string, changes: Partial<MonitorReport>, summary: string][] = [
    [
      "what is wrong, the worst first",
      { runs, missedRuns: [{ pipeline: "a", at }] },
      "1 missed · 2 failed · 1 stuck · 1 ran too long · 4 finished in all",
    ],
    [
      "what is wrong with the pipeline",
      { pipelines: [totals], otherIssues: [flaky, { sentence: "too few runs" }] },
      "flaky · 7 finished in all",
    ],
    ["the trend of its run time", { pipelines: [slower] }, "7 finished · 3 min, usually 1 min"],
    [
      "a usual time without a second",
      { pipelines: [{ ...slower, usual: 0 }] },
      "7 finished · 3 min, usually under 1 s",
    ],
    ["no trend that is small", { pipelines: [{ ...slower, usual: 150 }] }, "7 finished"],
  ];
  for (const [title, changes, summary] of rows)
    it(`sum up a row: ${title}`, () => {
      const report = { ...hourOf(0, 0), problems: [], missedRuns: [], otherIssues: [], ...changes };
      const summaries = ganttOf(report, false).rows.map((row) => rowSummary(row, utc));
      assert.deepEqual(summaries, [summary]);
    });

  it("write spans of a day without repeating it, and ticks as their steps need it", () => {
    const { from, to } = hourOf(0);
    assert.equal(spanText(from, to), "2026-11-20 01:00 to 02:00");
    assert.equal(spanText(from, to + 86_400), "2026-11-20 01:00 to 2026-11-21 02:00");
    const ticks = [10, 600, 86_400].map((step) => tickText(from, step));
    assert.deepEqual(ticks, ["01:00:00", "01:00", "11-20 01:00"]);
    assert.equal(tickText(from - 3600, 86_400), "11-20");
  });

  it("survive any time", () => {
    fc.assert(fc.property(fc.double(), (time) => assert.equal(typeof timeText(time), "string")));
  });

  it("show an amount as it was written, with its years", () => {
    const price = { amount: "11.69", raw: "11690000", currency: "USD" };
    assert.equal(renderOffer({ price }), "11.69 USD");
    assert.equal(renderOffer({ price, period: 2 }), "11.69 USD for 2 years");
    assert.equal(renderOffer({ price: { amount: "0.30", raw: "300000" } }), "0.30");
    assert.equal(renderOffer({ period: 1 }), "");
  });

  it("tell of a purchase attempt what was sent, at which price, the response and its reason", () => {
    const [failed, bought] = purchase().attempts.map((attempt) => attemptFigures(attempt).join("\n"));
    const [offer, limit] = ["11.69 USD for 1 year", "The registrar allows no more requests for a minute."];
    assert.equal(failed, `purchase: failed\n${offer}\n${limit}\n2026-11-20 01:32:00 UTC`);
    assert.equal(bought, `purchase: bought\n${offer}\nOrder 1001\n2026-11-20 01:41:54 UTC`);
  });

  it("tell neighbouring checks with the same response, and whether it is certain", () => {
    const [, problem, , uncertain] = purchase().changes;
    assert.ok(problem && uncertain);
    assert.equal(changeFigures(uncertain)[0], "available, not certain");
    assert.deepEqual(changeFigures(problem), [
      "check failed",
      "The registrar answered 503 (Service Unavailable).",
      "2026-11-20 01:19:12 to 01:20:30 UTC, 6 checks",
    ]);
  });
});
