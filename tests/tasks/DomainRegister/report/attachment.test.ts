import assert from "node:assert/strict";
import { parseReport } from "../../../../shared/report/parse";
import { outcomes } from "../../../../shared/report/schema";
import { findStageTimes } from "../../../../tasks/DomainRegister/lifecycle/stages";
import { type AttachmentParts, buildReport } from "../../../../tasks/DomainRegister/report/attachment";
import { nextStepAfter } from "../../../../tasks/DomainRegister/report/summary";
import { emptyTimeline, withEvent } from "../../../../tasks/DomainRegister/report/timeline";
import { hostilePieces } from "../../../hostile-text";
import { sanitize } from "../../../sanitize";
import { domain, failed, purchase, response, rules } from "../samples";

const parts: AttachmentParts = {
  startedAt: 1_000_500,
  endedAt: 2_000_900,
  outcome: "registered",
  resolvableUntil: undefined,
  timeline: emptyTimeline,
  domain,
  environment: "production",
  origin: { project: "Night Shift", stage: "Buy", job: "register", attempt: 2 },
  message: "example.org is registered.",
  limit: rules.limit,
  stages: [],
  nextStep: nextStepAfter("registered", undefined),
  record: undefined,
};
const reportOf = (changes: Partial<AttachmentParts>) => buildReport({ ...parts, ...changes }, sanitize);

describe("the report that DomainRegister attaches", () => {
  for (const outcome of outcomes)
    it(`fits its schema, and says what to do next: ${outcome}`, () => {
      const report = reportOf({ outcome, nextStep: nextStepAfter(outcome, undefined) });
      assert.deepEqual(parseReport(JSON.stringify(report)), { kind: "report", report });
      assert.deepEqual(report.nextSteps, [nextStepAfter(outcome, undefined)]);
    });

  it("says where it comes from, when it began and ended, and the verdict in one line", () => {
    const report = reportOf({ message: "It is not known.\nBefore anything else, check." });
    assert.deepEqual(
      [report.project, report.stage, report.job, report.attempt],
      ["Night Shift", "Buy", "register", 2],
    );
    assert.deepEqual([report.from, report.to, report.sentence], [1000, 2000, "It is not known."]);
  });

  it("shows the cap in the currency of the offers, and none for a step that does not buy or buys at any price", () => {
    const timeline = withEvent(emptyTimeline, response(), 5, rules.limit);
    assert.deepEqual(reportOf({ timeline }).priceCap, { amount: "0.0001", raw: "100", currency: "USD" });
    assert.deepEqual(reportOf({}).priceCap, { amount: "0.0001", raw: "100" });
    assert.equal(reportOf({ limit: undefined }).priceCap, undefined);
    assert.equal(reportOf({ limit: { ...rules.limit, maxPrice: undefined } }).priceCap, undefined);
  });

  it("has the stages of the domain's life in seconds", () => {
    const { stages } = reportOf({ stages: findStageTimes(Date.UTC(2026, 10, 1)) });
    assert.deepEqual(
      stages.map(({ name, latest }) => [name, new Date(latest * 1000).toISOString().slice(0, 10)]),
      [
        ["auto-renew grace period", "2026-11-01"],
        ["redemption grace period", "2026-12-16"],
        ["pending delete", "2027-01-15"],
        ["released", "2027-01-20"],
      ],
    );
  });

  it("says how many older changes and attempts it leaves out", () => {
    const timeline = { ...emptyTimeline, changesLeftOut: 7, attemptsLeftOut: 3 };
    assert.deepEqual(reportOf({ timeline }).leftOut, [
      { list: "changes", count: 7 },
      { list: "attempts", count: 3 },
    ]);
    assert.equal(reportOf({}).leftOut, undefined);
  });

  it("sanitizes every text from outside", () => {
    const hostile = `##vso[task.complete]\u202e ${hostilePieces.join(" ")} ${"x".repeat(1000)}`;
    const events = [failed({ message: hostile }), purchase({ kind: "unknown", message: hostile })];
    const timeline = events.reduce((all, event) => withEvent(all, event, 5, rules.limit), emptyTimeline);
    const origin = { project: hostile, stage: hostile, job: hostile, attempt: 1 };
    const text = JSON.stringify(reportOf({ timeline, origin, message: hostile, domain: hostile }));
    assert.doesNotMatch(text, /##vso\[|\u202e/);
    assert.ok(text.length < 8 * 600, `${text.length}`);
  });
});
