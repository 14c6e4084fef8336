import assert from "node:assert/strict";
import fc from "fast-check";
import type { Availability } from "../../../../shared/registrar/registrar";
import type { Event } from "../../../../tasks/DomainRegister/registration/state";
import {
  emptyTimeline,
  maxAttempts,
  maxChanges,
  renderAttempts,
  type Timeline,
  withEvent,
} from "../../../../tasks/DomainRegister/render/timeline";
import {
  available,
  failed,
  noQuote,
  purchase,
  purchases,
  quoted,
  reconciled,
  response,
  rules,
  taken,
  timelineOf,
} from "../samples";

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
        const counted = changes.reduce((sum, { count }) => sum + count, 0);
        assert.deepEqual([checkCount, counted], [events.length, events.length]);
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

  const changeOf = (more: Partial<Availability>, limit: Partial<typeof rules.limit> = {}) =>
    timelineOf([response(more)], { ...rules.limit, ...limit }).changes[0] ?? assert.fail();

  it("stores why a price is not paid, as the task decided it: over the cap, or for fewer years", () => {
    assert.match(
      changeOf({}, { period: 2 }).objection ?? "",
      /^the price is that of 1 year, and 2 years are ordered/,
    );
    assert.match(changeOf({ price: 101 }).objection ?? "", /^the price is 0\.000101 USD .*, over maxPrice/);
    const byQuote = { ...rules, limit: { ...rules.limit, period: 2 }, needsQuote: true };
    const [quotedLater] = withEvent(emptyTimeline, response(), 0, byQuote).changes;
    assert.equal(quotedLater?.objection, undefined, "the quote decides");
    const inEuro = { currency: "EUR" };
    assert.equal(changeOf({}, inEuro).objection, "the price is in USD, not in EUR");
    assert.equal(changeOf({}).objection, undefined);
    assert.equal(changeOf({ available: false }, inEuro).objection, undefined);
  });

  it("shows an amount as text in both units, and none that is not a whole amount", () => {
    const priced = (more: Partial<Availability>) => changeOf({ period: undefined, ...more }).price;
    assert.deepEqual(priced({ price: 11_690_000 }), { amount: "11.69", raw: "11690000", currency: "USD" });
    assert.deepEqual(priced({ price: 2, currency: undefined }), { amount: "0.000002", raw: "2" });
    const { price: _, ...free } = changeOf({ period: 0 }, { maxPrice: undefined });
    assert.deepEqual(free, { at: 0, until: 0, count: 1, available: true, definitive: true });
    assert.equal(priced({ price: 0 })?.raw, "0");
    for (const price of [11.69, -1, Number.NaN, 1e300, undefined])
      assert.equal(changeOf({ price }).price, undefined);
  });
});

describe("the timeline of purchase attempts", () => {
  const refusal = purchase({ kind: "unavailable", message: "422", reason: "TAKEN: No" });
  const oops = purchase({ kind: "unknown", message: "POST: 500 (OOPS)", reason: "OOPS" });
  const noSale = noQuote({ kind: "unavailable", message: "There is no quote." });
  const noAnswer = noQuote({ kind: "notTaken", message: "503", retryAfterSeconds: undefined });
  const order7 = purchase({ kind: "bought", order: { orderId: 7 } });
  const { unknown } = purchases;

  const shown = ({ attempts }: Timeline) =>
    attempts.map(({ request, response, reason, order }) =>
      [request, response, ...(reason ? [reason] : []), ...(order ? [`order ${order}`] : [])].join(", "),
    );

  const endings: [Event, ...shown: string[]][] = [
    [{ kind: "stale", ageSeconds: 14 }, "purchase, not sent, The confirming response was already 14 s old."],
    [purchases.notTaken, "purchase, failed, 429"],
    [refusal, "purchase, refused, TAKEN: No"],
    [purchases.refused, "purchase, refused, 402"],
    [oops, "purchase, unknown, POST: 500 (OOPS)"],
    [purchases.accepted, "purchase, unknown, The registrar accepted the purchase but has not completed it."],
    [quoted()],
    [quoted({}, "It requires X."), "quote, quoted, It requires X."],
    [quoted({ currency: "EUR" }, "It requires X."), "quote, quoted, the price is in EUR, not in USD"],
    [noSale, "quote, refused, There is no quote."],
    [noAnswer, "quote, failed, 503"],
    [order7, "purchase, bought, order 7"],
    [purchases.bought, "purchase, bought"],
    [purchases.alreadyOwned, "purchase, not sent, Another run bought it."],
  ];
  it("says what was sent, and how each one ended", () => {
    for (const [event, ...attempts] of endings)
      assert.deepEqual(shown(timelineOf([event], { ...rules.limit, currency: "USD" })), attempts);
  });

  it("has the price of the offer that was bought, or of the quote, where something was sent at a price", () => {
    const attemptAt = (event: Event) =>
      withEvent(emptyTimeline, event, 3, rules, available).attempts[0] ?? assert.fail();
    const price = { amount: "0.0001", raw: "100", currency: "USD" };
    const bought = { at: 3, request: "purchase", price, period: 1, response: "bought" };
    assert.deepEqual(attemptAt(purchases.bought), bought);
    const { price: quotedPrice, period } = attemptAt(
      quoted({ currency: "EUR", period: 2 }, "It requires X."),
    );
    assert.deepEqual([quotedPrice, period], [{ ...price, currency: "EUR" }, 2]);
    for (const event of [{ kind: "stale", ageSeconds: 14 } as const, noSale, noAnswer])
      assert.ok(!("price" in attemptAt(event)) && !("period" in attemptAt(event)));
    const [unpriced] = timelineOf([purchases.bought]).attempts;
    assert.deepEqual(unpriced, { at: 0, request: "purchase", response: "bought" });
  });

  const settled: [by: Parameters<typeof reconciled>[0], shown: string][] = [
    [{ kind: "bought", order: {} }, "purchase, bought, The purchase took effect."],
    [{ kind: "bought", order: { orderId: 7 } }, "purchase, bought, The purchase took effect., order 7"],
    [{ kind: "unknown", message: "-" }, "purchase, unknown, reset"],
    [{ kind: "unavailable", message: "taken" }, "purchase, refused, taken"],
    [{ kind: "alreadyOwned", message: "The account holds it." }, "purchase, not sent, The account holds it."],
  ];
  for (const [by, attempt] of settled)
    it(`shows how the last unknown one turned out: ${attempt}`, () => {
      const timeline = timelineOf([unknown, unknown, reconciled(by)]);
      assert.deepEqual(shown(timeline), ["purchase, unknown, reset", attempt]);
      assert.equal(timeline.attempts[1]?.at, 30);
    });

  it("has none for what settles a purchase of an earlier run", () => {
    assert.deepEqual(timelineOf([reconciled({ kind: "bought", order: {} })]).attempts, []);
  });

  it("keeps the latest ones of a registrar that accepts none for a day", () => {
    const { attempts, attemptsLeftOut } = timelineOf(Array(maxAttempts + 3).fill(purchases.notTaken));
    assert.deepEqual([attempts.length, attempts[0]?.at, attemptsLeftOut], [maxAttempts, 90, 3]);
  });

  const counted: [events: Event[], response: "refused" | "failed", words: string][] = [
    [[refusal], "refused", "1 purchase refused: TAKEN: No. "],
    [[refusal, purchases.notTaken, refusal, taken], "refused", "2 purchases refused: TAKEN: No. "],
    [[noSale], "refused", "1 quote refused: There is no quote. "],
    [[refusal, noSale, noSale], "refused", "1 purchase and 2 quotes refused: There is no quote. "],
    [[refusal, purchases.notTaken], "failed", "1 purchase failed: 429. "],
    [[purchases.notTaken, taken], "refused", ""],
    [
      Array(maxAttempts + 3).fill(refusal),
      "refused",
      `At least ${maxAttempts} purchases refused: TAKEN: No. `,
    ],
  ];
  it("are counted by response, with the reason of the last", () => {
    for (const [events, response, words] of counted)
      assert.equal(renderAttempts(timelineOf(events), response), words);
  });
});
