import assert from "node:assert/strict";
import fc from "fast-check";
import { millionths } from "../../../../shared/registrar/money";
import type { Event, Reconciled } from "../../../../tasks/DomainRegister/registration/state";
import {
  emptyTimeline,
  maxAttempts,
  maxChanges,
  moneyOf,
  type Timeline,
  withEvent,
} from "../../../../tasks/DomainRegister/render/timeline";
import { failed, noQuote, purchase, quoted, response, rules, taken } from "../samples";

/** The timeline after events that are 30 seconds apart. */
function timelineOf(events: readonly Event[], limit = rules.limit): Timeline {
  return events.reduce(
    (timeline, event, index) => withEvent(timeline, event, 30 * index, limit),
    emptyTimeline,
  );
}

const checks = fc.array(
  fc.constantFrom<Event>(
    taken,
    response(),
    response({ definitive: false }),
    response({ price: 101 }),
    failed(),
    failed({ message: "timed out" }),
  ),
  { maxLength: 300 },
);

describe("the timeline of checks", () => {
  it("has one entry for neighbouring checks with the same response, with its first and last time", () => {
    const { changes, checkCount } = timelineOf([taken, taken, taken, failed(), failed(), response()]);
    assert.equal(checkCount, 6);
    assert.deepEqual(
      changes.map(({ at, until, count, available, problem }) => [at, until, count, available ?? problem]),
      [
        [0, 60, 3, false],
        [90, 120, 2, "503"],
        [150, 150, 1, true],
      ],
    );
  });

  it("counts every check once, keeps their order, and never has equal neighbours", () => {
    fc.assert(
      fc.property(checks, (events) => {
        const { changes, checkCount } = timelineOf(events);
        assert.equal(checkCount, events.length);
        assert.equal(
          changes.reduce((sum, { count }) => sum + count, 0),
          events.length,
        );
        for (const [index, { at, until, count, ...shown }] of changes.entries()) {
          const next = changes[index + 1];
          assert.equal(until - at, 30 * (count - 1));
          if (next === undefined) continue;
          assert.equal(next.at, until + 30);
          const { at: _, until: __, count: ___, ...other } = next;
          assert.notDeepEqual(shown, other);
        }
      }),
    );
  });

  it("keeps the latest changes of a registrar whose responses differ each time, and counts the others", () => {
    const events = Array.from({ length: maxChanges + 7 }, (_, index) => failed({ message: `${index}` }));
    const { changes, changesLeftOut, checkCount } = timelineOf(events);
    assert.deepEqual([changes.length, changesLeftOut, checkCount], [500, 7, maxChanges + 7]);
    assert.deepEqual([changes[0]?.problem, changes.at(-1)?.problem], ["7", `${maxChanges + 6}`]);
  });

  it("stores why a price is not paid, as the task decided it: over the cap, scaled to the period", () => {
    const twoYears = { ...rules.limit, period: 2 };
    const [change] = timelineOf([response()], twoYears).changes;
    assert.match(
      change?.objection ?? "",
      /^the price for 2 years is 0\.0002 USD \(200 in the registrar's unit\), over maxPrice/,
    );
    const inEuro = { ...rules.limit, currency: "EUR" };
    assert.equal(timelineOf([response()], inEuro).changes[0]?.objection, "the price is in USD, not in EUR");
    assert.equal(timelineOf([response()]).changes[0]?.objection, undefined);
    assert.equal(timelineOf([response({ available: false })], inEuro).changes[0]?.objection, undefined);
  });

  it("shows an amount as text in both units, and none that is not a whole amount", () => {
    assert.deepEqual(moneyOf(11_690_000, "USD", millionths), {
      amount: "11.69",
      raw: "11690000",
      currency: "USD",
    });
    assert.deepEqual(moneyOf(10n ** 18n, undefined, millionths), {
      amount: "1000000000000.00",
      raw: "1000000000000000000",
    });
    const [{ price: _, ...free } = assert.fail()] = timelineOf([response({ period: 0 })], {
      ...rules.limit,
      maxPrice: undefined,
    }).changes;
    assert.deepEqual(free, { at: 0, until: 0, count: 1, available: true, definitive: true });
    for (const price of [11.69, -1, Number.NaN, 1e300, undefined])
      assert.equal(timelineOf([response({ price })]).changes[0]?.price, undefined);
  });
});

describe("the timeline of purchase attempts", () => {
  const accepted = { kind: "accepted", operation: "o", retryAfterSeconds: undefined } as const;

  it("says how each one ended", () => {
    const { attempts } = timelineOf(
      [
        { kind: "stale", ageSeconds: 14 },
        purchase({ kind: "notTaken", message: "429", retryAfterSeconds: 5 }),
        purchase({ kind: "unavailable", message: "422" }),
        purchase({ kind: "refused", message: "402", status: 402 }),
        purchase({ kind: "unknown", message: "reset" }),
        purchase(accepted),
        ...[quoted(), quoted({}, "It requires X."), quoted({ currency: "EUR" }, "It requires X.")],
        noQuote({ kind: "unavailable", message: "409" }),
        { kind: "look", seen: "absent", problem: "" },
        purchase({ kind: "bought", order: { orderId: 7 } }),
        purchase({ kind: "bought", order: {} }),
      ],
      { ...rules.limit, currency: "USD" },
    );
    assert.deepEqual(attempts, [
      { at: 0, outcome: "notSent", sentence: "The confirming response was 14 s old by then." },
      { at: 30, outcome: "notAccepted", sentence: "429" },
      { at: 60, outcome: "refused", sentence: "422" },
      { at: 90, outcome: "refused", sentence: "402" },
      { at: 120, outcome: "unknown", sentence: "reset" },
      { at: 150, outcome: "unknown", sentence: "The registrar accepted it but had not made it yet." },
      { at: 210, outcome: "notSent", sentence: "It requires X." },
      { at: 240, outcome: "notSent", sentence: "the price is in EUR, not in USD" },
      { at: 270, outcome: "notSent", sentence: "409" },
      { at: 330, outcome: "bought", sentence: "Order 7." },
      { at: 360, outcome: "bought" },
    ]);
  });

  it("calls an unknown one bought once the account holds the domain, and not before", () => {
    const unknown = purchase({ kind: "unknown", message: "reset" });
    const reconciled = (response: Reconciled): Event => ({ kind: "reconciled", response });
    const [first] = timelineOf([unknown]).attempts;
    const settledBy = (response: Reconciled) => timelineOf([unknown, unknown, reconciled(response)]).attempts;
    const bought: Reconciled = { kind: "bought", order: {} };
    const settled = { at: 30, outcome: "bought", sentence: "The purchase took effect." };
    assert.deepEqual(settledBy(bought), [first, settled]);
    const numbered = { ...settled, sentence: "Order 7." };
    assert.deepEqual(settledBy({ kind: "bought", order: { orderId: 7 } }), [first, numbered]);
    assert.deepEqual(settledBy({ kind: "unknown", message: "-" }), timelineOf([unknown, unknown]).attempts);
    const refused = { at: 30, outcome: "refused", sentence: "taken" };
    assert.deepEqual(settledBy({ kind: "unavailable", message: "taken" }), [first, refused]);
    assert.deepEqual(timelineOf([reconciled(bought)]).attempts, []);
  });

  it("keeps the latest ones of a registrar that accepts none for a day", () => {
    const refusal = purchase({ kind: "notTaken", message: "429", retryAfterSeconds: 5 });
    const events = Array.from({ length: maxAttempts + 3 }, () => refusal);
    const { attempts, attemptsLeftOut } = timelineOf(events);
    assert.deepEqual([attempts.length, attempts[0]?.at, attemptsLeftOut], [maxAttempts, 90, 3]);
  });
});
