import assert from "node:assert/strict";
import type { KeyedName } from "../campaign/register-service";
import type { StepResult } from "../sandbox/agent";
import { json } from "../sandbox/loopback";
import { inUnit } from "../sentences";
import { type KeyedOptions, type KeyedStage, withKeyed } from "./keyed-stage";
import { domain, linesOf, receiptUploads } from "./register-stage";
import { useAgent } from "./use-agent";

/** The text of all errors and warnings of a step. */
function issuesOf({ issues }: StepResult): string {
  return issues.map(({ message }) => message).join("\n");
}

const told: Record<KeyedName, { log: string[]; outputs: Record<string, string>; body: object }> = {
  porkbun: {
    log: [
      `Running \`register\` for ${domain} at SERVICE/api/json/v3 (porkbun, production).`,
      "Porkbun does not say whether a response is certain.",
      "Porkbun's availability responses do not name the domain.",
      "Porkbun takes the contacts from the account and registers for the shortest period.",
      "Porkbun does not sell premium names through its API.",
      "There is no record of the domain, but that does not show that it is released. Only the registry knows that, and `rdapUrl` may lead to another server.",
      `Price: ${inUnit("11.08", 1108)} for 1 year; maxPrice ${inUnit("12.00", 1200)}.`,
      "Not available.",
      "Available. Checking a second time.",
      "Available a second time. Buying.",
      "4 checks made.",
      `${domain} is registered (order 12345678, total 11.08 USD).`,
    ],
    outputs: { definitive: "", price: "1108", amount: "11.08" },
    body: { cost: 1108, agreeToTerms: "yes" },
  },
  godaddyV3: {
    log: [
      `Running \`register\` for ${domain} at SERVICE/ (godaddyV3, production).`,
      "GoDaddy v3 has no test environment.",
      "GoDaddy v3 takes the contacts, name servers, privacy and automatic renewal from the account.",
      "GoDaddy v3 sells neither top-level domains with conditions, such as .us, .ca and .eu, nor aftermarket domains.",
      "There is no record of the domain, but that does not show that it is released. Only the registry knows that, and `rdapUrl` may lead to another server.",
      "The registrar does not validate the request while the domain is not available.",
      "Not available (certain).",
      `Price: ${inUnit("11.99", 1199)} for 1 year; maxPrice ${inUnit("12.00", 1200)}.`,
      "Available (certain). Checking a second time.",
      "Available a second time (certain). Asking for a quote.",
      `Quoted: ${inUnit("11.99", 1199)} for 1 year. Buying.`,
      "The registrar accepted the purchase. Waiting until it says how it ended.",
      "The purchase took effect.",
      "4 checks made.",
      `${domain} is registered (order ord_1, total 11.99 USD).`,
    ],
    outputs: { definitive: "true", price: "1199", amount: "11.99" },
    body: { domain, period: 1, consent: { agreedAt: "2026-11-20T03:01:00Z", agreementTypes: ["API_DPA"] } },
  },
};

/** Asserts that all purchases had one key and one text, and that one of them was charged. */
function assertChargedOnceByOneKey(stage: KeyedStage): void {
  assert.equal(stage.service.charges.length, 1);
  const sent = stage.purchases().map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`);
  assert.equal(new Set(sent).size, 1);
  assert.deepEqual(stage.outcomes(), ["registered"]);
}

for (const registrar of ["porkbun", "godaddyV3"] as const)
  describe(`packaged DomainRegister at ${registrar}`, () => {
    const agent = useAgent();
    const withStage = (act: (stage: KeyedStage) => Promise<void>) => withKeyed(agent(), registrar, {}, act);

    it("buys after two available responses, and says what it did", async () => {
      const { log, outputs, body } = told[registrar];
      await withKeyed(agent(), registrar, { maxCents: 1200 }, async (stage) => {
        const done = await stage.run();
        assert.deepEqual(linesOf(done), log);
        const { receiptFile, ...others } = done.outputs;
        assert.deepEqual(others, {
          ...{ outcome: "registered", available: "true", currency: "USD", period: "1", checks: "4" },
          ...{
            environment: "production",
            stage: "",
            releaseEarliest: "",
            releaseLatest: "",
            ...outputs,
          },
        });
        assert.deepEqual([done.result, receiptUploads(done)], ["Succeeded", [receiptFile]]);
        assert.deepEqual(
          stage.service.server.history.map(({ kind }) => kind),
          ["notAvailable", "notAvailable", "available", "available", "purchase"],
        );
        const [{ quoteToken: _, ...sent }] = stage.purchases().map((request) => JSON.parse(request.body));
        assert.deepEqual(sent, body);
      });
    });

    it("finds out by the same key that it bought when the connection breaks after the purchase", async () => {
      await withStage(async (stage) => {
        stage.service.server.afterEffect.push({ reply: { ending: "reset" }, times: 1 });
        const done = await stage.run();
        assert.deepEqual([done.result, done.outputs["outcome"]], ["Succeeded", "registered"]);
        assert.match(linesOf(done).join("\n"), /Purchase not confirmed: .*nothing is bought twice\./);
        assert.match(linesOf(done).join("\n"), /The purchase took effect\./);
        assert.equal(stage.purchases().length, 2);
        assertChargedOnceByOneKey(stage);
      });
    });

    it("finds out in the next run with the same credential what a killed process bought", async () => {
      await withStage(async (stage) => {
        const { service } = stage;
        // Only the key tells how a purchase ended.
        service.server.faults.push({
          when: (request) => service.kindOf(request) === "owned",
          reply: { status: 403 },
        });
        service.server.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
        const killed = await stage.run({ step: { killWhen: () => service.charges.length > 0 } });
        assert.deepEqual([killed.result, stage.outcomes()], ["Failed", ["sending"]]);
        const other = await stage.run({ step: { secrets: service.secretsOf("foreign") } });
        assert.deepEqual([other.outputs["outcome"], stage.purchases().length], ["unknown", 1]);
        assert.match(
          issuesOf(other),
          /it was sent with another credential, .*\nBefore anything else, check the account/,
        );
        const next = await stage.run();
        assert.deepEqual([next.result, next.outputs["outcome"]], ["Succeeded", "registered"]);
        assert.match(
          linesOf(next).join("\n"),
          /An earlier run sent a purchase at .*\. Asking the registrar how/,
        );
        assertChargedOnceByOneKey(stage);
        assert.equal((await stage.run()).outputs["outcome"], "alreadyOwned");
        assert.equal(stage.purchases().length, 2);
      });
    });
  });

describe("packaged DomainRegister at GoDaddy v3", () => {
  const agent = useAgent();
  const v3 = (options: KeyedOptions, act: (stage: KeyedStage) => Promise<void>) =>
    withKeyed(agent(), "godaddyV3", options, act);

  it("shows no token of a quote or of the account, even if the registrar repeats them", async () => {
    await v3({}, async (stage) => {
      stage.service.server.faults.push({
        when: (request) => stage.service.kindOf(request) === "purchase",
        reply: ({ body, headers }) => ({
          ...json({ name: "ECHO", message: `${body} ${headers.authorization}` }),
          status: 422,
        }),
      });
      const done = await stage.run();
      assert.match(issuesOf(done), /ECHO: .*"quoteToken":"\*\*\*".*Bearer \*\*\*/);
      assert.deepEqual(stage.service.charges, []);
    });
  });
});
