import assert from "node:assert/strict";
import { godaddyTraits } from "../../../shared/registrar/godaddy/client";
import { millionths } from "../../../shared/registrar/money";
import type { Availability, Price, Quote, QuoteResponse } from "../../../shared/registrar/registrar";
import type {
  AlreadyOwned,
  Event,
  EventOf,
  Rules,
  Settings,
  SettledPurchase,
} from "../../../tasks/DomainRegister/registration/state";
import type { RunResult } from "../../../tasks/DomainRegister/render/run-result";
import { emptyTimeline, type Timeline, withEvent } from "../../../tasks/DomainRegister/render/timeline";
import { parseRequest, type WholeRequest } from "../../../tasks/DomainRegister/request/parse";
import { filledRequest } from "../../sandbox/filled-request";

/** Samples that the tests of a registration start from. */

export const domain = "example.org";

/** The parsed example of the README, with some members replaced. */
export function goodRequest(changes: object = {}): WholeRequest {
  const { request } = parseRequest({ ...Object(filledRequest), ...changes }, domain);
  assert.ok(request);
  return request;
}

/** The traits of the registrar of the specification. */
export const traits = godaddyTraits(true);

/** Inputs without a wait, and with a cap that `available` just meets. */
export const wanted: Settings = {
  pollSeconds: 30,
  waitMinutes: 0,
  requireDefinitive: false,
  limit: { unit: millionths, maxPrice: 100n, currency: undefined, period: 1 },
  dryRun: false,
  notedCharge: "",
  onNotAvailable: "succeed",
};

/** Rules for these inputs, but with an hour of polling. */
export const rules: Rules = {
  ...wanted,
  endsAt: 3_600_000,
  needsPrice: false,
  needsQuote: false,
  laterRelease: undefined,
};

export const available: Availability = {
  available: true,
  definitive: true,
  price: 100,
  currency: "USD",
  period: 1,
};

export const response = (more: Partial<Availability> = {}): EventOf<"response"> => ({
  kind: "response",
  availability: { ...available, ...more },
  sentAt: { even: 0, wall: 0 },
  tookMilliseconds: 0,
  restSeconds: 0,
});
export const taken = response({ available: false });
export const failed = (more: Partial<EventOf<"checkFailed">> = {}): Event => ({
  kind: "checkFailed",
  message: "503",
  retryAfterSeconds: undefined,
  status: 503,
  ...more,
});
export const quote: Quote = { token: "t", price: 100, currency: "USD", period: 1, fees: [], agreements: [] };
export const timing = { sentAt: { even: 4, wall: 4 }, tookMilliseconds: 3 };
export const quoted = (changes: Partial<Quote> = {}, unaccepted?: string): EventOf<"quote"> => ({
  ...{ kind: "quote", confirmation: timing, unaccepted },
  response: { kind: "quoted", quote: { ...quote, ...changes }, ...timing },
});
export const noQuote = (response: QuoteResponse): Event => ({
  ...{ kind: "quote", confirmation: timing, unaccepted: undefined },
  response,
});
export const purchase = (response: EventOf<"purchase">["response"]): Event => ({
  kind: "purchase",
  response,
});
export const reconciled = (response: SettledPurchase | AlreadyOwned): Event => ({
  kind: "reconciled",
  response,
});

/** Two available responses, after which the domain is bought. */
export const twice = [response(), response()];

/** What a purchase comes to. */
export const purchases = {
  bought: purchase({ kind: "bought", order: {} }),
  accepted: purchase({ kind: "accepted", operation: "op", retryAfterSeconds: 5 }),
  unavailable: purchase({ kind: "unavailable", message: "422" }),
  notTaken: purchase({ kind: "notTaken", message: "429", retryAfterSeconds: 5 }),
  refused: purchase({ kind: "refused", message: "402", status: 402 }),
  alreadyOwned: purchase({ kind: "alreadyOwned", message: "Another run bought it." }),
  unknown: purchase({ kind: "unknown", message: "reset" }),
};

/** The timeline after events that are 30 seconds apart, about purchases of this offer. */
export const timelineOf = (events: readonly Event[], limit = rules.limit, offer?: Price): Timeline =>
  events.reduce(
    (all, event, index) => withEvent(all, event, 30 * index, { ...rules, limit }, offer),
    emptyTimeline,
  );

/** The result of a run at the registrar of the specification. */
export const runResult = (changes: Partial<RunResult> = {}): RunResult => ({
  domain,
  environment: "production",
  baseUrl: new URL("https://registrar.example/"),
  traits,
  outcome: "registered",
  message: "example.org is registered.",
  startedAt: 1_000_500,
  endedAt: 2_000_900,
  timeline: emptyTimeline,
  record: undefined,
  receipt: undefined,
  ...changes,
});
