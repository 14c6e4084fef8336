import assert from "node:assert/strict";
import fc from "fast-check";
import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Event, Rules, Step } from "../../../../tasks/DomainRegister/registration/state";
import type { Look, Seen } from "../../../../tasks/DomainRegister/registration/watch";
import { failed, response, rules, taken } from "../samples";

const hour = 3600 * 1000;
const day = 24 * hour;
const morning = Date.UTC(2026, 10, 20, 5);
const byRecord: Rules = { ...rules, pace: "record", tld: "com", endsAt: morning + 20 * hour };
const look = (seen: Seen | undefined): Look => ({ kind: "look", seen, problem: "" });
const record = (...statuses: string[]): Seen => ({ expiresAt: undefined, changedAt: undefined, statuses });
const pendingDelete = record("pending delete");

/** The step after these events, which happen at the time of the action that they answer. */
function play(events: readonly Event[], changes: Partial<Rules> = {}): { step: Step; now: number } {
  let now = morning;
  let step = begin(now, "record");
  for (const event of events) {
    const { action } = step;
    if (action.do === "check" || action.do === "look") now = Math.max(now, action.at);
    step = next(step.registration, event, now, { ...byRecord, ...changes });
  }
  return { step, now };
}
const endOf = ({ step: { action } }: { step: Step }) => (action.do === "end" ? action.end : undefined);

describe("registration at the pace of the record", () => {
  it("looks at the record before the first check", () => {
    assert.deepEqual(begin(morning, "record").action, { do: "look", at: morning });
    assert.deepEqual(play([look(pendingDelete)]).step.action, {
      do: "check",
      at: morning,
      confirming: false,
    });
  });

  it("ends after one check if the release comes after the wait", () => {
    for (const statuses of [["redemption period", "pending delete"], ["client hold"], ["active"]]) {
      const end = endOf(play([look(record(...statuses)), taken]));
      assert.equal(end?.outcome, "tooEarly", statuses.join());
    }
    const end = endOf(play([look(record("redemption period")), taken]));
    assert.ok(end?.outcome === "tooEarly");
    assert.equal(end.stage, "redemption grace period");
    assert.equal(end.release?.earliest, morning + 5 * day);
  });

  it("buys what is available whatever the record says: it may lag behind the registry", () => {
    const { step } = play([look(record("redemption period")), response(), response()]);
    assert.equal(step.action.do, "purchase");
  });

  it("polls slowly outside of the drop hours, and looks at the record in between", () => {
    const { step, now } = play([look(pendingDelete), taken]);
    assert.deepEqual(step.action, { do: "look", at: now + 900_000 });
    assert.equal(step.registration.planned.at, now + 1_800_000);
  });

  it("polls at the steady pace at once when the record vanishes or changes", () => {
    for (const moved of ["absent" as const, record("pending delete", "client hold")]) {
      const { step, now } = play([look(pendingDelete), taken, look(moved)]);
      assert.deepEqual(step.action, { do: "check", at: now, confirming: false });
      const after = play([look(pendingDelete), taken, look(moved), taken]);
      assert.equal(after.step.registration.planned.at, after.now + 30_000);
    }
  });

  it("keeps the pace when a later look fails", () => {
    const { step } = play([look(pendingDelete), taken, look(undefined)]);
    assert.equal(step.registration.planned.at, morning + 1_800_000);
  });

  it("is steady, and looks no more, if the record cannot be read at first", () => {
    const { step } = play([look(undefined), taken]);
    assert.deepEqual(step.action, { do: "check", at: morning + 30_000, confirming: false });
  });

  it("never checks sooner than the registrar asks, even if the record moves", () => {
    const busy = failed({ retryAfterSeconds: 600 });
    const { step } = play([look(pendingDelete), taken, look(pendingDelete), busy, look("absent")]);
    assert.ok(step.action.do !== "check" || step.action.at >= step.registration.planned.notBefore);
    assert.ok(step.registration.planned.at >= step.registration.planned.notBefore);
  });

  it("checks once more when the wait ends, however long the pause is", () => {
    const endsAt = morning + 600_000;
    const { step } = play([look(pendingDelete), taken], { endsAt });
    assert.equal(step.registration.planned.at, endsAt);
    assert.equal(endOf(play([look(pendingDelete), taken, taken], { endsAt }))?.outcome, "notAvailable");
  });

  it("is never slower than the steady pace once the record is gone, and always ends", () => {
    const seen = fc.constantFrom<Seen | undefined>(
      pendingDelete,
      record("client hold", "x"),
      "absent",
      undefined,
    );
    const script = fc.record({
      looks: fc.array(seen, { minLength: 1, maxLength: 30 }),
      checks: fc.array(fc.constantFrom(taken, failed()), { minLength: 1, maxLength: 30 }),
      waitHours: fc.integer({ min: 0, max: 24 }),
    });
    fc.assert(
      fc.property(script, ({ looks, checks, waitHours }) => {
        const wanted = { ...byRecord, endsAt: morning + waitHours * hour };
        const [lookQueue, checkQueue] = [[...looks], [...checks]];
        let now = morning;
        let step = begin(now, "record");
        let isGone = false;
        let lastCheckAt = Number.NaN;
        let checksInHour = 0;
        for (let steps = 0; step.action.do !== "end"; steps++) {
          assert.ok(steps < 20_000, "it never ends");
          const { action } = step;
          assert.ok(action.do === "check" || action.do === "look");
          now = Math.max(now, action.at);
          assert.ok(now <= wanted.endsAt || action.do === "look", "a check starts after the wait");
          if (action.do === "look") {
            const seenNow = lookQueue.shift() ?? pendingDelete;
            isGone = seenNow === "absent";
            step = next(step.registration, look(seenNow), now, wanted);
            continue;
          }
          const event = checkQueue.shift() ?? taken;
          if (isGone && step.registration.failures === 0 && !Number.isNaN(lastCheckAt))
            assert.ok(now - lastCheckAt <= 1_860_000);
          checksInHour =
            Number.isNaN(lastCheckAt) || now - lastCheckAt >= 29_999 ? checksInHour : checksInHour + 1;
          assert.equal(checksInHour, 0, "checks come faster than the steady pace");
          lastCheckAt = now;
          step = next(step.registration, event, now, wanted);
        }
      }),
      { numRuns: 200 },
    );
  });
});
