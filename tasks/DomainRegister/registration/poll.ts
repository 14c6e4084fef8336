import { isCancelled } from "../../../shared/agent/task";
import { momentOf, wait } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import { HttpError, requestedSecondsOf, statusOf } from "../../../shared/http/errors";
import { findUnaccepted } from "../../../shared/registrar/consent";
import type { RequestTimes } from "../../../shared/registrar/registrar";
import { utc } from "../../../shared/text/time";
import { wishAt } from "../request/request";
import { findStale } from "./confirmation";
import type { Context } from "./context";
import { begin, next } from "./procedure";
import type { Buyer } from "./purchase";
import { receiptTime } from "./receipt";
import type { Action, End, Event, RegistrationResult, Rules } from "./state";

/** Thrown when the registrar will never accept the request, so that polling is of no use. */
export class InvalidRequest extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Runs the procedure: performs each action and feeds the resulting event back. `stopped` fires when the step
 * is cancelled, or with an `InvalidRequest`. It does not stop a purchase that is already sent.
 */
export async function poll(
  parts: Context,
  buyer: Buyer,
  stopped: AbortSignal,
  isAccepted: boolean,
  laterRelease: Rules["laterRelease"],
): Promise<RegistrationResult> {
  const { clock, registrar } = parts;
  const startedAt = clock.now();
  const rules = rulesOf(parts, startedAt, laterRelease);
  const narrator = parts.createNarrator(rules, startedAt);
  /** The last two responses, for the receipt. */
  let responses: object[] = [];
  let step = begin(startedAt, isAccepted);
  try {
    while (step.action.do !== "end") {
      const { registration: before, action } = step;
      if (action.do === "check") narrator.beforeCheck(before, action.at);
      const event = await perform(action, parts, { rules, buyer, stopped, responses });
      if (event.kind === "response")
        responses = [...responses.slice(-1), { at: receiptTime(clock.now()), ...event.availability }];
      step = next(before, event, clock.now(), rules);
      if (event.kind === "quote" && step.action.do === "quote") registrar.prepare();
      if (step.action.do !== "quote" && step.action.do !== "purchase") registrar.closePrepared();
      narrator.afterEvent(before, event, step);
    }
  } catch (error) {
    registrar.closePrepared();
    return { end: endOfStopped(error, stopped, parts.cancelled), registration: step.registration };
  }
  const { registration, action } = step;
  narrator.atEnd(registration);
  return { end: action.end, registration };
}

function rulesOf(
  { wanted, registrar }: Context,
  startedAt: number,
  laterRelease: Rules["laterRelease"],
): Rules {
  const { waitMinutes, onNotAvailable: _, notedCharge: __, ...others } = wanted;
  return {
    ...others,
    needsPrice: registrar.traits.needsPrice,
    needsQuote: registrar.quote !== undefined,
    laterRelease,
    endsAt: startedAt + waitMinutes * 60_000,
  };
}

async function perform(
  action: Exclude<Action, { do: "end" }>,
  context: Context,
  {
    rules,
    buyer,
    stopped,
    responses,
  }: { rules: Rules; buyer: Buyer; stopped: AbortSignal; responses: readonly object[] },
): Promise<Event> {
  switch (action.do) {
    case "check":
      return performCheck(action, context, rules, stopped);
    case "quote":
      return performQuote(action.confirmation, context, stopped);
    case "purchase": {
      stopped.throwIfAborted();
      const response = await buyer.buy(action, responses);
      return response.kind === "stale" ? response : { kind: "purchase", response };
    }
    case "reconcile":
      return { kind: "reconciled", response: await buyer.reconcile() };
  }
}

async function performQuote(
  confirmation: RequestTimes,
  { request, registrar, clock }: Context,
  stopped: AbortSignal,
): Promise<Event> {
  const stale = findStale(confirmation, momentOf(clock));
  if (stale !== undefined) return stale;
  if (registrar.quote === undefined) throw new Error("this registrar gives no quotes");
  const wish = wishAt(request, clock.now());
  const response = await registrar.quote(wish, stopped);
  // The reason why polling stopped may be an HttpError of another request. The quote was not refused then.
  stopped.throwIfAborted();
  const unaccepted =
    response.kind === "quoted" ? findUnaccepted(response.quote, wish, registrar.traits.unit) : undefined;
  return { kind: "quote", confirmation, response, unaccepted };
}

async function performCheck(
  { at, confirming }: Extract<Action, { do: "check" }>,
  { domain, registrar, clock }: Context,
  rules: Rules,
  stopped: AbortSignal,
): Promise<Event> {
  await wait(clock, at - clock.now(), stopped);
  const pauseSeconds = registrar.pauseSeconds();
  if (!confirming && pauseSeconds > 0 && clock.now() + pauseSeconds * 1000 > rules.endsAt) {
    const message = `The registrar asks for a pause of ${Math.ceil(pauseSeconds)} s.`;
    return failedCheck(message, pauseSeconds, undefined, clock.now(), rules);
  }
  // A purchase has to follow within one round trip. To connect takes two or three more.
  if (confirming && !rules.dryRun) registrar.prepare();
  try {
    const purpose = confirming ? "confirmation" : "other";
    const timed = await registrar.availability({
      domain,
      checkType: "FULL",
      purpose,
      retry: "never",
      signal: stopped,
    });
    return { kind: "response", ...timed };
  } catch (error) {
    // The reason why polling stopped may be an HttpError of another request. This check did not fail then.
    stopped.throwIfAborted();
    if (!(error instanceof HttpError)) throw error;
    const { message, problem } = error;
    return failedCheck(message, requestedSecondsOf(problem), statusOf(problem), clock.now(), rules);
  }
}

/** Says when the registrar takes checks again if it asks for a pause. */
function failedCheck(
  message: string,
  retryAfterSeconds: number | undefined,
  status: number | undefined,
  now: number,
  { endsAt, pollSeconds }: Rules,
): Event {
  const freeAt = now + (retryAfterSeconds ?? 0) * 1000;
  const until = `It takes checks again at ${utc(freeAt)} UTC`;
  const pause =
    freeAt > endsAt
      ? ` ${until}, after the end of the wait.`
      : (retryAfterSeconds ?? 0) > pollSeconds
        ? ` ${until}.`
        : "";
  return { kind: "checkFailed", message: message + pause, retryAfterSeconds, status };
}

/** How a registration ends if it was stopped before anything was bought. Throws any other error on. */
function endOfStopped(error: unknown, stopped: AbortSignal, cancelled: AbortSignal): End {
  if (!stopped.aborted || error !== stopped.reason) throw error;
  if (error instanceof InvalidRequest)
    return { outcome: "refused", message: error.message, status: error.status };
  if (isCancelled(cancelled)) return { outcome: "cancelled" };
  if (cancelled.aborted) return { outcome: "unanswered", message: messageOf(error) };
  throw error;
}
