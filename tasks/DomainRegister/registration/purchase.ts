import type { Agent } from "../../../shared/agent/agent";
import { type Clock, momentOf } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import type { PurchaseTerms, Registrar } from "../../../shared/registrar/registrar";
import type { PurchaseResponse } from "../../../shared/registrar/responses";
import { type RegistrationRequest, reducedRequest, requestBody, requestToSend } from "../request/parse";
import { createAttemptLog } from "./attempt-log";
import { type Confirmation, findStale, freshSecondsLeft, type Stale } from "./confirmation";
import { type Attempt, type AttemptOutcome, findEarlierPurchases, receiptTime } from "./receipt";
import { type ReceiptFile, renderLocked } from "./receipt-file";
import { reconcilePurchase } from "./reconcile";

/** What a buyer needs. */
export interface BuyerParts {
  request: RegistrationRequest;
  registrar: Registrar;
  receipts: ReceiptFile;
  environment: string;
  /** The URL of the registrar. */
  service: string;
  agent: Agent;
  clock: Clock;
  /** Fires when the step is cancelled. */
  cancelled: AbortSignal;
}

/** Sends purchases and keeps their receipt. */
export interface Buyer {
  /**
   * Sends one purchase request. Writes the intent to the receipt before, and the outcome after.
   * `availability` are the responses that led to the purchase. Sends nothing in these cases:
   *
   * - The intent cannot be written (throws).
   * - Another agent that shares the folder is buying.
   * - The confirmation is too old once the intent is on the disk.
   */
  buy(availability: readonly object[], confirmation: Confirmation): Promise<PurchaseResponse | Stale>;
  /** Finds out whether a purchase with an unknown outcome took effect (`reconcilePurchase`). */
  reconcile(): Promise<boolean>;
}

/** The agent ends a cancelled process 10 s after its first signal. The receipt has to be written by then. */
const graceSeconds = 8.5;

/** Creates a buyer for one registration. */
export function createBuyer(parts: BuyerParts): Buyer {
  const { request, service, receipts, clock } = parts;
  const { domain } = request;
  const log = createAttemptLog({ ...parts, domain });
  return {
    async buy(availability, confirmation) {
      const earlier = log.open();
      if (earlier === undefined) return { kind: "unknown", message: renderLocked(receipts) };
      const settled = findSettled(earlier, service, receipts);
      if (settled !== undefined) {
        log.release();
        return settled;
      }
      const now = clock.now();
      const sentAt = receiptTime(now);
      log.writeIntent(earlier, {
        sentAt,
        service,
        outcome: "sending",
        request: reducedRequest(requestToSend(request, now)),
        availability: [...availability],
        answers: [],
      });
      const moment = momentOf(clock);
      const stale = findStale(confirmation, moment);
      if (stale !== undefined) {
        log.record(stale, "notBought");
        return stale;
      }
      const terms = {
        connectSeconds: freshSecondsLeft(confirmation, moment),
        isWanted: () => findStale(confirmation, momentOf(clock)) === undefined,
      };
      const response = await sendPurchase(parts, requestBody(request, now), terms);
      log.record(response, attemptOutcomeOf(response));
      return response.kind === "unknown"
        ? { ...response, message: `Purchase sent at ${sentAt}: ${response.message}` }
        : response;
    },
    reconcile: () => reconcilePurchase({ ...parts, domain }, log),
  };
}

/**
 * What another agent's attempts mean for a purchase that is about to be sent. Undefined if it may be sent.
 */
function findSettled(
  earlier: readonly Attempt[],
  service: string,
  { path }: ReceiptFile,
): PurchaseResponse | undefined {
  const { bought, open } = findEarlierPurchases(earlier, service);
  if (bought !== undefined) return { kind: "bought", order: {} };
  return (
    open && { kind: "unknown", message: `Another agent sent a purchase at ${open.sentAt}. See ${path}.` }
  );
}

function attemptOutcomeOf({ kind }: PurchaseResponse): AttemptOutcome {
  if (kind === "bought") return "registered";
  return kind === "unknown" ? "unknown" : "notBought";
}

/**
 * Sends a purchase. If the step is cancelled, still waits for the response until just before the process
 * ends.
 */
async function sendPurchase(
  { registrar, clock, cancelled }: BuyerParts,
  body: string,
  terms: PurchaseTerms,
): Promise<PurchaseResponse> {
  const ending = new AbortController();
  let stopTimer = () => {};
  const startTimer = () => {
    stopTimer = clock.after(graceSeconds * 1000, () => ending.abort());
  };
  cancelled.addEventListener("abort", startTimer);
  try {
    return await registrar.purchase(body, ending.signal, terms);
  } catch (error) {
    // Whatever the error is, the request may have been sent before it.
    const message = ending.signal.aborted
      ? "The step was cancelled before the registrar responded to the purchase."
      : messageOf(error);
    return { kind: "unknown", message };
  } finally {
    cancelled.removeEventListener("abort", startTimer);
    stopTimer();
  }
}
