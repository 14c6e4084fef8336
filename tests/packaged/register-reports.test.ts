import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gatewayPages } from "../faults/gateway-pages";
import { filledRequest } from "../sandbox/filled-request";
import { json, type Reply } from "../sandbox/loopback";
import { porkbunError } from "../sandbox/porkbun-account";
import { type KeyedOptions, type KeyedStage, withKeyed } from "./keyed-stage";
import {
  apiError,
  domain,
  isAvailability,
  isOwnership,
  isPurchase,
  linesOf,
  now,
  type RegisterStage,
  withRegistrar,
} from "./register-stage";
import { useAgent } from "./use-agent";

/** A page that somebody has reported, in place of the response to a request. */
const page = (name: keyof typeof gatewayPages): Reply => {
  const { words, reply } = gatewayPages[name];
  assert.ok(words !== "" && reply !== undefined);
  const nobody = { method: "GET", path: "/", query: new URLSearchParams(), target: "/" };
  const elsewhere = new URL("https://other.example/");
  return reply({ ...nobody, headers: {}, body: "", nthOnConnection: 0 }, () => json({}), {
    ...{ closedPort: 0, untrusted: elsewhere, otherOrigin: elsewhere },
  });
};

/** What people have reported in public of registrars, or of what is between, tried on the packaged task. */
describe("packaged DomainRegister, with what users of registrars have reported", () => {
  const agent = useAgent();
  const atPorkbun = (act: (stage: KeyedStage) => Promise<void>, options: KeyedOptions = {}) =>
    withKeyed(agent(), "porkbun", options, act);
  const atGodaddy = (act: (stage: RegisterStage) => Promise<void>) => withRegistrar(agent(), {}, act);

  it("buys once if a balancer's 403 page hides the order (qdm12/ddns-updater#943)", () =>
    atPorkbun(async ({ service, run, purchases }) => {
      service.server.afterEffect.push({ reply: page("403 page of a balancer"), times: 1 });
      const step = await run();
      assert.equal(step.outputs["outcome"], "registered", linesOf(step).join("\n"));
      assert.match(
        linesOf(step).join("\n"),
        /403 Forbidden, sent by an intermediary \(Server: awselb\/2\.0, /,
      );
      assert.equal(new Set(purchases().map(({ headers }) => headers["idempotency-key"])).size, 1);
      assert.equal((await run()).outputs["outcome"], "alreadyOwned");
      assert.equal(service.charges.length, 1);
    }));

  it("waits on through 405 pages in place of two checks in a row (mietzen/porkbun-ddns#39)", () =>
    atPorkbun(async ({ service, run }) => {
      const when = (request: Parameters<typeof service.kindOf>[0]) => service.kindOf(request) === "check";
      service.server.faults.push({ when, times: 2, reply: page("405 page of a balancer") });
      const step = await run();
      assert.equal(step.outputs["outcome"], "registered", linesOf(step).join("\n"));
    }));

  it("waits on while other programs use up the account's checks, whatever the status that says so", () =>
    atPorkbun(async ({ service, run }) => {
      const when = (request: Parameters<typeof service.kindOf>[0]) => service.kindOf(request) === "check";
      const busy = porkbunError(400, "RATE_LIMIT_EXCEEDED", "Too many checks.", { ttlRemaining: 7 });
      service.server.faults.push({ when, times: 3, reply: busy });
      const step = await run();
      assert.equal(step.outputs["outcome"], "registered", linesOf(step).join("\n"));
    }));

  it("buys for the years that a response has as a text (DNSControl/dnscontrol#3016)", () =>
    atPorkbun(
      async ({ service, run }) => {
        const step = await run();
        assert.equal(step.outputs["outcome"], "registered", linesOf(step).join("\n"));
        assert.equal(service.charges.length, 1);
      },
      { domain: { answer: () => ({ minDuration: "1" }) } },
    ));

  it("tells that a name was moved away by the words of GoDaddy's newer API, too", () =>
    withKeyed(agent(), "godaddyV3", {}, async ({ service, run }) => {
      await run();
      service.server.faults.push({
        when: (request) => service.kindOf(request) === "owned",
        reply: json({ domain, status: "TRANSFERRED", createdAt: "2026-11-20T03:02:00Z" }),
      });
      for (const [days, result, outcome] of [
        [0, "SucceededWithIssues", "alreadyOwned"],
        [2, "Failed", "noLongerOwned"],
      ] as const) {
        const step = await run({ step: { clockStartsAt: now + days * 24 * 3_600_000 + 600_000 } });
        assert.deepEqual([step.result, step.outputs["outcome"]], [result, outcome]);
      }
      assert.equal(service.charges.length, 1);
    }));

  it("buys where the API admits one request a second (n3integration/terraform-provider-godaddy#6)", () =>
    atGodaddy(async ({ registrar, receiptFolder, run }) => {
      const clockShownIn = join(receiptFolder, "..", "clock");
      let admittedAt = 0;
      const isTooSoon = () => {
        const at = existsSync(clockShownIn) ? Number(readFileSync(clockShownIn, "utf8")) : now;
        if (at - admittedAt < 1000) return true;
        admittedAt = at;
        return false;
      };
      const tooMany = apiError("TOO_MANY_REQUESTS", 429, { retryAfterSec: 1 });
      registrar.faults.push({ when: isTooSoon, reply: tooMany });
      const step = await run({ step: { clockShownIn } });
      assert.equal(step.outputs["outcome"], "registered", linesOf(step).join("\n"));
    }));

  it("rehearses at a gateway that admits one request a second (jungaretti/bacon#45, nrdcg/porkbun#3)", () =>
    withKeyed(agent(), "porkbun", { domain: { released: () => true } }, async ({ run }) => {
      const step = await run({ inputs: { dryRun: "true", waitMinutes: "0" } });
      assert.equal(step.outputs["outcome"], "dryRun", linesOf(step).join("\n"));
      assert.doesNotMatch(step.log.join("\n"), /503/);
    }));

  it("sends nothing more after nginx's 429 page that hides an order (go-acme/lego#390)", () =>
    atGodaddy(async ({ registrar, run }) => {
      registrar.faults.push({ when: isOwnership, reply: apiError("ACCESS_DENIED", 403) });
      registrar.afterEffect.push({ reply: page("429 page of nginx"), times: 1 });
      const step = await run();
      assert.equal(step.outputs["outcome"], "unknown", linesOf(step).join("\n"));
      assert.equal((await run()).outputs["outcome"], "unknown");
      assert.equal(registrar.requests.filter(isPurchase).length, 1);
    }));

  it("does not blame the account for a proxy's 401 that says so by `Via` (langgenius/dify#41441)", () =>
    atGodaddy(async ({ registrar, run }) => {
      registrar.faults.push({ when: isAvailability, reply: page("401 page of a proxy") });
      const step = await run({ inputs: { waitMinutes: "3" } });
      const said = linesOf(step).join("\n");
      assert.equal(step.result, "Failed");
      assert.match(said, /Server: squid\/6\.6, Via: 1\.1 proxy \(squid\/6\.6\), Content-Type: text\/html/);
      assert.doesNotMatch(said, /large accounts|key and secret are not valid/);
      assert.ok(registrar.requests.filter(isAvailability).length > 2, "gave up early");
    }));

  it("still tells a small account that GoDaddy refuses it, in GoDaddy's own words (srvrco/getssl#847)", () =>
    atGodaddy(async ({ registrar, run }) => {
      const refusal = json({ code: "ACCESS_DENIED", message: "Authenticated user is not allowed access" });
      registrar.faults.push({ when: isAvailability, reply: { ...refusal, status: 403 } });
      const step = await run({ inputs: { waitMinutes: "3" } });
      assert.match(linesOf(step).join("\n"), /ACCESS_DENIED: .* opens this API to large accounts only/);
    }));

  it("does not multiply a sale's first year (FOSSBilling/FOSSBilling#3116, getnamingo/tide#66)", () =>
    atGodaddy(async ({ registrar, run }) => {
      const request = { ...Object(filledRequest), period: 2 };
      const step = await run({ request, inputs: { maxPrice: "25000000", waitMinutes: "2" } });
      assert.equal(step.outputs["outcome"], "tooExpensive", linesOf(step).join("\n"));
      assert.match(linesOf(step).join("\n"), /the price is that of 1 year, and 2 years are ordered/);
      assert.match(linesOf(step).join("\n"), /maxPrice: godaddy usually gives the price of one year/);
      assert.deepEqual(registrar.charges, []);
    }));

  it("fails if more than the cap was charged, until a person has taken note of the amount", () =>
    atGodaddy(async ({ registrar, run }) => {
      const order = json({ orderId: 7, itemCount: 1, total: 30_980_000, currency: "USD" });
      registrar.afterEffect.push({ reply: order, times: 1 });
      for (const [outcome, inputs] of [
        ["registered", {}],
        ["alreadyOwned", {}],
        ["alreadyOwned", { maxPrice: "any", dryRun: "true" }],
        ["alreadyOwned", { notedCharge: "30.97 USD" }],
      ] as const) {
        const step = await run({ inputs });
        assert.deepEqual([step.result, step.outputs["outcome"]], ["Failed", outcome]);
        const said = linesOf(step).join("\n");
        assert.match(said, /The registrar charged 30\.98 .*, which is more than maxPrice 11\.69 /);
        assert.match(said, /Each run fails until you set `notedCharge` to 30\.98 USD\./);
        assert.match(step.summaries["Domain Register"] ?? "", /\*\*Next:\*\* .*notedCharge/);
      }
      const noted = await run({ inputs: { notedCharge: "30.98 USD" } });
      assert.deepEqual([noted.result, noted.outputs["outcome"]], ["Succeeded", "alreadyOwned"]);
      assert.equal(registrar.charges.length, 1);
    }));

  it("takes a free domain for one without a price, and buys it at no cap", () =>
    withRegistrar(
      agent(),
      { registrar: { domains: [{ name: domain, released: () => true, price: 0 }] } },
      async ({ registrar, run }) => {
        const step = await run({ inputs: { waitMinutes: "2" } });
        assert.equal(step.outputs["outcome"], "tooExpensive", linesOf(step).join("\n"));
        assert.deepEqual(registrar.charges, []);
      },
    ));
});
