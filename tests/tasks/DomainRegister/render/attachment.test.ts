import assert from "node:assert/strict";
import { outcomes } from "../../../../shared/report/form";
import type { RunOrigin } from "../../../../shared/report/origin";
import { parseReport } from "../../../../shared/report/parse";
import { buildReport } from "../../../../tasks/DomainRegister/render/publish";
import type { RunResult } from "../../../../tasks/DomainRegister/render/run-result";
import { nextStepAfter } from "../../../../tasks/DomainRegister/render/summary";
import { emptyTimeline } from "../../../../tasks/DomainRegister/render/timeline";
import { hostilePieces } from "../../../hostile-text";
import { sanitize } from "../../../sanitize";
import { failed, purchase, response, rules, runResult, timelineOf } from "../samples";

const origin = { project: "Night Shift", stage: "Buy", job: "register", attempt: 2 };
const reportOf = (changes: Partial<RunResult>, from: RunOrigin = origin) =>
  buildReport(runResult(changes), from, sanitize);

describe("the report that DomainRegister attaches", () => {
  for (const outcome of outcomes)
    it(`fits its schema, and says what to do next: ${outcome}`, () => {
      const report = reportOf({ outcome });
      assert.deepEqual(parseReport(JSON.stringify(report)), { kind: "report", report });
      assert.deepEqual(report.nextSteps, [nextStepAfter(runResult({ outcome }))]);
    });

  it("has the verdict in one line, where it comes from, and every check and attempt", () => {
    const timeline = timelineOf([failed(), response(), purchase({ kind: "bought", order: { orderId: 7 } })]);
    const message = "It is not known.\nBefore anything else, check.";
    const price = { amount: "0.0001", raw: "100", currency: "USD" };
    assert.deepEqual(JSON.parse(JSON.stringify(reportOf({ message, timeline }))), {
      ...{ kind: "domain", version: 1, ...origin, from: 1000, to: 2000, sentence: "It is not known." },
      ...{ domain: "example.org", environment: "production", outcome: "registered", checkCount: 2 },
      changes: [
        { at: 0, until: 0, count: 1, problem: "503" },
        { at: 30, until: 30, count: 1, available: true, definitive: true, price, period: 1 },
      ],
      attempts: [{ at: 60, request: "purchase", response: "bought", order: "7" }],
      stages: [],
      nextSteps: [nextStepAfter(runResult())],
    });
    const unknown = { project: undefined, stage: undefined, job: undefined, attempt: undefined };
    const attached = JSON.parse(JSON.stringify(reportOf({}, unknown)));
    assert.deepEqual(Object.keys(attached).slice(0, 3), ["kind", "version", "from"]);
    const inEuro = timelineOf([response()], { ...rules.limit, currency: "EUR" });
    assert.equal(reportOf({ timeline: inEuro }).changes[0]?.objection, "the price is in USD, not in EUR");
  });

  it("has the stages of the domain's life in seconds", () => {
    const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
    const record = { expiresAt: Date.UTC(2026, 10, 1), changedAt: undefined, statuses: [] };
    const { stages } = reportOf({ record });
    assert.deepEqual(
      stages.map(({ name, earliest, latest }) => [name, dayOf(earliest), dayOf(latest)]),
      [
        ["auto-renew grace period", "2026-11-01", "2026-11-01"],
        ["redemption grace period", "2026-11-01", "2026-12-16"],
        ["pending delete", "2026-12-01", "2027-01-15"],
        ["released", "2026-12-06", "2027-01-20"],
      ],
    );
    assert.deepEqual(reportOf({ record: { doubt: "" } }).stages, []);
  });

  it("says how many older changes and attempts it leaves out", () => {
    const timeline = { ...emptyTimeline, changesLeftOut: 7, attemptsLeftOut: 3 };
    assert.deepEqual(reportOf({ timeline }).leftOut, [
      { list: "changes", count: 7 },
      { list: "attempts", count: 3 },
    ]);
  });

  it("sanitizes every text from outside", () => {
    const hostile = `##vso[task.complete]\u202e ${hostilePieces.join(" ")} ${"x".repeat(1000)}`;
    const timeline = timelineOf([
      failed({ message: hostile }),
      purchase({ kind: "unknown", message: hostile }),
      purchase({ kind: "bought", order: { orderId: hostile } }),
    ]);
    const from = { project: hostile, stage: hostile, job: hostile, attempt: 1 };
    const text = JSON.stringify(reportOf({ timeline, message: hostile, domain: hostile }, from));
    assert.doesNotMatch(text, /##vso\[|\u202e/);
    assert.ok(text.length < 9 * 600, `${text.length}`);
  });
});
