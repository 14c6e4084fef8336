import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAvailability, parseDomainRecord, parseOrder } from "../../../shared/registrar/records";

const domain = "example-to-buy.org";

describe("parseAvailability", () => {
  const answer = { available: true, domain, definitive: true, price: 11_690_000, currency: "USD", period: 1 };

  it("takes what an answer says, whatever the case of the domain", () => {
    const { domain: _, ...availability } = answer;
    assert.deepEqual(parseAvailability({ ...answer, domain: domain.toUpperCase() }, domain), availability);
  });

  it("takes price, currency and period for absent that are absent or mistyped", () => {
    const bare = { available: true, definitive: false, price: undefined, currency: undefined };
    for (const nothing of [undefined, null])
      assert.deepEqual(
        parseAvailability(
          {
            available: true,
            domain,
            definitive: nothing,
            price: nothing,
            currency: nothing,
            period: nothing,
          },
          domain,
        ),
        { ...bare, period: undefined },
      );
    assert.deepEqual(parseAvailability({ ...answer, definitive: 1, price: "1", currency: 840 }, domain), {
      ...bare,
      period: 1,
    });
  });

  it("takes three letters for a currency, in capitals, and nothing else", () => {
    const currencyOf = (currency: unknown) => parseAvailability({ ...answer, currency }, domain).currency;
    assert.deepEqual([currencyOf("usd"), currencyOf("EUR")], ["USD", "EUR"]);
    for (const none of ["", "US", "USDX", "U$D", "USD\n", " USD", "$(id)", ["USD"], "X".repeat(1_000_000)])
      assert.equal(currencyOf(none), undefined);
  });

  it("takes a period that is no whole number for 0, so that no price is compared by it", () => {
    for (const period of ["1", 1.5, {}])
      assert.equal(parseAvailability({ ...answer, period }, domain).period, 0);
  });

  it("names what is missing or mistyped (decision 9)", () => {
    const cases: [unknown, string][] = [
      [{ domain }, "JSON that is no availability: available is missing or mistyped"],
      [{ available: "true", domain }, "JSON that is no availability: available is missing or mistyped"],
      [{ available: true }, "JSON that is no availability: domain is missing or mistyped"],
      [null, "JSON that is no availability: it is missing or mistyped"],
      [{ ...answer, domain: "other.org" }, "about another domain"],
    ];
    for (const [body, message] of cases) assert.throws(() => parseAvailability(body, domain), { message });
  });
});

describe("parseDomainRecord", () => {
  it("proves by the status ACTIVE alone that the account holds a domain", () => {
    assert.deepEqual(parseDomainRecord({ domain: domain.toUpperCase(), status: "ACTIVE" }, domain), {
      owned: true,
      status: "ACTIVE",
    });
    for (const status of [
      ...["PENDING_SETUP", "PENDING_SETUP_FAILED", "PENDING_BACKORDER_CAPTURE", "AWAITING_PAYMENT"],
      ...["FAILED_SETUP", "FAILED_REGISTRATION", "FAILED_BACKORDER_CAPTURE", "UNSUCCESSFUL", "RESERVED"],
      ...["PARKED_EXPIRED", "PARKED_AND_HELD", "HELD_SHOPPER", "LOCKED_ABUSE", "PENDING_EXPIRATION"],
      ...["CANCELLED", "CANCELLED_REDEEMABLE", "EXPIRED_REASSIGNED", "TRANSFERRED_OUT", "CONFISCATED"],
      ...["UPDATED_OWNERSHIP", "UNKNOWN", "INACTIVE", "ACTIVE_SOON", "NEW_WORD"],
    ])
      assert.deepEqual(parseDomainRecord({ domain, status }, domain), { owned: false, status });
  });

  it("names no status that is none", () => {
    for (const status of [
      undefined,
      null,
      "",
      7,
      ["ACTIVE"],
      "ACTIVE ",
      "##vso[task.complete]",
      "A".repeat(61),
    ])
      assert.deepEqual(parseDomainRecord({ domain, status }, domain), { owned: false, status: undefined });
  });

  it("refuses what is no record, or of another domain", () => {
    const cases: [unknown, string][] = [
      [{}, "JSON that is no record of a domain"],
      [null, "JSON that is no record of a domain"],
      [{ domain: "other.org", status: "ACTIVE" }, "about another domain"],
    ];
    for (const [body, message] of cases) assert.throws(() => parseDomainRecord(body, domain), { message });
  });
});

describe("parseOrder", () => {
  const order = { orderId: "o-1", total: 5, currency: "USD" };

  it("takes what it understands of an order, and no word of another form", () => {
    assert.deepEqual(parseOrder({ ...order, itemCount: 1 }), order);
    const odd = parseOrder({ ...order, orderId: "o".repeat(61), currency: "X".repeat(3000) });
    assert.deepEqual([odd.orderId, odd.total, odd.currency], [undefined, 5, undefined]);
    for (const orderId of ["a b", "$(id)", "1\n2", "##vso[x]", 1.5, 1e300, {}])
      assert.equal(parseOrder({ orderId }).orderId, undefined);
    for (const currency of ["usd", "US", "USD ", "`id`"])
      assert.equal(parseOrder({ currency }).currency, undefined);
    const endless = parseOrder(JSON.parse('{"orderId": 1e999, "total": 1e999, "currency": "USD"}'));
    assert.deepEqual([endless.orderId, endless.total, endless.currency], [undefined, undefined, "USD"]);
  });

  it("takes an object that names no error for an order, also one that says nothing", () => {
    assert.deepEqual(Object.values(parseOrder({})).filter(Boolean), []);
    assert.equal(parseOrder({ ...order, error: null, errors: [], code: "", message: "" }).orderId, "o-1");
  });

  it("takes nothing for an order that is no object, names an error, or is an availability", () => {
    const message = "200 with JSON that is no order";
    for (const body of [null, [], [order], false, true, 0, 7, "", "bought", { available: true, domain }])
      assert.throws(() => parseOrder(body), { message }, JSON.stringify(body));
    for (const error of [
      { code: "UNAVAILABLE_DOMAIN", message: "no", name: "ApiError" },
      { code: "UNAVAILABLE_DOMAIN" },
    ])
      assert.throws(() => parseOrder(error), { message: "200 with an error (UNAVAILABLE_DOMAIN)" });
    for (const error of [
      ...[{ code: 17 }, { code: "$(id)" }, { message: "no" }, { name: "ApiError" }, { error: true }],
      ...[
        { error: { status: 500 } },
        { errors: ["no"] },
        { fields: [{}] },
        { success: false },
        { fault: {} },
      ],
    ])
      assert.throws(() => parseOrder({ ...order, ...error }), { message: "200 with an error" });
  });

  it("gives only words of a closed form, whatever a service sends", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (orderId, total, currency) => {
        const read = parseOrder({ orderId, total, currency });
        assert.match(String(read.orderId ?? ""), /^[\w-]{0,60}$/);
        assert.match(read.currency ?? "", /^([A-Z]{3})?$/);
        assert.ok(read.total === undefined || Number.isFinite(read.total));
      }),
    );
  });
});
