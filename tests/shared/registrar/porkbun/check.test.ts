import assert from "node:assert/strict";
import fc from "fast-check";
import { Unreadable } from "../../../../shared/http/errors";
import { parseCheck } from "../../../../shared/registrar/porkbun/records";

const domain = "example.org";
const response = { avail: "yes", type: "registration", price: "9.73", premium: "no", minDuration: 1 };
const checkOf = (changes: object, around: object = {}) =>
  parseCheck({ status: "SUCCESS", response: { ...response, ...changes }, ...around }, domain);
const priceOf = (changes: object) => checkOf(changes).availability.price;

describe("parseCheck", () => {
  it("returns the price of the shortest registration in cents, and never says whether it is certain", () => {
    assert.deepEqual(checkOf({ definitive: true }), {
      availability: { available: true, definitive: undefined, price: 973, currency: "USD", period: 1 },
      isPremium: false,
      restSeconds: 10,
    });
    assert.equal(checkOf({ avail: "no" }).availability.available, false);
  });

  it("adds up the years: all at one price, or the first at a promotion", () => {
    assert.equal(priceOf({ minDuration: 2, regularPrice: "99.00", firstYearPromo: "no" }), 1946);
    assert.equal(priceOf({ minDuration: 2, regularPrice: "11.08", firstYearPromo: "yes" }), 2081);
    assert.equal(priceOf({ minDuration: 1, regularPrice: "11.08", firstYearPromo: "yes" }), 973);
    assert.equal(priceOf({ minDuration: 1, firstYearPromo: "yes" }), 973);
    assert.equal(priceOf({ minDuration: 3, firstYearPromo: "yes" }), undefined);
    assert.equal(checkOf({ minDuration: 2 }).availability.period, 2);
  });

  it("turns any decimal text into exactly its cents, whatever a float would make of it", () => {
    const amount = fc.bigInt({ min: 1n, max: 900_000_000_000_000n });
    const text = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 10 }), (first, later, minDuration) => {
        const total = first + later * BigInt(minDuration - 1);
        const expected = total <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(total) : undefined;
        const prices = { price: text(first), regularPrice: text(later), firstYearPromo: "yes" };
        assert.equal(priceOf({ ...prices, minDuration }), expected);
      }),
    );
    const most = Number.MAX_SAFE_INTEGER;
    const prices = { "1.1": 110, "7": 700, "4.350": 435, "90071992547409.91": most };
    for (const [price, cents] of Object.entries(prices)) assert.equal(priceOf({ price }), cents, price);
    assert.equal(priceOf({ price: "90071992547409.92" }), undefined);
  });

  it("returns no price for anything that is not an amount above 0 in whole cents", () => {
    for (const price of [
      ...[undefined, null, 9.73, 973, true, {}, [], ["9.73"], "", " ", "0", "0.00", "-1.00", "+1.00"],
      ...["1.005", "1e2", "1,234.00", "9,73", "$9.73", "9.73 ", "9.73\n", "0x10", "NaN", "Infinity"],
      "9".repeat(100_000),
    ])
      assert.equal(priceOf({ price }), undefined, String(price).slice(0, 20));
  });

  it("returns the period 0 and no price if the duration is no number of years", () => {
    const offer = (minDuration: unknown) => {
      const { price, period } = checkOf({ minDuration }).availability;
      return [price, period];
    };
    for (const minDuration of [0, -1, 1.5, 11, "1", "2", {}, [1], true, 1e300])
      assert.deepEqual(offer(minDuration), [undefined, 0], String(minDuration));
    for (const minDuration of [undefined, null]) assert.deepEqual(offer(minDuration), [973, 1]);
  });

  it("counts a name as premium unless the response says that it is not", () => {
    for (const premium of ["no", false, undefined, null]) assert.equal(checkOf({ premium }).isPremium, false);
    for (const premium of ["yes", "YES", true, 1, "", {}]) assert.equal(checkOf({ premium }).isPremium, true);
  });

  it("rests when the limit is used up, for as long as the service says", () => {
    const restOf = (around: object) => checkOf({}, around).restSeconds;
    const full = { TTL: 10, limit: 1, used: 1 };
    for (const [around, seconds] of [
      [{ limits: full, ttlRemaining: 7 }, 7],
      [{ limits: full }, 10],
      [{ limits: { ...full, used: 5 }, ttlRemaining: 0 }, 0],
      [{ limits: { ...full, used: 0 }, ttlRemaining: 7 }, 0],
      [{ limits: { ...full, limit: 5 }, ttlRemaining: 7 }, 0],
      [{ limits: { TTL: "20", limit: "1", used: 1 } }, 20],
      [{ limits: { TTL: "20", limit: "2", used: "1" } }, 0],
      [{ limits: full, ttlRemaining: -3 }, 10],
      [{ limits: full, ttlRemaining: "7" }, 7],
      [{ limits: full, ttlRemaining: "-7" }, 10],
      [{ limits: full, ttlRemaining: 1e300 }, 366 * 24 * 3600],
    ] as const)
      assert.equal(restOf(around), seconds, JSON.stringify(around));
  });

  it("rests as long as after any check by default if the limits cannot be read", () => {
    for (const around of [
      ...[{}, { ttlRemaining: 7 }, { limits: null }, { limits: "1 of 1" }, { limits: { limit: 1, used: 1 } }],
      ...[{ limit: 1 }, { used: 0 }].map((limits) => ({ limits, ttlRemaining: 7 })),
      { limits: { TTL: "soon", limit: "1", used: "1" } },
    ])
      assert.equal(checkOf({}, around).restSeconds, 10, JSON.stringify(around));
  });

  it("rejects what is not an availability, or is about something else", () => {
    const message = "JSON that is not an availability response";
    for (const changes of [
      ...[{ avail: true }, { avail: "YES" }, { avail: "" }, { avail: undefined }, { avail: ["yes"] }],
      ...[{ type: "renewal" }, { type: "transfer" }, { type: 7 }],
    ])
      assert.throws(() => checkOf(changes), { message }, JSON.stringify(changes));
    for (const body of [null, [], "yes", 7, {}, { response: null }, { response: [] }, { avail: "yes" }])
      assert.throws(() => parseCheck(body, domain), { message }, JSON.stringify(body));
    const other = { message: "a response about another domain" };
    assert.throws(() => checkOf({}, { domain: "other.org" }), other);
    assert.throws(() => checkOf({ domain: "other.org" }), other);
    assert.equal(checkOf({ domain: "EXAMPLE.org" }).availability.available, true);
  });

  it("returns whole cents or throws Unreadable, whatever the service sends", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (price, minDuration, limits) => {
        const { availability, restSeconds } = checkOf({ price, minDuration }, { limits });
        assert.ok(availability.price === undefined || Number.isSafeInteger(availability.price));
        assert.ok(restSeconds >= 0);
      }),
    );
    fc.assert(
      fc.property(fc.anything(), (body) => {
        assert.throws(() => parseCheck(body, domain), Unreadable);
      }),
    );
  });
});
