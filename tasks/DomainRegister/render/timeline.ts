import { decimalOf, type MoneyUnit } from "../../../shared/registrar/money";
import type { Availability, PurchaseResponse } from "../../../shared/registrar/registrar";
import type { CheckChange, Money, PurchaseAttempt } from "../../../shared/report/schema";
import { findPriceObjection, type PriceLimit } from "../registration/price";
import type { Event, EventOf, Reconciled } from "../registration/state";

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

type Seen = Omit<CheckChange, "at" | "until" | "count">;

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

/** `at` is in seconds since 1970. */
export function withEvent(timeline: Timeline, event: Event, at: number, limit: PriceLimit): Timeline {
  switch (event.kind) {
    case "response":
      return withCheck(timeline, seenIn(event.availability, limit.unit, limit), at);
    case "checkFailed":
      return withCheck(timeline, { problem: event.message }, at);
    case "look":
      return timeline;
    case "quote": {
      const problem = quoteProblem(event, limit);
      return problem === undefined
        ? timeline
        : withAttempt(timeline, { at, outcome: "notSent", sentence: problem });
    }
    case "purchase":
      return withAttempt(timeline, { at, ...attemptOf(event.response) });
    case "stale":
      return withAttempt(timeline, {
        at,
        outcome: "notSent",
        sentence: `The confirming response was ${event.ageSeconds} s old by then.`,
      });
    case "reconciled":
      return withReconciled(timeline, event.response);
  }
}

/** A check that shows the same as the one before it adds no entry. */
export function withCheck(timeline: Timeline, seen: Seen, at: number): Timeline {
  const earlier = timeline.changes.slice(0, -1);
  const last = timeline.changes.at(-1);
  const checkCount = timeline.checkCount + 1;
  if (last !== undefined && isSame(last, seen))
    return { ...timeline, checkCount, changes: [...earlier, { ...last, until: at, count: last.count + 1 }] };
  const changes = [...timeline.changes, { at, until: at, count: 1, ...seen }];
  const excess = Math.max(0, changes.length - maxChanges);
  const changesLeftOut = timeline.changesLeftOut + excess;
  return { ...timeline, checkCount, changes: changes.slice(excess), changesLeftOut };
}

function isSame({ at: _, until: __, count: ___, ...shown }: CheckChange, seen: Seen): boolean {
  // Both come from `seenIn`, so their members are in the same order.
  return JSON.stringify(shown) === JSON.stringify(seen);
}

/** `limit` is the most that may be paid; undefined if nothing is bought. */
export function seenIn(availability: Availability, unit: MoneyUnit, limit: PriceLimit | undefined): Seen {
  const { available, definitive, price, currency, period } = availability;
  const objection = available && limit !== undefined ? findPriceObjection(availability, limit) : undefined;
  const isAmount = price !== undefined && Number.isSafeInteger(price) && price >= 0;
  return {
    available,
    definitive,
    ...(isAmount ? { price: moneyOf(price, currency, unit) } : {}),
    ...(isAmount && period !== undefined && period > 0 ? { period } : {}),
    ...(objection === undefined ? {} : { objection }),
  };
}

export function moneyOf(amount: number | bigint, currency: string | undefined, unit: MoneyUnit): Money {
  const raw = String(amount);
  const both = { amount: decimalOf(amount, unit.decimals(currency)) ?? raw, raw };
  return currency === undefined ? both : { ...both, currency };
}

function attemptOf(response: PurchaseResponse): Omit<PurchaseAttempt, "at"> {
  switch (response.kind) {
    case "bought": {
      const { orderId } = response.order;
      return { outcome: "bought", ...(orderId === undefined ? {} : { sentence: `Order ${orderId}.` }) };
    }
    case "unavailable":
    case "refused":
      return { outcome: "refused", sentence: response.message };
    case "notTaken":
      return { outcome: "notAccepted", sentence: response.message };
    case "accepted":
      return { outcome: "unknown", sentence: "The registrar accepted it but had not made it yet." };
    case "unknown":
      return { outcome: "unknown", sentence: response.message };
  }
}

/** Undefined if the purchase follows the quote. */
function quoteProblem({ response, unaccepted }: EventOf<"quote">, limit: PriceLimit): string | undefined {
  if (response.kind !== "quoted") return response.message;
  return findPriceObjection(response.quote, limit) ?? unaccepted;
}

function withAttempt(timeline: Timeline, attempt: PurchaseAttempt): Timeline {
  const attempts = [...timeline.attempts, attempt];
  const excess = Math.max(0, attempts.length - maxAttempts);
  const attemptsLeftOut = timeline.attemptsLeftOut + excess;
  return { ...timeline, attempts: attempts.slice(excess), attemptsLeftOut };
}

function withReconciled(timeline: Timeline, response: Reconciled): Timeline {
  const last = timeline.attempts.at(-1);
  if (last === undefined || response.kind === "unknown") return timeline;
  const settled = { at: last.at, sentence: "The purchase took effect.", ...attemptOf(response) };
  return { ...timeline, attempts: [...timeline.attempts.slice(0, -1), settled] };
}
