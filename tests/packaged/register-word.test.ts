import assert from "node:assert/strict";
import { json } from "../sandbox/loopback";
import { notKnown, pauseOf } from "../sentences";
import { withKeyed } from "./keyed-stage";
import {
  apiError,
  assertEnds,
  domain,
  isAvailability,
  isOwnership,
  isPurchase,
  linesOf,
  type RegisterStage,
  releasedAtCheck,
  withRegistrar,
} from "./register-stage";
import { useAgent } from "./use-agent";

/** Responses that are not the registrar's, or look like it, tried on the packaged task. */
describe("packaged DomainRegister, by whose word it goes", () => {
  const agent = useAgent();
  const forbidden = apiError("ACCESS_DENIED", 403, { message: "Authenticated user is not allowed access" });
  const atGodaddy = (act: (stage: RegisterStage) => Promise<void>) => withRegistrar(agent(), {}, act);

  // What else is not the registrar's word is in shared/registrar/godaddy/client.test.ts.
  describe("a gateway's 401 that lost the credential after it had passed the request on (wso2/product-integrator-mi#1839)", () => {
    const reply = { ...json({ code: "900901", message: "Invalid Credentials" }), status: 401 };

    it("that hides an order is the last response: nothing more is sent", () =>
      atGodaddy(async ({ registrar, run }) => {
        registrar.faults.push({ when: isOwnership, reply: forbidden });
        registrar.afterEffect.push({ reply, times: 1 });
        for (const _ of ["first", "next"]) {
          const step = await run();
          assertEnds(step, "unknown", "Failed");
        }
        assert.equal(registrar.requests.filter(isPurchase).length, 1);
      }));

    it("leaves an order that is found in the account", () =>
      atGodaddy(async ({ registrar, run }) => {
        registrar.afterEffect.push({ reply, times: 1 });
        assert.equal((await run()).outputs["outcome"], "registered");
        assert.equal(registrar.charges.length, 1);
      }));
  });

  it("waits on through a proxy's page that asks for an hour (3scale/APIcast#929)", () =>
    withRegistrar(agent(), { registrar: { domains: [releasedAtCheck(4)] } }, async ({ registrar, run }) => {
      let checks = 0;
      registrar.faults.push({
        when: (request) => isAvailability(request) && ++checks === 3,
        reply: {
          status: 503,
          headers: { "content-type": "text/html", "retry-after": "3600" },
          body: "<html>",
        },
      });
      const step = await run({ inputs: { waitMinutes: "30" } });
      assert.equal(step.outputs["outcome"], "registered", linesOf(step).join("\n"));
    }));

  /** Waits half an hour while the registrar's own response to the third check asks for a pause. */
  const pausing = (seconds: number, rule: (said: string, outcome: string) => void) =>
    withRegistrar(agent(), { registrar: { domains: [releasedAtCheck(3)] } }, async ({ registrar, run }) => {
      let checks = 0;
      registrar.faults.push({
        when: (request) => isAvailability(request) && ++checks === 3,
        reply: apiError("TOO_MANY_REQUESTS", 429, { retryAfterSec: seconds }),
      });
      const step = await run({ inputs: { waitMinutes: "30" } });
      rule(linesOf(step).join("\n"), step.outputs["outcome"] ?? "");
    });

  it("obeys the registrar's own pause, and checks again when it is over", () =>
    pausing(900, (said, outcome) => {
      assert.match(
        said,
        new RegExp(String.raw`${pauseOf(900)}\..* It takes checks again at [\d-]+ [\d:]+ UTC\.`),
      );
      assert.equal(outcome, "registered", said);
    }));

  it("ends at once if the registrar's own pause is longer than the wait, and says until when", () =>
    pausing(7200, (said, outcome) => {
      assert.match(said, /a pause of 7200 s\..* again at [\d-]+ [\d:]+ UTC, after the end of the wait\./);
      assert.equal(outcome, "", said);
    }));

  it("keeps an order unknown whose key GoDaddy v3 has forgotten (useautumn/autumn#1851)", () =>
    withKeyed(agent(), "godaddyV3", { godaddyV3: { ownership: "forbidden" } }, async (stage) => {
      const { service, run, outcomes } = stage;
      service.loseNextStore();
      service.server.afterEffect.push({ reply: { status: 500, body: "{}" }, times: 1 });
      for (const _ of ["first", "next"]) {
        const step = await run();
        assertEnds(step, "unknown", "Failed");
        assert.match(linesOf(step).join("\n"), new RegExp(notKnown(String.raw`\S+`)));
      }
      assert.deepEqual([service.charges.length, outcomes()], [1, ["unknown"]]);
    }));

  it("still waits on when the registrar itself says that the domain is not available", () =>
    atGodaddy(async ({ registrar, run }) => {
      let purchases = 0;
      registrar.faults.push({
        when: (request) => isPurchase(request) && ++purchases === 1,
        reply: apiError("UNAVAILABLE_DOMAIN", 422, { message: `${domain} is not available` }),
      });
      const step = await run();
      assert.deepEqual([step.outputs["outcome"], purchases], ["registered", 2], linesOf(step).join("\n"));
    }));
});
