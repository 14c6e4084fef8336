import assert from "node:assert/strict";
import { HttpError, statusOf } from "../../../../shared/http/errors";
import { json } from "../../../sandbox/loopback";
import { fullCheckOf } from "../client-stage";
import { amount, apiError, domain, godaddyV3Stage, token } from "./godaddy-v3-stage";

const fullCheck = fullCheckOf(domain);

describe("GoDaddy v3, availability", () => {
  const stage = godaddyV3Stage();
  const check = async (checkType: "FULL" | "FAST" = "FULL", name = domain) =>
    (await stage.registrar.availability({ ...fullCheck, domain: name, checkType })).availability;

  /** The availability with these members in place of the usual ones. */
  async function checked(members: object) {
    stage.instead(json({ domain, available: true, definitive: true, ...members }));
    return check();
  }

  it("requests it as in the API's description, and takes the price of the shortest period", async () => {
    const price = { price: 1199, currency: "USD", period: 1 };
    assert.deepEqual(await check(), { available: true, definitive: true, ...price });
    const [request] = stage.sandbox.requests;
    assert.equal(request?.method, "GET");
    assert.equal(request?.target, `/v3/domains/check-availability?domain=${domain}&optimizeFor=ACCURACY`);
    assert.equal(request?.headers.authorization, `Bearer ${token}`);
    assert.equal(request?.headers["idempotency-key"], undefined);
  });

  it("asks for speed on a FAST check, whose response is cached and can be wrong", async () => {
    await stage.restart({ domains: [{ name: domain, released: () => false }], fastIsWrong: true });
    const { available, definitive } = await check("FAST");
    assert.deepEqual({ available, definitive }, { available: true, definitive: false });
    assert.match(stage.sandbox.requests[0]?.target ?? "", /optimizeFor=SPEED$/);
    assert.equal((await check()).available, false);
  });

  it("is definitive only if the response says so", async () => {
    for (const definitive of [undefined, false, null, "true", 1])
      assert.equal((await checked({ definitive })).definitive, false, String(definitive));
  });

  const term = (period: unknown, value: unknown, more: object = {}) => ({
    ...{ term: "YEAR", period, price: amount(value), ...more },
  });
  const fee = (value: unknown, currency = "USD") => ({ type: "X", fee: amount(value, currency) });

  type Read = [price: number | undefined, currency: string | undefined, period: number | undefined];
  const unpriced: Read = [undefined, undefined, 1];
  const unread: Read = [undefined, undefined, undefined];
  const prices: [string, unknown, Read][] = [
    ["in any order", [term(3, 4599), term(1, 1199), term(2, 3098)], [1199, "USD", 1]],
    ["without one of a single year", [term(5, 9197), term(2, 3098)], [3098, "USD", 2]],
    ["with fees", [term(1, 1199, { fees: [fee(390_000), fee(1)] })], [391_200, "USD", 1]],
    ["with fees in another currency", [term(1, 1199, { fees: [fee(1, "EUR")] })], unpriced],
    ["with a fee of no number", [term(1, 1199, { fees: [fee("1")] })], unpriced],
    ["with fees that are no list", [term(1, 1199, { fees: {} })], unpriced],
    ["with a negative fee", [term(1, 1199, { fees: [fee(-1000)] })], unpriced],
    ["with a sum that is not exact", [term(1, 2 ** 53 - 1, { fees: [fee(1)] })], unpriced],
    ["with null for fees", [term(1, 1199, { fees: null })], [1199, "USD", 1]],
    ["in yen", [term(1, 0, { price: amount(1800, "JPY") })], [1800, "JPY", 1]],
    ["in dinars", [term(1, 0, { price: amount(36_500, "TND") })], [36_500, "TND", 1]],
    ["of another term", [term(1, 1, { term: "MONTH" }), term(2, 3098)], [3098, "USD", 2]],
    ["with a fraction", [term(1, 11.99)], unpriced],
    ["as a text", [term(1, "1199")], unpriced],
    ["of zero", [term(1, 0)], unpriced],
    ["below zero", [term(1, -1)], unpriced],
    ["beyond what is exact", [term(1, 2 ** 53)], unpriced],
    ["of a strange currency", [term(1, 0, { price: amount(1, "$") })], unpriced],
    ["for half a year", [term(0.5, 1)], unread],
    ["that are no list", { 0: term(1, 1) }, unread],
    ["that are nothing", [null, 5, "x", []], unread],
    ["that are missing", undefined, unread],
  ];
  for (const [what, list, [price, currency, period]] of prices)
    it(`reads prices ${what}`, async () => {
      const read = await checked({ prices: list });
      assert.deepEqual([read.price, read.currency, read.period], [price, currency, period]);
    });

  it("reports a domain that cannot be checked with the status that decides what follows", async () => {
    for (const [name, status] of [
      ["UNSUPPORTED_TLD", 422],
      ["MISMATCH_FORMAT", 422],
      ["INVALID_DOMAIN", 422],
      ["ERROR_UNKNOWN", 500],
      ["SOMETHING_NEW", 500],
    ] as const) {
      const error = { name, message: `##vso[task] about ${domain}.`, correlationId: "c" };
      const failure = await checked({ available: undefined, error }).catch((thrown: unknown) => thrown);
      assert.ok(failure instanceof HttpError);
      assert.equal(statusOf(failure.problem), status, name);
      const words = `returned 200 OK (${name}: # #vso[task] about ${domain})`;
      assert.ok(failure.message.includes(words), failure.message);
    }
  });

  it("reports a top-level domain that is not sold, with advice", async () => {
    await assert.rejects(check("FULL", "name.ca"), /UNSUPPORTED_TLD: .*Use another registrar\.$/);
  });

  it("counts an error as an error even if the response says available", async () => {
    await assert.rejects(checked({ error: { name: "ERROR_UNKNOWN", message: "x" } }), /ERROR_UNKNOWN/);
    await assert.rejects(checked({ error: "no" }), /returned 200 OK/);
    assert.equal((await checked({ error: null })).available, true);
  });

  it("rejects a response that is not an availability of this domain (decision 9)", async () => {
    for (const available of [undefined, "true", 1])
      await assert.rejects(checked({ available }), /available is missing or has the wrong type\.$/);
    await assert.rejects(checked({ domain: undefined }), /domain is missing or has the wrong type\.$/);
    for (const error of [undefined, { name: "X", message: "x" }])
      await assert.rejects(checked({ domain: "other.org", error }), /a response about another domain\.$/);
    for (const body of [[], null, 5, "x", { items: [{ domain, available: true }] }]) {
      stage.instead(json(body));
      await assert.rejects(check(), /JSON that is not an availability/);
    }
    assert.equal((await checked({ domain: domain.toUpperCase() })).available, true);
  });

  it("ends an error with advice", async () => {
    const { availability } = stage.connect({ credential: { kind: "none" } });
    await assert.rejects(availability(fullCheck), /Provide a credential: set KEY in the environment\.$/);
    for (const [reply, words] of [
      [apiError(422, "BAD_NAME"), /Check the spelling of `domain`\.$/],
      [{ ending: "reset" }, /Check that the agent can reach the registrar/],
    ] as const) {
      stage.instead(reply);
      await assert.rejects(check(), words);
    }
  });
});
