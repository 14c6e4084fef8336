import assert from "node:assert/strict";
import fc from "fast-check";
import { ErrorInBody, Unreadable } from "../../../../shared/http/errors";
import { parseJson } from "../../../../shared/registrar/parse";
import {
  expectSuccess,
  parseCheck,
  parseOrder,
  parseOwnership,
  parseTerms,
} from "../../../../shared/registrar/porkbun/records";
import { sanitize } from "../../../sanitize";

const domain = "example.org";

describe("the success of a 200 response", () => {
  it("is the status SUCCESS and nothing else", () => {
    expectSuccess({ status: "SUCCESS" }, sanitize);
    const statuses = ["success", true, "PENDING"].map((status) => ({ status }));
    const message = "200 with JSON whose status is neither SUCCESS nor ERROR";
    for (const body of [null, [], "SUCCESS", 7, {}, ...statuses])
      assert.throws(() => expectSuccess(body, sanitize), { message });
    for (const text of ["", "<html>", '{"status":"SUCCESS"', "undefined"])
      assert.throws(() => parseJson(text), { message: "200 with incomplete or invalid JSON" });
  });

  it("is not the status ERROR, whose texts are sanitized and whose pause is kept", () => {
    const error = (body: object) => {
      try {
        expectSuccess({ status: "ERROR", requestId: "019fa6cf", ...body }, sanitize);
      } catch (thrown) {
        return thrown instanceof ErrorInBody ? thrown.problem : assert.fail(String(thrown));
      }
      return assert.fail("it is a success");
    };
    assert.deepEqual(error({ code: "RATE_LIMIT_EXCEEDED", message: "No.", ttlRemaining: 7 }), {
      ...{ kind: "status", status: 200, redirectsTo: undefined, retryAfterSeconds: 7 },
      ...{ serviceCode: "RATE_LIMIT_EXCEEDED", serviceMessage: "No" },
    });
    const hostile = error({ code: "##vso[task.complete]", message: `\n${"x".repeat(100_000)}` });
    assert.ok(!hostile.serviceCode.includes("##vso[") && hostile.serviceMessage.length <= 300);
    // Deep enough to end a recursion.
    const deep = JSON.parse(`{"message":"No.","code":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
    assert.equal(error(deep).serviceCode, "");
  });

  it("is no word of Porkbun's if an error has neither its mark nor a known code", () => {
    const blocked = { status: "ERROR", code: "BLOCKED", message: "By ##vso[x] a filter." };
    assert.throws(() => expectSuccess(blocked, sanitize), {
      message: "200 with an error that Porkbun is not known for (BLOCKED: By # #vso[x] a filter)",
    });
    assert.throws(() => expectSuccess({ status: "ERROR" }, sanitize), Unreadable);
  });
});

describe("parseTerms", () => {
  const record = { tld: "org", apiRegisterable: true, registrationDurationYears: 1 };
  const terms = (changes: object) => parseTerms({ ...record, ...changes }, "org", sanitize);

  it("says whether names are sold, and for how many years", () => {
    assert.deepEqual(terms({}), { kind: "sold", years: 1 });
    assert.deepEqual(terms({ tld: "ORG", registrationDurationYears: 2 }), { kind: "sold", years: 2 });
    assert.deepEqual(terms({ registrationDurationYears: "2" }), { kind: "sold", years: 2 });
    for (const years of [null, undefined, 0, 11, 1.5, "1.5", "11", {}])
      assert.deepEqual(terms({ registrationDurationYears: years }), { kind: "sold", years: undefined });
    const message = "Porkbun does not sell .org names through its API.";
    const unsold = { kind: "notSold", message };
    assert.deepEqual(terms({ apiRegisterable: false }), unsold);
    const reasoned = terms({ apiRegisterable: false, notApiRegisterableReason: "Use\nthe website." });
    assert.deepEqual(reasoned, { ...unsold, message: `${message} Use the website.` });
  });

  it("rejects anything else, and another top-level domain", () => {
    const message = "JSON that is not about the requirements of a top-level domain";
    for (const tld of [undefined, 5]) assert.throws(() => terms({ tld }), { message });
    for (const apiRegisterable of ["true", 1]) assert.throws(() => terms({ apiRegisterable }), { message });
    assert.throws(() => terms({ tld: "com" }), { message: "a response about another top-level domain" });
    assert.throws(() => parseTerms(null, "org", sanitize), Unreadable);
  });
});

describe("parseOwnership", () => {
  it("accepts only the status ACTIVE as proof of ownership", () => {
    const record = (status: unknown) => parseOwnership({ domain: { domain: "EXAMPLE.ORG", status } }, domain);
    assert.deepEqual(record("ACTIVE"), { kind: "owned" });
    for (const status of ["PENDING", "active", "REDEMPTION"])
      assert.deepEqual(record(status), { kind: "listed", status });
    for (const status of [undefined, null, 1, ["ACTIVE"], "ACTIVE ", "##vso[x]", "A".repeat(61)])
      assert.deepEqual(record(status), { kind: "listed", status: undefined });
  });

  it("accepts no domain that is managed elsewhere, which the account lists as ACTIVE, too", () => {
    const record = (notLocal: unknown) =>
      parseOwnership({ domain: { domain, status: "ACTIVE", notLocal } }, domain);
    for (const notLocal of [0, "0", null]) assert.deepEqual(record(notLocal), { kind: "owned" });
    for (const notLocal of [1, "1", true, "yes", {}])
      assert.deepEqual(record(notLocal), { kind: "listed", status: "ACTIVE (managed elsewhere)" });
  });
});

describe("parseOrder", () => {
  const order = { domain, cost: 973, orderId: "12345678", balance: 4027 };

  it("returns order and cost in cents, without members of another form", () => {
    assert.deepEqual(parseOrder(order, domain), { orderId: "12345678", total: 973, currency: "USD" });
    assert.equal(parseOrder({ ...order, orderId: 12345678 }, domain).orderId, 12345678);
    for (const orderId of [undefined, null, "", "a b", "##vso[x]", "1".repeat(61), 1.5, 1e300, {}, true])
      assert.throws(() => parseOrder({ ...order, orderId }, domain), Unreadable);
    assert.equal(parseOrder({ ...order, cost: "973" }, domain).total, 973);
    for (const cost of [undefined, null, "9.73", "-1", 9.73, -1, 1e300, {}])
      assert.equal(parseOrder({ ...order, cost }, domain).total, undefined);
    assert.equal(parseOrder({ ...order, domain: "bücher.org" }, "xn--bcher-kva.org").total, 973);
  });

  it("takes nothing for an order that names another domain or none, or is a dry run", () => {
    const message = "a response about another domain";
    for (const named of ["other.org", "", undefined, null, {}, [domain], `${domain}.evil.org`])
      assert.throws(() => parseOrder({ ...order, domain: named }, domain), { message });
    for (const body of [null, [], "bought", 7, true])
      assert.throws(() => parseOrder(body, domain), Unreadable);
    assert.throws(() => parseOrder({ ...order, dryRun: true }, domain), {
      message: "the result of a dry run",
    });
  });
});

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
    for (const minDuration of [0, -1, 1.5, 11, "0", "1.5", "11", "two", {}, [1], true, 1e300])
      assert.deepEqual(offer(minDuration), [undefined, 0], String(minDuration));
    assert.deepEqual([offer("1"), offer("2")], [offer(1), offer(2)]);
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
