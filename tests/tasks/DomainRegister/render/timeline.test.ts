import assert from "node:assert/strict";
import fc from "fast-check";
import type { Availability } from "../../../../shared/registrar/registrar";
import type { AlreadyOwned, Event, Reconciled } from "../../../../tasks/DomainRegister/registration/state";
import {
  emptyTimeline,
  maxAttempts,
  maxChanges,
  renderAttempts,
  type Timeline,
  withEvent,
} from "../../../../tasks/DomainRegister/render/timeline";
import { available, failed, noQuote, purchase, quoted, response, rules, taken } from "../samples";

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
    const priced = (more: Partial<Availability>) =>
      timelineOf([response({ period: undefined, ...more })]).changes[0]?.price;
    assert.deepEqual(priced({ price: 11_690_000 }), { amount: "11.69", raw: "11690000", currency: "USD" });
    assert.deepEqual(priced({ price: 2, currency: undefined }), { amount: "0.000002", raw: "2" });
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

  it("says what was sent, at which price, and how each one ended", () => {
    const price = { amount: "0.0001", raw: "100", currency: "USD" };
    const events: Event[] = [
      { kind: "stale", ageSeconds: 14 },
      purchase({ kind: "notTaken", message: "429", retryAfterSeconds: 5 }),
      purchase({ kind: "unavailable", message: "422", reason: "TAKEN: It is." }),
      purchase({ kind: "refused", message: "402", status: 402 }),
      purchase({ kind: "unknown", message: "POST: 500 (OOPS)", reason: "OOPS" }),
      purchase(accepted),
      ...[quoted(), quoted({ period: 2 }, "It requires X."), quoted({ currency: "EUR" }, "It requires X.")],
      noQuote({ kind: "unavailable", message: "409" }),
      noQuote({ kind: "notTaken", message: "503", retryAfterSeconds: undefined }),
      purchase({ kind: "bought", order: { orderId: 7 } }),
      purchase({ kind: "bought", order: {} }),
      purchase({ kind: "alreadyOwned", message: "Another run bought it." }),
    ];
    const limit = { ...rules.limit, currency: "USD" };
    const { attempts } = events.reduce(
      (timeline, event, index) => withEvent(timeline, event, index, limit, available),
      emptyTimeline,
    );
    const sent = { request: "purchase", price, period: 1 };
    const asked = { request: "quote", price, period: 1 };
    assert.deepEqual(attempts, [
      {
        ...{ at: 0, request: "purchase", response: "not sent" },
        reason: "The confirming response was already 14 s old.",
      },
      { at: 1, ...sent, response: "failed", reason: "429" },
      { at: 2, ...sent, response: "refused", reason: "TAKEN: It is." },
      { at: 3, ...sent, response: "refused", reason: "402" },
      { at: 4, ...sent, response: "unknown", reason: "POST: 500 (OOPS)" },
      {
        at: 5,
        ...sent,
        response: "unknown",
        reason: "The registrar accepted the purchase but has not completed it.",
      },
      { at: 7, ...asked, period: 2, response: "quoted", reason: "It requires X." },
      {
        ...{ at: 8, ...asked, price: { ...price, currency: "EUR" } },
        ...{ response: "quoted", reason: "the price is in EUR, not in USD" },
      },
      { at: 9, request: "quote", response: "refused", reason: "409" },
      { at: 10, request: "quote", response: "failed", reason: "503" },
      { at: 11, ...sent, response: "bought", order: "7" },
      { at: 12, ...sent, response: "bought" },
      { at: 13, ...sent, response: "not sent", reason: "Another run bought it." },
    ]);
    const [unpriced] = timelineOf([purchase({ kind: "bought", order: {} })]).attempts;
    assert.deepEqual(unpriced, { at: 0, request: "purchase", response: "bought" });
  });

  it("calls an unknown one bought once the account holds the domain, and not before", () => {
    const unknown = purchase({ kind: "unknown", message: "reset" });
    const reconciled = (response: Reconciled | AlreadyOwned): Event => ({ kind: "reconciled", response });
    const [first] = timelineOf([unknown]).attempts;
    const settledBy = (response: Reconciled | AlreadyOwned) =>
      timelineOf([unknown, unknown, reconciled(response)]).attempts;
    const bought: Reconciled = { kind: "bought", order: {} };
    const settled = { at: 30, request: "purchase", response: "bought", reason: "The purchase took effect." };
    assert.deepEqual(settledBy(bought), [first, settled]);
    assert.deepEqual(settledBy({ kind: "bought", order: { orderId: 7 } }), [
      first,
      { ...settled, order: "7" },
    ]);
    assert.deepEqual(settledBy({ kind: "unknown", message: "-" }), timelineOf([unknown, unknown]).attempts);
    const refused = { at: 30, request: "purchase", response: "refused", reason: "taken" };
    assert.deepEqual(settledBy({ kind: "unavailable", message: "taken" }), [first, refused]);
    const found = { at: 30, request: "purchase", response: "not sent", reason: "The account holds it." };
    assert.deepEqual(settledBy({ kind: "alreadyOwned", message: found.reason }), [first, found]);
    assert.deepEqual(timelineOf([reconciled(bought)]).attempts, []);
  });

  it("keeps the latest ones of a registrar that accepts none for a day", () => {
    const refusal = purchase({ kind: "notTaken", message: "429", retryAfterSeconds: 5 });
    const events = Array.from({ length: maxAttempts + 3 }, () => refusal);
    const { attempts, attemptsLeftOut } = timelineOf(events);
    assert.deepEqual([attempts.length, attempts[0]?.at, attemptsLeftOut], [maxAttempts, 90, 3]);
  });

  it("are counted by response, with the reason of the last", () => {
    const refusal = purchase({ kind: "unavailable", message: "422", reason: "TAKEN: No" });
    const failure = purchase({ kind: "notTaken", message: "429", retryAfterSeconds: 5 });
    const noSale = noQuote({ kind: "unavailable", message: "There is no quote." });
    const refused = (events: Event[]) => renderAttempts(timelineOf(events), "refused");
    assert.equal(refused([refusal]), "1 purchase refused: TAKEN: No. ");
    assert.equal(refused([refusal, failure, refusal, taken]), "2 purchases refused: TAKEN: No. ");
    assert.equal(refused([noSale]), "1 quote refused: There is no quote. ");
    assert.equal(refused([refusal, noSale, noSale]), "1 purchase and 2 quotes refused: There is no quote. ");
    assert.equal(renderAttempts(timelineOf([refusal, failure]), "failed"), "1 purchase failed: 429. ");
    assert.equal(refused([failure, taken]), "");
    const endless = Array.from({ length: maxAttempts + 3 }, () => refusal);
    assert.equal(refused(endless), `At least ${maxAttempts} purchases refused: TAKEN: No. `);
  });
});
