import assert from "node:assert/strict";
import fc from "fast-check";
import { Unreadable } from "../../../../shared/http/errors";
import { parseAvailability, parseOrder, parseOwnership } from "../../../../shared/registrar/godaddy/records";
import type { Order } from "../../../../shared/registrar/registrar";

const domain = "example-to-buy.org";

describe("parseAvailability", () => {
  const availability = { available: true, definitive: true, price: 11_690_000, currency: "USD", period: 1 };
  const response = { ...availability, domain };

  it("returns the members of a response, whatever the case of the domain", () => {
    assert.deepEqual(parseAvailability({ ...response, domain: domain.toUpperCase() }, domain), availability);
  });

  it("treats a mistyped price, currency or period as absent", () => {
    const bare = { available: true, definitive: false, price: undefined, currency: undefined };
    for (const nothing of [undefined, null]) {
      const silent = { definitive: nothing, price: nothing, currency: nothing, period: nothing };
      const read = parseAvailability({ ...response, ...silent }, domain);
      assert.deepEqual(read, { ...bare, period: undefined });
    }
    assert.deepEqual(parseAvailability({ ...response, definitive: 1, price: "1", currency: 840 }, domain), {
      ...bare,
      period: 1,
    });
  });

  it("has no price that is not a whole number above 0: no domain is free", () => {
    for (const price of [0, -1, 11.69, 2 ** 60, Number.NaN, "11690000"])
      assert.equal(parseAvailability({ ...response, price }, domain).price, undefined, String(price));
  });

  it("accepts three letters as a currency, in capitals, and nothing else", () => {
    const currencyOf = (currency: unknown) => parseAvailability({ ...response, currency }, domain).currency;
    assert.deepEqual([currencyOf("usd"), currencyOf("EUR")], ["USD", "EUR"]);
    for (const none of ["", "US", "USDX", "U$D", "USD\n", " USD", "$(id)", ["USD"], "X".repeat(1_000_000)])
      assert.equal(currencyOf(none), undefined);
  });

  it("returns the period 0 for anything but a whole number, so that no price is compared by it", () => {
    for (const period of ["1", 1.5, {}])
      assert.equal(parseAvailability({ ...response, period }, domain).period, 0);
  });

  it("names what is missing or has the wrong type (decision 9)", () => {
    const missing = (member: string) =>
      `JSON that is not an availability response: ${member} is missing or has the wrong type`;
    const cases: [unknown, string][] = [
      [{ domain }, missing("available")],
      [{ available: "true", domain }, missing("available")],
      [{ available: true }, missing("domain")],
      [null, missing("it")],
      [{ ...response, domain: "other.org" }, "a response about another domain"],
    ];
    for (const [body, message] of cases) assert.throws(() => parseAvailability(body, domain), { message });
  });
});

describe("parseOwnership", () => {
  it("accepts only the status ACTIVE as proof of ownership", () => {
    assert.deepEqual(parseOwnership({ domain: domain.toUpperCase(), status: "ACTIVE" }, domain), {
      kind: "owned",
    });
    for (const status of [
      ...["PENDING_SETUP", "PENDING_SETUP_FAILED", "PENDING_BACKORDER_CAPTURE", "AWAITING_PAYMENT"],
      ...["FAILED_SETUP", "FAILED_REGISTRATION", "FAILED_BACKORDER_CAPTURE", "UNSUCCESSFUL", "RESERVED"],
      ...["PARKED_EXPIRED", "PARKED_AND_HELD", "HELD_SHOPPER", "LOCKED_ABUSE", "PENDING_EXPIRATION"],
      ...["CANCELLED", "CANCELLED_REDEEMABLE", "EXPIRED_REASSIGNED", "TRANSFERRED_OUT", "CONFISCATED"],
      ...["UPDATED_OWNERSHIP", "UNKNOWN", "INACTIVE", "ACTIVE_SOON", "NEW_WORD"],
    ])
      assert.deepEqual(parseOwnership({ domain, status }, domain), { kind: "listed", status });
  });

  it("returns what tells the record from another one, and no member of another form", () => {
    const record = { domain, status: "CANCELLED", domainId: 12, orderId: "A-7" };
    const told = { kind: "listed", status: "CANCELLED", id: "12", orderNumber: "A-7" };
    for (const time of ["2019-04-01T10:20:30.000Z", "2019-04-01 10:20:30", "2019-04-01T12:20:30+02:00"]) {
      const createdAt = "2019-04-01T10:20:30.000Z";
      assert.deepEqual(parseOwnership({ ...record, createdAt: time }, domain), { ...told, createdAt });
      const { domainId: _, orderId: __, ...plain } = record;
      const named = parseOwnership({ ...plain, status: "ACTIVE", createDate: time }, domain);
      assert.deepEqual(named, { kind: "owned", createdAt });
    }
    for (const odd of [{ createdAt: "soon" }, { createdAt: 5, domainId: "##vso[x]", orderId: {} }])
      assert.deepEqual(parseOwnership({ domain, status: "ACTIVE", ...odd }, domain), { kind: "owned" });
  });

  it("returns no status that does not look like one", () => {
    for (const status of [
      ...[undefined, null, "", 7, ["ACTIVE"]],
      ...["ACTIVE ", "##vso[task.complete]", "A".repeat(61)],
    ])
      assert.deepEqual(parseOwnership({ domain, status }, domain), { kind: "listed", status: undefined });
  });
});

describe("parseOrder", () => {
  const order = { orderId: "o-1", total: 5, currency: "USD" };

  it("returns the known members of an order, if they have the expected form", () => {
    assert.deepEqual(parseOrder({ ...order, itemCount: 1 }, domain), order);
    const itemCount = 1;
    const long = { ...order, itemCount, orderId: "o".repeat(61), currency: "X".repeat(3000) };
    const odd = parseOrder(long, domain);
    assert.deepEqual([odd.orderId, odd.total, odd.currency], [undefined, 5, undefined]);
    for (const orderId of ["a b", "$(id)", "1\n2", "##vso[x]", 1.5, 1e300, {}])
      assert.equal(parseOrder({ orderId, itemCount }, domain).orderId, undefined);
    for (const currency of ["usd", "US", "USD ", "`id`"])
      assert.equal(parseOrder({ currency, itemCount }, domain).currency, undefined);
    const huge = '{"itemCount": 1, "orderId": 1e999, "total": 1e999, "currency": "USD"}';
    const endless = parseOrder(JSON.parse(huge), domain);
    assert.deepEqual([endless.orderId, endless.total, endless.currency], [undefined, undefined, "USD"]);
  });

  it("takes no object for an order that has neither its number nor its items", () => {
    const message = "200 with JSON that has no order's number";
    for (const body of [
      ...[{}, { blocked: true }, { login_url: "https://portal.example/" }, { total: 0, currency: "USD" }],
      ...[{ orderId: "##vso[x]" }, { itemCount: "1" }, { domain }],
    ])
      assert.throws(() => parseOrder(body, domain), { message }, JSON.stringify(body));
  });

  it("accepts an order with empty places for an error", () => {
    const silent = { error: null, errors: [], code: "", message: "" };
    assert.equal(parseOrder({ ...order, ...silent }, domain).orderId, "o-1");
  });

  it("rejects anything that is not an object, names an error, or is an availability", () => {
    const message = "200 with JSON that is not an order";
    const values = [null, [], [order], false, true, 0, 7, "", "bought"];
    for (const body of [...values, { available: true, domain }, { Available: false }])
      assert.throws(() => parseOrder(body, domain), { message }, JSON.stringify(body));
    const code = "UNAVAILABLE_DOMAIN";
    for (const error of [{ code, message: "no", name: "ApiError" }, { code }])
      assert.throws(() => parseOrder(error, domain), { message: `200 with an error (${code})` });
    const named = [{ code: 17 }, { code: "$(id)" }, { message: "no" }, { name: "ApiError" }, { error: true }];
    const nested = [{ error: { status: 500 } }, { errors: ["no"] }, { fields: [{}] }, { fault: {} }];
    const statuses = [{ status: "error", errorCode: "FUNDS" }, { statusCode: 500 }, { result: "failure" }];
    const flags = [{ success: false }, { success: "false" }, { ok: false }, { data: { success: false } }];
    const texts = [{ Error: "boom" }, { errorMessage: "boom" }, { Message: "Unauthorized" }];
    const ofGateway = { title: "Bad Gateway", status: 502 };
    for (const error of [...named, ...nested, ...statuses, ...flags, ...texts, ofGateway])
      assert.throws(() => parseOrder({ ...order, ...error }, domain), { message: "200 with an error" });
  });

  it("takes nothing for an order that names another domain", () => {
    assert.equal(parseOrder({ ...order, domain: domain.toUpperCase() }, domain).orderId, "o-1");
    assert.throws(() => parseOrder({ ...order, domain: "other.org" }, domain), /that is not an order/);
  });

  it("returns only words of a closed form, whatever a registrar sends", () => {
    // Whatever a registrar sends may happen to name an error.
    const orderOrNone = (body: unknown): Order => {
      try {
        return parseOrder(body, domain);
      } catch (error) {
        assert.ok(error instanceof Unreadable);
        return {};
      }
    };
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (orderId, total, currency) => {
        const read = orderOrNone({ orderId, total, currency, itemCount: 1 });
        assert.match(String(read.orderId ?? ""), /^[\w-]{0,60}$/);
        assert.match(read.currency ?? "", /^([A-Z]{3})?$/);
        assert.ok(read.total === undefined || Number.isFinite(read.total));
      }),
    );
  });
});
