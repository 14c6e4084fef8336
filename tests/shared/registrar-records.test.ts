import assert from "node:assert/strict";
import { parseAvailability, parseOrder, parseOwnership } from "../../shared/registrar-records";

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

  it("knows a currency by its three letters, and takes any other text for none", () => {
    for (const currency of ["X".repeat(1_000_000), "US", "U$D", "USD;id", "$(id)", ""])
      assert.equal(parseAvailability({ ...answer, currency }, domain).currency, undefined);
    assert.equal(parseAvailability({ ...answer, currency: "EUR" }, domain).currency, "EUR");
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

describe("parseOwnership", () => {
  it("is of a domain that the account holds, also one that is parked or pending", () => {
    for (const status of [undefined, "ACTIVE", "PENDING_SETUP", "PARKED_EXPIRED", "HELD_SHOPPER"])
      assert.ok(parseOwnership({ domain: domain.toUpperCase(), status }, domain), status);
  });

  it("is not of a domain that the account has lost", () => {
    for (const status of [
      "CANCELLED",
      "CANCELLED_REDEEMABLE",
      "DELETED",
      "EXPIRED_REASSIGNED",
      "TRANSFERRED_OUT",
      "REVERTED",
      "REPOSSESSED",
      "FAILED_SETUP",
      "UNSUCCESSFUL",
      "CONFISCATED",
      "cancelled",
    ])
      assert.equal(parseOwnership({ domain, status }, domain), false, status);
  });

  it("is open when the record is none, is of another domain, or does not know", () => {
    const cases: [unknown, string][] = [
      [{}, "JSON that is no record of a domain"],
      [null, "JSON that is no record of a domain"],
      [{ domain: "other.org" }, "about another domain"],
      [{ domain, status: "unknown" }, "a record whose status is unknown"],
    ];
    for (const [body, message] of cases) assert.throws(() => parseOwnership(body, domain), { message });
  });
});

describe("parseOrder", () => {
  it("takes what it understands of an order, and no word that is longer than one", () => {
    const order = { orderId: "o-1", total: 5, currency: "USD" };
    assert.deepEqual(parseOrder({ ...order, itemCount: 1 }), order);
    const long = parseOrder({ ...order, orderId: "o".repeat(61), currency: "X".repeat(61) });
    assert.deepEqual([long.orderId, long.total, long.currency], [undefined, 5, undefined]);
    const endless = parseOrder(JSON.parse('{"orderId": 1e999, "total": 1e999, "currency": "USD"}'));
    assert.deepEqual([endless.orderId, endless.total, endless.currency], [undefined, undefined, "USD"]);
  });
});
