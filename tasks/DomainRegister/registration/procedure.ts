import type { Availability, Order } from "../../../shared/registrar/records";
import type { PurchaseAnswer } from "../../../shared/registrar/responses";
import type { Confirmation, Stale } from "./confirmation";
import { type PriceLimit, priceObjection } from "./price";

/**
 * The procedure of the specification for a domain that is about to be released, as a pure function: poll with
 * FULL, want two consecutive available answers, then purchase, and stop once it answers 200. Times are in
 * milliseconds since 1970.
 */

/** What the person wants, fixed for the whole registration. */
export interface Rules {
  /** From one check to the next; half of it at least lies between an answer and the next check. */
  pollSeconds: number;
  /** No check starts after this moment, but the one that confirms an available answer. */
  endsAt: number;
  /** Count only answers that are certain. */
  requireDefinitive: boolean;
  limit: PriceLimit;
  dryRun: boolean;
}

/** Where the registration stands. */
export interface Registration {
  /** How many consecutive answers, up to the last one, said that the domain is available. */
  confirmations: number;
  checks: number;
  /** How many checks, up to the last one, failed in a row. */
  failures: number;
  lastFailure: string;
  lastAnswer: Availability | undefined;
  lastAnswerAt: number;
  /** Why the last confirmed answer was not bought; empty when that was not because of its price. */
  priceObjection: string;
}

/** What happened. */
export type Event =
  | ({ kind: "answer"; availability: Availability } & Confirmation)
  /** `status` is that of the service's answer, where it gave one. */
  | {
      kind: "checkFailed";
      message: string;
      retryAfterSeconds: number | undefined;
      status: number | undefined;
    }
  | { kind: "purchase"; answer: PurchaseAnswer }
  | Stale
  | { kind: "reconciled"; owned: boolean };

/** How a registration ends. */
export type End =
  | { outcome: "registered"; order: Order | undefined }
  | { outcome: "dryRun" }
  | { outcome: "notAvailable" }
  | { outcome: "tooExpensive"; message: string }
  | { outcome: "refused"; message: string; status: number }
  | { outcome: "unknown"; message: string }
  /** The service could not be asked, at all or in the end. */
  | { outcome: "unanswered"; message: string }
  /** The step was cancelled before anything was bought. */
  | { outcome: "cancelled" };

/** What to do next. */
export type Action =
  | { do: "check"; at: number; confirming: boolean }
  | { do: "purchase"; confirmation: Confirmation }
  | { do: "reconcile" }
  | { do: "end"; end: End };

/** Where the registration stands, and what follows from that. */
export interface Step {
  registration: Registration;
  action: Action;
}

/** How many consecutive available answers a purchase wants. */
const confirmationsWanted = 2;
const maxBackoffSeconds = 300;
/** An answer that is older, and three pauses old, does not tell any more that the domain is not available. */
const staleSeconds = 300;

/** The beginning: a check at once. */
export function begin(now: number): Step {
  const registration: Registration = {
    confirmations: 0,
    checks: 0,
    failures: 0,
    lastFailure: "",
    lastAnswer: undefined,
    lastAnswerAt: now,
    priceObjection: "",
  };
  return { registration, action: { do: "check", at: now, confirming: false } };
}

/** What follows from what happened. */
export function next(registration: Registration, event: Event, now: number, rules: Rules): Step {
  switch (event.kind) {
    case "answer":
      return afterAnswer(registration, event, now, rules);
    case "checkFailed":
      return afterFailedCheck(registration, event, now, rules);
    case "purchase":
      return afterPurchase(registration, event.answer, now, rules);
    case "stale":
      return afterStale(registration, event, now, rules);
    case "reconciled":
      return {
        registration,
        action: ended(
          event.owned
            ? { outcome: "registered", order: undefined }
            : { outcome: "unknown", message: registration.lastFailure },
        ),
      };
  }
}

function afterAnswer(
  before: Registration,
  { availability: answer, sentAt, tookMilliseconds }: Extract<Event, { kind: "answer" }>,
  now: number,
  rules: Rules,
): Step {
  // Checks begin `pollSeconds` apart: the time of a round trip is not lost on top. A slow registrar gets its rest.
  const pauseSeconds = Math.max(rules.pollSeconds / 2, rules.pollSeconds - tookMilliseconds / 1000);
  const counted = counts(answer, rules);
  const registration = {
    ...before,
    confirmations: counted ? before.confirmations + 1 : 0,
    checks: before.checks + 1,
    failures: 0,
    lastAnswer: answer,
    lastAnswerAt: now,
    lastFailure: "",
    priceObjection: "",
  };
  if (!counted) return pollOn(registration, pauseSeconds, now, rules);
  if (registration.confirmations < confirmationsWanted)
    return { registration, action: { do: "check", at: now, confirming: true } };
  const objection = priceObjection(answer, rules.limit);
  if (objection !== undefined)
    return pollOn({ ...registration, priceObjection: objection }, pauseSeconds, now, rules);
  return rules.dryRun
    ? { registration, action: ended({ outcome: "dryRun" }) }
    : { registration, action: { do: "purchase", confirmation: { sentAt, tookMilliseconds } } };
}

/** A failed check ends a run of available answers (decision 9) and backs off. */
function afterFailedCheck(
  before: Registration,
  event: Extract<Event, { kind: "checkFailed" }>,
  now: number,
  rules: Rules,
): Step {
  const registration = {
    ...before,
    confirmations: 0,
    checks: before.checks + 1,
    failures: before.failures + 1,
    lastFailure: event.message,
  };
  const hopeless =
    event.status === 401 || (before.lastAnswer === undefined && hopelessAtFirst.has(event.status));
  if (hopeless) return { registration, action: ended({ outcome: "unanswered", message: event.message }) };
  const backoffSeconds = Math.min(maxBackoffSeconds, rules.pollSeconds * 2 ** before.failures);
  return pollOn(
    registration,
    Math.max(rules.pollSeconds, backoffSeconds, event.retryAfterSeconds ?? 0),
    now,
    rules,
  );
}

/** Answers to the first check that tell of a wrong request or account; later they are a passing fault. */
const hopelessAtFirst = new Set<number | undefined>([400, 403, 404, 422]);

function afterPurchase(before: Registration, answer: PurchaseAnswer, now: number, rules: Rules): Step {
  const registration = { ...before, confirmations: 0 };
  switch (answer.kind) {
    case "bought":
      return { registration, action: ended({ outcome: "registered", order: answer.order }) };
    case "unavailable":
      return pollOn(
        { ...registration, lastAnswer: before.lastAnswer && { ...before.lastAnswer, available: false } },
        rules.pollSeconds,
        now,
        rules,
      );
    case "notTaken":
      return pollOn(
        { ...registration, lastFailure: answer.message },
        Math.max(rules.pollSeconds, answer.retryAfterSeconds ?? 0),
        now,
        rules,
      );
    case "refused":
      return {
        registration,
        action: ended({ outcome: "refused", message: answer.message, status: answer.status }),
      };
    case "unknown":
      return {
        registration: { ...registration, lastFailure: answer.message },
        action: { do: "reconcile" },
      };
  }
}

/** A confirmation that was too old to buy on counts for nothing: the next check is due when the last response lets it be. */
function afterStale(before: Registration, { ageSeconds }: Stale, now: number, rules: Rules): Step {
  const registration = {
    ...before,
    confirmations: 0,
    lastFailure: `The confirming response was ${ageSeconds} s old when the purchase was about to be sent, so nothing was sent.`,
  };
  const restSeconds = rules.pollSeconds / 2 - (now - before.lastAnswerAt) / 1000;
  return pollOn(registration, Math.max(0, restSeconds), now, rules);
}

/** The next check after a pause, or the end of the wait. */
function pollOn(registration: Registration, pauseSeconds: number, now: number, rules: Rules): Step {
  const at = now + pauseSeconds * 1000;
  return {
    registration,
    action:
      at <= rules.endsAt
        ? { do: "check", at, confirming: false }
        : ended(endOfWait(registration, now, rules)),
  };
}

/**
 * How the wait ends: "not available" only when the registrar has said so of late. What could not be asked, or could
 * not be bought, is no such answer.
 */
function endOfWait(registration: Registration, now: number, rules: Rules): End {
  const { lastAnswer, lastAnswerAt, lastFailure } = registration;
  if (registration.priceObjection !== "")
    return { outcome: "tooExpensive", message: registration.priceObjection };
  // A pause that the registrar asks for may end the wait long before its time.
  const unseenMilliseconds = Math.max(now, rules.endsAt) - lastAnswerAt;
  const ofLate = unseenMilliseconds <= Math.max(staleSeconds, 3 * rules.pollSeconds) * 1000;
  const said = lastAnswer !== undefined && !counts(lastAnswer, rules) && ofLate;
  return lastFailure === "" || said
    ? { outcome: "notAvailable" }
    : { outcome: "unanswered", message: lastFailure };
}

function counts(answer: Availability, rules: Rules): boolean {
  return answer.available && (answer.definitive || !rules.requireDefinitive);
}

function ended(end: End): Action {
  return { do: "end", end };
}
