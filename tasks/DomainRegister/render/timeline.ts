import { decimalOf, type MoneyUnit } from "../../../shared/registrar/money";
import type { Availability, Price, PurchaseResponse } from "../../../shared/registrar/registrar";
import type { CheckChange, PurchaseAttempt } from "../../../shared/report/schema";
import { pluralize } from "../../../shared/text/pluralize";
import { findObjectionToOffer } from "../registration/availability";
import { findPriceObjection, type PriceLimit } from "../registration/price";
import type { AlreadyOwned, Event, EventOf, Rules, SettledPurchase } from "../registration/state";

/**
 * The checks and purchase attempts of a run, as its report shows them. Texts are not sanitized yet. It holds
 * changes instead of checks, and the latest ones only, so its size has a limit, however long polling takes.
 */
export interface Timeline {
  checkCount: number;
  changes: readonly CheckChange[];
  attempts: readonly PurchaseAttempt[];
  changesLeftOut: number;
  attemptsLeftOut: number;
}

type CheckContent = Omit<CheckChange, "at" | "until" | "count">;

/** Without a limit, a registrar whose responses differ at every check would fill the memory in a day of polling. */
export const maxChanges = 500;
/** A registrar can reject purchases for a whole day. */
export const maxAttempts = 100;

export const emptyTimeline: Timeline = {
  checkCount: 0,
  changes: [],
  attempts: [],
  changesLeftOut: 0,
  attemptsLeftOut: 0,
};

/** `at` is in seconds since 1970. `offer` is what the registrar said about the price last. */
export function withEvent(
  timeline: Timeline,
  event: Event,
  at: number,
  rules: Rules,
  offer?: Price,
): Timeline {
  const { limit } = rules;
  switch (event.kind) {
    case "response":
      return withCheck(timeline, seenIn(event.availability, limit.unit, rules), at);
    case "checkFailed":
      return withCheck(timeline, { problem: event.message }, at);
    case "quote": {
      const quoted = quoteIn(event, limit);
      return quoted === undefined ? timeline : withAttempt(timeline, { at, request: "quote", ...quoted });
    }
    case "purchase":
      return withAttempt(timeline, {
        at,
        request: "purchase",
        ...offerIn(offer, limit.unit),
        ...responseIn(event.response),
      });
    case "stale": {
      const reason = `The confirming response was already ${event.ageSeconds} s old.`;
      return withAttempt(timeline, { at, request: "purchase", response: "not sent", reason });
    }
    case "reconciled":
      return withReconciled(timeline, event.response);
  }
}

/** A check that shows the same as the one before it adds no entry. */
export function withCheck(timeline: Timeline, seen: CheckContent, at: number): Timeline {
  const earlier = timeline.changes.slice(0, -1);
  const last = timeline.changes.at(-1);
  const checkCount = timeline.checkCount + 1;
  if (last !== undefined && isSame(last, seen))
    return { ...timeline, checkCount, changes: [...earlier, { ...last, until: at, count: last.count + 1 }] };
  const changes = [...timeline.changes, { at, until: at, count: 1, ...seen }];
  const changesLeftOut = timeline.changesLeftOut + Math.max(0, changes.length - maxChanges);
  return { ...timeline, checkCount, changes: changes.slice(-maxChanges), changesLeftOut };
}

function isSame({ at: _, until: __, count: ___, ...shown }: CheckChange, seen: CheckContent): boolean {
  // Both come from `seenIn`, so their members are in the same order.
  return JSON.stringify(shown) === JSON.stringify(seen);
}

/** `rules` are undefined if nothing is bought. */
export function seenIn(availability: Availability, unit: MoneyUnit, rules: Rules | undefined): CheckContent {
  const { available, definitive } = availability;
  const objection = available && rules !== undefined ? findObjectionToOffer(availability, rules) : undefined;
  return {
    available,
    ...(definitive === undefined ? {} : { definitive }),
    ...offerIn(availability, unit),
    ...(objection === undefined ? {} : { objection }),
  };
}

/** Empty unless the price is a whole amount. */
function offerIn(offer: Price | undefined, unit: MoneyUnit): Pick<PurchaseAttempt, "price" | "period"> {
  const { price = Number.NaN, currency, period = 0 } = offer ?? {};
  if (!Number.isSafeInteger(price) || price < 0) return {};
  const raw = String(price);
  const amount = decimalOf(price, unit.decimals(currency)) ?? raw;
  return {
    price: { amount, raw, ...(currency === undefined ? {} : { currency }) },
    ...(period > 0 ? { period } : {}),
  };
}

function responseIn(response: PurchaseResponse | AlreadyOwned): Omit<PurchaseAttempt, "at" | "request"> {
  switch (response.kind) {
    case "bought": {
      const { orderId } = response.order;
      return { response: "bought", ...(orderId === undefined ? {} : { order: String(orderId) }) };
    }
    case "alreadyOwned":
      return { response: "not sent", reason: response.message };
    case "unavailable":
    case "refused":
      return { response: "refused", reason: response.reason ?? response.message };
    case "notTaken":
      return { response: "failed", reason: response.reason ?? response.message };
    case "accepted":
      return { response: "unknown", reason: "The registrar accepted the purchase but has not completed it." };
    case "unknown":
      return { response: "unknown", reason: response.message };
  }
}

/** Undefined if the purchase follows the quote. */
function quoteIn({ response, unaccepted }: EventOf<"quote">, limit: PriceLimit) {
  if (response.kind !== "quoted") return responseIn(response);
  const reason = findPriceObjection(response.quote, limit) ?? unaccepted;
  return reason === undefined
    ? undefined
    : { ...offerIn(response.quote, limit.unit), response: "quoted" as const, reason };
}

function withAttempt(timeline: Timeline, attempt: PurchaseAttempt): Timeline {
  const attempts = [...timeline.attempts, attempt];
  const attemptsLeftOut = timeline.attemptsLeftOut + Math.max(0, attempts.length - maxAttempts);
  return { ...timeline, attempts: attempts.slice(-maxAttempts), attemptsLeftOut };
}

function withReconciled(timeline: Timeline, response: SettledPurchase | AlreadyOwned): Timeline {
  const last = timeline.attempts.at(-1);
  if (last === undefined || response.kind === "unknown") return timeline;
  const settled = { ...last, reason: "The purchase took effect.", ...responseIn(response) };
  return { ...timeline, attempts: [...timeline.attempts.slice(0, -1), settled] };
}

/**
 * Says how many attempts to buy had this response, and why the last of them: "8 purchases refused: DOMAIN_TAKEN: …".
 * Empty if there was none.
 */
export function renderAttempts(
  { attempts, attemptsLeftOut }: Timeline,
  response: PurchaseAttempt["response"],
): string {
  const such = attempts.filter((attempt) => attempt.response === response);
  const counts = (["purchase", "quote"] as const).flatMap((request) => {
    const { length } = such.filter((attempt) => attempt.request === request);
    return length === 0 ? [] : [pluralize(length, request)];
  });
  const reason = such.at(-1)?.reason ?? "";
  if (counts.length === 0) return "";
  const atLeast = attemptsLeftOut === 0 ? "" : "At least ";
  return `${atLeast}${counts.join(" and ")} ${response}: ${reason.replace(/[^.!?…]$/, "$&.")} `;
}
