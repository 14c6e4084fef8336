import { type Clock, wait } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import type {
  Ownership,
  PurchaseRequest,
  PurchaseResponse,
  Registrar,
} from "../../../shared/registrar/registrar";
import { type AttemptLog, attemptOutcomeOf } from "./attempt-log";

/** What it takes to reconcile a purchase. */
export interface ReconcileParts {
  domain: string;
  registrar: Registrar;
  clock: Clock;
  /** Fires when the step is cancelled. */
  cancelled: AbortSignal;
}

const limitSeconds = 300;
/** The pauses between two requests, in seconds. The last one repeats. */
const pauses = [2, 4, 8, 16, 30];

const notSettled: PurchaseResponse = { kind: "unknown", message: "The outcome could not be determined." };

/**
 * Finds out how a purchase ended whose outcome is not known, without buying a second time. Asks until that is
 * settled, five minutes have passed, or the step is cancelled. Records each response.
 *
 * - An accepted purchase (`operation`) is followed to its end.
 * - One with a key is sent again: the registrar answers as it did the first time.
 * - Otherwise only the account can show that it took effect. Nothing shows that it did not.
 */
export async function reconcile(
  parts: ReconcileParts,
  log: AttemptLog,
  sent: PurchaseRequest | undefined,
  operation: string | undefined,
): Promise<PurchaseResponse> {
  const { clock, cancelled } = parts;
  const timeUp = new AbortController();
  const stopTimer = clock.after(limitSeconds * 1000, () => timeUp.abort());
  const signal = AbortSignal.any([timeUp.signal, cancelled]);
  let accepted = operation;
  try {
    for (let count = 0; ; count++) {
      const response =
        sent?.key === undefined
          ? await askOwnership(parts, log, signal)
          : await askAgain(parts, log, sent, accepted, signal);
      if (response.kind === "accepted") accepted = response.operation;
      else if (response.kind !== "unknown") return response;
      const retryAfterSeconds = response.kind === "accepted" ? (response.retryAfterSeconds ?? 0) : 0;
      await wait(clock, Math.max(retryAfterSeconds, pauses[count] ?? 30) * 1000, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return notSettled;
  } finally {
    stopTimer();
  }
}

/** Asks whether the account holds the domain. Nothing else is settled by that. */
async function askOwnership(
  { domain, registrar }: ReconcileParts,
  log: AttemptLog,
  signal: AbortSignal,
): Promise<PurchaseResponse> {
  const ownership = await readOwnership(registrar, domain, signal);
  log.record(ownership, ownership.kind === "owned" ? "registered" : "unknown");
  return ownership.kind === "owned" ? { kind: "bought", order: {} } : notSettled;
}

/**
 * Follows an accepted purchase, or sends one again by its key. "Not available" may mean that we hold the
 * domain, and the registrar may have forgotten the key. Then, a quote that we have used up may count as expired,
 * too. So unless the account can be asked, neither settles anything.
 */
async function askAgain(
  { domain, registrar }: ReconcileParts,
  log: AttemptLog,
  sent: PurchaseRequest,
  operation: string | undefined,
  signal: AbortSignal,
): Promise<PurchaseResponse> {
  const response =
    operation === undefined
      ? await registrar.replay(sent, signal)
      : await registrar.follow(operation, domain, signal);
  const isDenied = ["unavailable", "refused", "notTaken"].includes(response.kind);
  if (operation !== undefined || !isDenied) {
    log.record(response, attemptOutcomeOf(response));
    return response;
  }
  log.record(response, "unknown");
  const ownership = await readOwnership(registrar, domain, signal);
  const settled = settledBy(response, ownership);
  log.record(ownership, attemptOutcomeOf(settled));
  return settled;
}

/** Returns how a purchase ended that is denied when it is sent again, by what the account holds. */
function settledBy(denied: PurchaseResponse, ownership: Ownership): PurchaseResponse {
  switch (ownership.kind) {
    case "owned":
      return { kind: "bought", order: {} };
    case "notOwned":
      return denied;
    case "listed":
      return notSettled;
    case "unprovable":
      return denied.kind === "refused" ? denied : notSettled;
  }
}

/** Reads the ownership. Here, a refused credential proves nothing. */
async function readOwnership(registrar: Registrar, domain: string, signal: AbortSignal): Promise<Ownership> {
  try {
    return await registrar.ownership(domain, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "unprovable", message: messageOf(error) };
  }
}
