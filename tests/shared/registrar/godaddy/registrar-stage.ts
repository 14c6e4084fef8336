import { createGodaddy, godaddyTraits } from "../../../../shared/registrar/godaddy/client";
import type { PurchaseRequest } from "../../../../shared/registrar/registrar";
import { domain, now, releasedAtCheck } from "../../../packaged/register-stage";
import { filledRequest } from "../../../sandbox/filled-request";
import { json, type Reply } from "../../../sandbox/loopback";
import {
  keys,
  type RegistrarOptions,
  type SandboxRegistrar,
  startRegistrar,
} from "../../../sandbox/registrar";
import { clientStage, type Embedded, wishFor } from "../client-stage";

export { anyTime, never } from "../client-stage";

/** A registration request as it is sent. */
export const body = JSON.stringify({
  ...Object(filledRequest),
  $schema: undefined,
  domain,
  consent: { agreementKeys: ["DNRA"], agreedBy: "203.0.113.7", agreedAt: "2026-11-20T03:00:00Z" },
});

export const wish = wishFor(domain, { period: 1, registrationRequest: body, agreementKeys: ["DNRA"] });

/** The purchase of it. */
export const order: PurchaseRequest = { domain, body, key: undefined };

/** The registrar of the specification with the account of production. */
export const godaddy: Embedded<SandboxRegistrar, ReturnType<typeof createGodaddy>, RegistrarOptions> = {
  domain,
  wish,
  request: order,
  credential: { kind: "keyAndSecret", ...keys.production },
  secret: keys.production.secret,
  startsAt: 0,
  passes: (milliseconds) => milliseconds < 20_000 && milliseconds !== 10_000,
  start: (_, options) => startRegistrar({ domains: [releasedAtCheck(1)], now: () => now, ...options }),
  baseOf: ({ environments }) => environments.production.base,
  create: (settings) => createGodaddy(settings, godaddyTraits(true)),
};

/** Sets the stage for every test of the `describe` that calls this. */
export const registrarStage = () => clientStage(godaddy);

/** An error body of the registrar. */
export const apiError = (status: number, code: string, more: object = {}): Reply => ({
  ...json({ code, message: "No.", name: "ApiError", ...more }),
  status,
});
