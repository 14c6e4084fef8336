import assert from "node:assert/strict";
import { createGodaddyV3 } from "../../../../shared/registrar/godaddy-v3/client";
import type { PurchaseRequest, Quote, Wish } from "../../../../shared/registrar/registrar";
import { canaryToken, type SandboxGodaddyV3, startGodaddyV3 } from "../../../sandbox/godaddy-v3";
import type { GodaddyV3Options } from "../../../sandbox/godaddy-v3-state";
import { json, type Reply } from "../../../sandbox/loopback";
import { clientStage, type Embedded, never, wishFor } from "../client-stage";

export { anyTime, never } from "../client-stage";
export const domain = "expiring.org";
export const now = Date.parse("2026-11-20T03:00:00Z");
export const key = "9f1c2e7a-4b3d-4e8f-a1c2-3d4e5f6a7b8c";
export const token = canaryToken;

/** One year, and consent to the agreement that the API asks for. */
export const wish = wishFor(domain, { period: 1, agreementKeys: ["API_DPA"] });

/** The token of a quote that the service never gave. */
export const quoteToken = "7f3a2b1c-9d8e-4012-a5b6-c1d2e3f4a5b6";

/** The purchase on that quote. */
export const request: PurchaseRequest = {
  ...{ domain, key, body: JSON.stringify({ domain, period: 1, quoteToken, consent: {} }) },
};

/** As the API writes an amount, and a fee; a domain with that fee, and the wish that accepts it. */
export const amount = <T>(value: T, currencyCode = "USD") => ({ currencyCode, value });
export const fee = { type: "ONE_TIME_PREMIUM_DOMAIN_PURCHASE", fee: amount(390_000) };
export const withFee = { fees: [fee], agreements: ["API_DPA", "DNPA"] };
export const accepting: Wish = {
  ...{ ...wish, agreementKeys: ["DNPA", "API_DPA"] },
  acknowledgedFees: [{ type: fee.type, amount: 390_000, currency: "USD" }],
};

/** The price of a year, and a registration that has begun, unless these members say something else. */
export const price = amount(1199);
export const id = "3a8f1c2d-7e6b-4f9a-b1c0-d2e3f4a5b6c7";
export const registered = (members: object = {}, status = 200): Reply => ({
  ...json({ registrationId: id, domain, period: 1, price, status: "EXECUTING", ...members }),
  status,
});

/** An error body of the API. */
export const apiError = (status: number, name: string, more: object = {}): Reply => ({
  ...json({ name, correlationId: "c", message: "No.", ...more }),
  status,
});

/** The API with a domain that is released. */
export const godaddyV3: Embedded<SandboxGodaddyV3, ReturnType<typeof createGodaddyV3>, GodaddyV3Options> = {
  domain,
  wish,
  request,
  credential: { kind: "token", token },
  secret: token,
  startsAt: now,
  passes: (milliseconds) => milliseconds < 300_000 && ![10_000, 20_000].includes(milliseconds),
  start: (clock, options) =>
    startGodaddyV3({ domains: [{ name: domain, released: () => true }], now: clock.now, ...options }),
  baseOf: ({ base }) => base,
  create: createGodaddyV3,
};

/** Sets the stage for every test of the `describe` that calls this. */
export function godaddyV3Stage() {
  const stage = clientStage(godaddyV3);

  /** Gets a quote. Fails without one. */
  async function quote(asked = wish): Promise<Quote> {
    const response = await stage.registrar.quote(asked, never);
    assert.ok(response.kind === "quoted", JSON.stringify(response));
    return response.quote;
  }

  /** Each order has a new quote. */
  async function order(asked = wish): Promise<PurchaseRequest & { key: string }> {
    const quoted = await quote(asked);
    return { domain, body: stage.registrar.purchaseBody(asked, quoted, quoted), key };
  }
  return Object.assign(stage, { quote, order });
}
