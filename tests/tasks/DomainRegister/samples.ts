import assert from "node:assert/strict";
import { godaddyTraits } from "../../../shared/registrar/godaddy/client";
import { millionths } from "../../../shared/registrar/money";
import type { Availability, PurchaseResponse } from "../../../shared/registrar/registrar";
import type { Event, Rules, Wanted } from "../../../tasks/DomainRegister/registration/state";
import { parseRequest, type WholeRequest } from "../../../tasks/DomainRegister/request/parse";
import { exampleRequest } from "../../packaged/register-stage";

/** Samples that the tests of a registration start from. */

export const domain = "example.org";

/** The parsed example of the README, with some members replaced. */
export function goodRequest(changes: object = {}): WholeRequest {
  const { request } = parseRequest({ ...Object(exampleRequest), ...changes }, domain);
  assert.ok(request);
  return request;
}

/** The traits of the registrar of the specification. */
export const traits = godaddyTraits(true);

/** Inputs without a wait, and with a cap that `available` just meets. */
export const wanted: Wanted = {
  pollSeconds: 30,
  waitMinutes: 0,
  requireDefinitive: false,
  limit: { unit: millionths, maxPrice: 100n, currency: undefined, period: 1 },
  dryRun: false,
  pace: "steady",
};

/** Rules for these inputs, but with an hour of polling. */
export const rules: Rules = {
  ...wanted,
  endsAt: 3_600_000,
  saysDefinitive: true,
  needsPrice: false,
  needsQuote: false,
  ending: "org",
};

export const available: Availability = {
  available: true,
  definitive: true,
  price: 100,
  currency: "USD",
  period: 1,
};

export const response = (more: Partial<Availability> = {}): Extract<Event, { kind: "response" }> => ({
  kind: "response",
  availability: { ...available, ...more },
  sentAt: { even: 0, wall: 0 },
  tookMilliseconds: 0,
  restSeconds: 0,
});
export const taken = response({ available: false });
export const failed = (more: Partial<Extract<Event, { kind: "checkFailed" }>> = {}): Event => ({
  kind: "checkFailed",
  message: "503",
  retryAfterSeconds: undefined,
  status: 503,
  ...more,
});
export const purchase = (response: PurchaseResponse): Event => ({ kind: "purchase", response });
