import assert from "node:assert/strict";
import type { Reply } from "../../../sandbox/loopback";
import { porkbunError } from "../../../sandbox/porkbun-account";
import { domain, fullCheck, never, porkbunStage, success, wish } from "./porkbun-stage";

const ofPremium = "Porkbun does not sell premium names through its API. Buy the name on its website.";
const ofFunds = "Add credit to the account. Purchases through the API are paid from it.";
const ofLimit =
  "The account's monthly spending limit for the API is too low. Raise it at https://porkbun.com/account/api.";
const preview = { dryRun: true, wouldSucceed: true, domain, available: "available", cost: 1108 };
const dryRun = (changes: object = {}) => success({ ...preview, ...changes });

describe("Porkbun's client, validating", () => {
  const stage = porkbunStage();
  const validate = () => stage.registrar.validate(wish, never);
  /** Replaces the response to the dry run. */
  const insteadOfDryRun = (reply: Reply) =>
    void stage.sandbox.faults.splice(0, 1, { when: ({ path }) => path.includes("/create/"), reply });
  /** Lets the next check come in time. */
  const rest = () => stage.clock.advance(10_000);

  it("checks, then tries the purchase without buying or using a key", async () => {
    assert.deepEqual(await validate(), { kind: "valid" });
    const [, sent] = stage.sandbox.requests;
    assert.equal(sent?.target, `/api/json/v3/domain/create/${domain}`);
    assert.equal(sent?.body, '{"cost":1108,"agreeToTerms":"yes","dryRun":true}');
    assert.equal(sent?.headers["idempotency-key"], undefined);
    assert.deepEqual(stage.sandbox.charges, []);
  });

  it("ends with the check if the domain is not available, is premium or has no price", async () => {
    const message = `${domain} is a premium name. ${ofPremium}`;
    for (const [changes, response] of [
      [{ avail: "no" }, { kind: "unavailable", message: `${domain} is not available yet.` }],
      [{ premium: "yes" }, { kind: "invalid", message, status: 200 }],
      [{ price: "9,73" }, { kind: "unclear", message: "The registrar's response has no price." }],
    ] as const) {
      await stage.restart({ domains: [{ name: domain, released: () => true, answer: () => changes }] });
      assert.deepEqual(await validate(), response);
      assert.equal(stage.sandbox.requests.length, 1);
      rest();
    }
  });

  const outcomes: [string, Reply, string][] = [
    ["a dry run that would succeed", dryRun(), "valid"],
    ["one without a price", dryRun({ cost: undefined }), "valid"],
    ["one of a taken domain", dryRun({ wouldSucceed: false, available: "taken" }), "unavailable"],
    ["one that does not say", dryRun({ wouldSucceed: "yes" }), "unclear"],
    ["one of another domain", dryRun({ domain: "other.org" }), "unclear"],
    ["DOMAIN_NOT_AVAILABLE", porkbunError(400, "DOMAIN_NOT_AVAILABLE", "No."), "unavailable"],
  ];
  for (const [what, reply, kind] of outcomes)
    it(`interprets ${what} as ${kind}`, async () => {
      insteadOfDryRun(reply);
      assert.equal((await validate()).kind, kind);
    });

  it("says what only the dry run knows of: a premium name, what the account can spend, another price", async () => {
    const said = "A dry run says that the purchase would";
    const fails = { wouldSucceed: false };
    for (const [changes, message] of [
      [{ ...fails, message: "", available: undefined }, `${said} fail.`],
      [{ ...fails, message: "No." }, `${said} fail (No.).`],
      [{ ...fails, premium: true }, `${said} fail. ${ofPremium}`],
      [{ ...fails, sufficientFunds: false }, `${said} fail. ${ofFunds}`],
      [{ ...fails, withinMonthlySpendLimit: false }, `${said} fail. ${ofLimit}`],
      [{ cost: 2216 }, `${said} cost 22.16 USD instead of 11.08.`],
      [{ cost: 1108.5 }, `${said} cost another amount USD instead of 11.08.`],
    ] as const) {
      insteadOfDryRun(dryRun(changes));
      const outcome = "cost" in changes ? { kind: "unclear" } : { kind: "invalid", status: 200 };
      assert.deepEqual(await validate(), { ...outcome, message });
      rest();
    }
  });

  it("throws if Porkbun may have bought instead of trying", async () => {
    for (const body of [{ domain, cost: 1108, orderId: 1 }, { ...preview, dryRun: "true" }, {}]) {
      insteadOfDryRun(success(body));
      await assert.rejects(
        validate(),
        /does not say that it was one\. example-.*\.org may have been bought\./,
      );
      rest();
    }
  });

  it("throws if the credential is refused", async () => {
    const wrong = stage.connect({ credential: { kind: "keyAndSecret", key: "pk1_x", secret: "sk1_x" } });
    await assert.rejects(wrong.validate(wish, never), /INVALID_API_KEYS_001.*are not valid/);
    insteadOfDryRun(porkbunError(400, "INVALID_API_KEYS_002", "No."));
    await assert.rejects(validate(), /are not valid/);
  });

  it("waits for its check if another one came just before", async () => {
    const waiting = stage.connect();
    await waiting.availability(fullCheck);
    stage.clock.advance(3000);
    assert.equal((await waiting.validate(wish, never)).kind, "valid");
    assert.equal(stage.clock.now(), 11_100, "a second and a tenth after the check");
  });
});
