import { createPorkbun } from "../../../../shared/registrar/porkbun/client";
import type { PurchaseRequest } from "../../../../shared/registrar/registrar";
import { json, type Reply } from "../../../sandbox/loopback";
import { startPorkbun } from "../../../sandbox/porkbun";
import { type PorkbunOptions, porkbunKeys, type SandboxPorkbun } from "../../../sandbox/porkbun-account";
import { clientStage, type Embedded, fullCheckOf, wishFor } from "../client-stage";

export { anyTime, never } from "../client-stage";
export const domain = "example-to-buy.org";
export const fullCheck = fullCheckOf(domain);
export const key = "0b4d6c1e-purchase";

export const wish = wishFor(domain);

/** A purchase at the usual price. */
export const request: PurchaseRequest = { domain, key, body: '{"cost":1108,"agreeToTerms":"yes"}' };

/** Porkbun with a domain that is released, and the key of production. */
export const porkbun: Embedded<SandboxPorkbun, ReturnType<typeof createPorkbun>, PorkbunOptions> = {
  domain,
  wish,
  request,
  credential: { kind: "keyAndSecret", ...porkbunKeys.production },
  secret: porkbunKeys.production.secret,
  startsAt: 0,
  passes: (milliseconds) => milliseconds < 10_000,
  start: (clock, options) =>
    startPorkbun({
      domains: [{ name: domain, released: () => true }],
      now: clock.now,
      hasGateway: true,
      ...options,
    }),
  baseOf: ({ base }) => base,
  create: createPorkbun,
};

/** Sets the stage for every test of the `describe` that calls this. */
export const porkbunStage = () => clientStage(porkbun);

/** A successful response with these members. */
export const success = (members: object): Reply => json({ status: "SUCCESS", ...members });
