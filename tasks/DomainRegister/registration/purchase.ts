import { momentOf } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import type {
  Price,
  PurchaseRequest,
  PurchaseResponse,
  Quote,
  Registrar,
} from "../../../shared/registrar/registrar";
import { hostNameOf } from "../request/domain";
import { reducedRequest, requestToSend, wishAt } from "../request/request";
import { type AttemptLog, attemptOutcomeOf, createAttemptLog } from "./attempt-log";
import { findStale, freshSecondsLeft, type StaleConfirmation } from "./confirmation";
import type { Context } from "./context";
import {
  type Attempt,
  findEarlierPurchases,
  grantedElsewhere,
  type RepeatableAttempt,
  receiptTime,
} from "./receipt";
import { renderLocked } from "./receipt-file";
import { reconcile } from "./reconcile";
import type { Action, AlreadyOwned, SettledPurchase } from "./state";

/** The agent ends a cancelled process 10 s after its first signal. The receipt has to be written by then. */
const graceSeconds = 8.5;

const nothingSent = { request: undefined, response: { kind: "unknown", message: "" } } as const;

/** Sends purchases and keeps their receipt. */
export type Buyer = ReturnType<typeof createBuyer>;

export function createBuyer(context: Context) {
  const { request, registrar, service, receipts, clock, createKey } = context;
  const { domain } = request;
  const log = createAttemptLog(context);
  /** The last purchase. Undefined if nothing was sent, or if it cannot be asked about. */
  let sent: { request: PurchaseRequest | undefined; response: PurchaseResponse } = nothingSent;
  const settle = (record: AttemptLog["record"] = log.record) =>
    reconcile(context, record, sent.request, sent.response);

  /** Purchases that another registrar granted before this run do not count here: the preflight has told people of them. */
  const grantedBefore = grantedElsewhere(receipts.tryRead()?.attempts ?? [], service).map(
    ({ sentAt }) => sentAt,
  );
  const findNewElsewhere = (attempts: readonly Attempt[]) =>
    grantedElsewhere(attempts, service).find(({ sentAt }) => !grantedBefore.includes(sentAt));

  return {
    flush: log.flush,
    see: log.see,

    /**
     * Sends one purchase request. Writes the intent to the receipt before, with the availability responses that led to
     * it, and the outcome after. Sends nothing in these cases:
     *
     * - The intent cannot be written (throws).
     * - Another agent that shares the folder is buying, or has bought during this run, at whatever registrar.
     * - The confirmation is too old once the intent is on the disk.
     */
    async buy(
      { offer, confirmation, quote }: Omit<Extract<Action, { do: "purchase" }>, "do">,
      availability: readonly object[],
    ): Promise<PurchaseResponse | AlreadyOwned | StaleConfirmation> {
      sent = nothingSent;
      const now = clock.now();
      const body = registrar.purchaseBody(wishAt(request, now), offer, quote);
      const earlier = log.open();
      if (earlier === undefined) return { kind: "unknown", message: renderLocked(receipts) };
      const { bought = findNewElsewhere(earlier), open } = findEarlierPurchases(earlier, service);
      if (bought !== undefined || open !== undefined) log.release();
      if (bought !== undefined) return { kind: "alreadyOwned", message: renderBought(context, bought) };
      if (open !== undefined)
        return {
          kind: "unknown",
          message: `Another agent sent a purchase at ${open.sentAt}. See ${receipts.path}.`,
        };
      const purchase = { domain, body, key: registrar.keyed && createKey() };
      log.writeIntent(earlier, {
        ...intentOf(context, purchase, quote ?? offer, now),
        availability: [...availability],
        accountSince: [],
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
      const response = await sendPurchase(context, purchase, terms);
      log.record(response, attemptOutcomeOf(response));
      sent = { request: purchase, response };
      return response.kind === "unknown"
        ? { ...response, message: `Purchase sent at ${receiptTime(now)}: ${response.message}` }
        : response;
    },

    /**
     * Finds out how the last purchase ended, if its outcome is unknown. If this step sent none, because another agent
     * may be buying, watches the account: whoever bought the domain that appears there, this step did not.
     */
    async reconcile(): Promise<SettledPurchase | AlreadyOwned> {
      const isOurs = sent !== nothingSent;
      // What becomes of somebody else's purchase is not recorded with ours.
      const response = await settle(isOurs ? undefined : () => undefined);
      return response.kind === "bought" && !isOurs
        ? { kind: "alreadyOwned", message: `The account now holds ${domain}, but this run did not buy it.` }
        : response;
    },

    /**
     * Finds out how the purchase of an earlier run ended, by its key. `earlier` are the other attempts in the
     * receipt.
     */
    resume(earlier: Attempt[], open: RepeatableAttempt): Promise<SettledPurchase> {
      const { key, body } = open.repeatable;
      log.resume(earlier, open);
      sent = { request: { domain, body, key }, response: nothingSent.response };
      return settle();
    },
  };
}

/** Agents that share a folder may buy from different accounts: the domain may be in none of ours. */
function renderBought(
  { request: { domain }, service, account, receipts }: Context,
  attempt: Attempt,
): string {
  const isHere = hostNameOf(attempt.service) === hostNameOf(service);
  const from = isHere ? "" : ` from ${hostNameOf(attempt.service)}`;
  const how = `${from}${attempt.account === account ? "" : " with another credential"}`;
  return `Another run bought ${domain} at ${attempt.sentAt}${how} (${receipts.path}). This run bought nothing.`;
}

/** The attempt as the receipt has it before anything is sent. */
function intentOf(
  { request, registrar, service, account }: Context,
  { body, key }: PurchaseRequest,
  { price, currency, period }: Price | Quote,
  now: number,
) {
  const registrarNow = registrar.now();
  const registrarTime = registrarNow === undefined ? undefined : receiptTime(registrarNow);
  return {
    sentAt: receiptTime(now),
    service,
    registrar: registrar.traits.name,
    account,
    outcome: "sending" as const,
    repeatable: key === undefined ? undefined : { key, registrarTime, body, price, currency, period },
    request: reducedRequest(requestToSend(request, now)),
  };
}

/** Sends a purchase. If the step is cancelled, still waits for the response until just before the process ends. */
async function sendPurchase(
  { registrar, clock, cancelled }: Context,
  request: PurchaseRequest,
  terms: Parameters<Registrar["purchase"]>[2],
): Promise<PurchaseResponse> {
  const ending = new AbortController();
  let stopTimer = () => {};
  const startTimer = () => {
    stopTimer = clock.after(graceSeconds * 1000, () => ending.abort());
  };
  cancelled.addEventListener("abort", startTimer);
  try {
    return await registrar.purchase(request, ending.signal, terms);
  } catch (error) {
    // Whatever the error is, the request may have been sent before it.
    const message = ending.signal.aborted
      ? "The step was canceled before the registrar responded to the purchase."
      : messageOf(error);
    return { kind: "unknown", message };
  } finally {
    cancelled.removeEventListener("abort", startTimer);
    stopTimer();
  }
}
