import assert from "node:assert/strict";
import fc from "fast-check";
import type { Seen } from "../../../../shared/rdap/client";
import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Event, Rules, Step } from "../../../../tasks/DomainRegister/registration/state";
import { failed, response, rules, taken } from "../samples";

const hour = 3600 * 1000;
const day = 24 * hour;
const morning = Date.UTC(2026, 10, 20, 5);
const byRecord: Rules = { ...rules, pace: "record", ending: "com", endsAt: morning + 20 * hour };
const look = (seen: Seen | undefined): Event => ({ kind: "look", seen, problem: "" });
const record = (statuses: string[], changedDaysAgo?: number, expiresInDays?: number): Seen => ({
  expiresAt: expiresInDays === undefined ? undefined : morning + expiresInDays * day,
  changedAt: changedDaysAgo === undefined ? undefined : morning - changedDaysAgo * day,
  statuses,
});
const redemption = ["redemption period", "pending delete"];
const live = record(["client transfer prohibited"], 100, 200);

/** The step after these events, which happen at the time of the action that they answer. */
function play(events: readonly Event[], changes: Partial<Rules> = {}): { step: Step; now: number } {
  let now = morning;
  let step = begin(now, "record");
  for (const event of events) {
    const { action } = step;
    if (action.do === "check") now = Math.max(now, action.at);
    step = next(step.registration, event, now, { ...byRecord, ...changes });
  }
  return { step, now };
}
const outcomeAfter = (seen: Seen | undefined, changes: Partial<Rules> = {}) => {
  const { action } = play([look(seen), taken], changes).step;
  return action.do === "end" ? action.end.outcome : action.do === "check" && action.at - morning;
};
const steady = 30_000;

describe("registration at the pace of the record", () => {
  it("looks at the record before the first check, and only then", () => {
    assert.deepEqual(begin(morning, "record").action, { do: "look" });
    const check = { do: "check", at: morning, confirming: false };
    for (const seen of [record(["pending delete"], 1), "absent" as const, undefined]) {
      assert.deepEqual(play([look(seen)]).step.action, check);
      assert.deepEqual(play([look(seen), taken]).step.action, { ...check, at: morning + steady });
    }
  });

  it("ends after one check if the record proves that the release comes long after the wait", () => {
    for (const seen of [live, record(redemption, 20), record(["client hold"], 3)])
      assert.equal(outcomeAfter(seen), "tooEarly");
    const { action } = play([look(record(redemption, 20)), taken]).step;
    assert.ok(action.do === "end" && action.end.outcome === "tooEarly");
    assert.equal(action.end.stage, "redemption grace period");
    assert.equal(action.end.quietUntil, morning + 5 * day);
  });

  it("does not end while the registrar says that the domain is available, however uncertain that is", () => {
    const uncertain = response({ available: true, definitive: false });
    const { action } = play([look(live), uncertain], { requireDefinitive: true }).step;
    assert.equal(action.do, "check");
  });

  it("does not end if a daily run that is a day late would miss the release", () => {
    const expiring = (days: number) => record(["active"], 100, days);
    const other = { ending: "xyz", endsAt: morning + hour };
    assert.equal(outcomeAfter(expiring(2), other), steady);
    assert.equal(outcomeAfter(expiring(2.1), other), "tooEarly");
  });

  it("buys what is available whatever the record says: it may lag behind the registry", () => {
    const { step } = play([look(record(redemption, 20)), response(), response()]);
    assert.equal(step.action.do, "purchase");
  });

  it("keeps the steady pace after a look that costs time, and ends when the wait is over", () => {
    const endsAt = morning + 40_000;
    assert.equal(outcomeAfter(undefined, { endsAt }), steady);
    const { action } = play([look(undefined), taken, taken], { endsAt }).step;
    assert.deepEqual(action, { do: "end", end: { outcome: "notAvailable" } });
  });

  it("checks as often as the steady pace, or ends as too early, whatever the record and the registrar say", () => {
    const days = fc.option(fc.double({ min: -400, max: 400, noNaN: true }), { nil: undefined });
    const anyRecord = fc
      .tuple(
        fc.subarray(["active", "redemption period", "pending delete", "client hold", "add period", "x"]),
        days,
        days,
      )
      .map(([statuses, changed, expires]) => record(statuses, changed, expires));
    const seen = fc.oneof(fc.constantFrom<Seen | undefined>("absent", undefined), anyRecord);
    const checks = fc.array(fc.constantFrom(taken, failed()), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(seen, checks, fc.constantFrom("com", "nz"), (found, events, ending) => {
        const wanted = { ...byRecord, ending };
        let withRecord = next(begin(morning, "record").registration, look(found), morning, wanted);
        let without = begin(morning);
        for (const event of events) {
          const now = without.action.do === "check" ? without.action.at : assert.fail();
          withRecord = next(withRecord.registration, event, now, wanted);
          without = next(without.registration, event, now, wanted);
          if (withRecord.action.do === "end") {
            assert.equal(withRecord.action.end.outcome, "tooEarly");
            return;
          }
          assert.deepEqual(withRecord.action, without.action);
        }
      }),
    );
  });
});
