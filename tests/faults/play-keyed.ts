import assert from "node:assert/strict";
import type { TestedRegistrar } from "../campaign/register-service";
import { withKeyed } from "../packaged/keyed-stage";
import { domain as name } from "../packaged/register-stage";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import type { FaultStage } from "./stage";
import { faultOf, type Play, stepOf } from "./step";
import type { Cell } from "./table";

/**
 * Plays a cell of a registrar whose purchases have keys. If its outcome is unknown, a second run without the
 * fault has to settle it, without a second charge.
 */
export const playKeyed: Play = (cell, agent, stage, { debug, connected }) => {
  const { registrar = "porkbun", validates = false } = cell.endpoint;
  const options = {
    ...{ connected, domain: { released: (_: number, checks: number) => checks >= (validates ? 1 : 3) } },
    porkbun: { isPremium: false, createSeconds: 0, checkLimit: { limit: 1, TTL: 0 } },
  };
  return withKeyed(agent, registrar, options, async ({ service, run, outcomes }) => {
    arrange(cell, service, stage);
    const inputs = { action: validates ? "validate" : "register", waitMinutes: "6" };
    const step = await run({ inputs, step: stepOf(cell, stage, debug) });
    const outcome = step.outputs["outcome"] ?? "";
    if (judgePurchases(cell, service, outcome, outcomes())) {
      service.server.faults.length = 0;
      const later = await run({ inputs });
      const log = later.log.join("\n");
      // A quote lasts ten minutes. After them, nothing proves that the first request did not arrive.
      const isExpired = / last word is: QUOTE_EXPIRED\b/i.test(log);
      const ends = isExpired ? /^unknown$/ : /^(registered|alreadyOwned)$/;
      assert.match(later.outputs["outcome"] ?? "", ends, log);
      assert.equal(service.charges.length, isExpired ? 0 : 1);
    }
    return step;
  });
};

/** Puts the fault in the way. A purchase that meets it takes effect only if the endpoint says so. */
function arrange({ endpoint, ...cell }: Cell, service: TestedRegistrar, stage: FaultStage): void {
  const { afterEffect = false, validates = false } = endpoint;
  const isPurchase = (request: ReceivedRequest) => !validates && service.kindOf(request) === "purchase";
  for (const fault of faultOf({ endpoint, ...cell }, stage))
    service.server.faults.push({
      ...fault,
      // The purchase that took effect is sent again, and then the service is well.
      ...(afterEffect && endpoint.name.includes("purchase that") ? { times: 1 } : {}),
      reply(request, healthy) {
        const good =
          isPurchase(request) && !afterEffect
            ? service.pretendedSuccess()
            : goodReply(service, request, healthy);
        return fault.reply(request, () => good);
      },
    });
  if (endpoint.name.includes("owned domain"))
    service.server.faults.push({
      when: (request) => service.kindOf(request) === "owned",
      reply: (request, healthy) => goodReply(service, request, healthy),
    });

  function goodReply(from: TestedRegistrar, request: ReceivedRequest, healthy: () => Reply): Reply {
    if (from.kindOf(request) !== "owned" || afterEffect) return healthy();
    const record = { domain: name, status: "ACTIVE" };
    return json(from.name === "porkbun" ? { status: "SUCCESS", domain: record } : record);
  }
}

/** Judges what was sent and what the receipt says of it. Returns whether the purchase is still open. */
function judgePurchases(
  { endpoint }: Cell,
  service: TestedRegistrar,
  outcome: string,
  outcomes: readonly unknown[],
): boolean {
  if (endpoint.validates) {
    assert.deepEqual(service.charges, [], "a dry run bought");
    return false;
  }
  const isOpen = outcome === "unknown";
  const sent = service.server.requests.filter((request) => service.kindOf(request) === "purchase");
  const keys = new Set(sent.map(({ headers }) => headers["idempotency-key"]));
  if (outcome !== "") assert.ok(keys.size <= 1, "a second key");
  if (isOpen || outcome === "registered")
    assert.equal(new Set(sent.map(({ body }) => body)).size, 1, "another body");
  if (!isOpen) assert.equal(service.charges.length, outcome === "registered" ? 1 : 0);
  const noted = { registered: "registered", unknown: "unknown" }[outcome] ?? "notBought";
  if (outcomes.length > 0) assert.equal(outcomes.at(-1), noted, "the receipt says something else");
  return isOpen;
}
