import { wait } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import type {
  Ownership,
  PurchaseRequest,
  PurchaseResponse,
  Registrar,
} from "../../../shared/registrar/registrar";
import { type AttemptLog, attemptOutcomeOf } from "./attempt-log";
import type { Context } from "./context";

const limitSeconds = 300;
/** The pauses between two requests, in seconds. The last one repeats. */
const pauses = [2, 4, 8, 16, 30];

const notSettled: PurchaseResponse = { kind: "unknown", message: "The outcome could not be determined." };

/**
 * Finds out how a purchase ended whose outcome is not known, without buying a second time. Asks until that is
 * settled, five minutes have passed, or the step is cancelled. Records each response.
 *
 * - An accepted purchase (`operation`) is followed to its end.
 * - One with a key is sent again.
 * - If that settles nothing, only the account can show that it took effect. Nothing shows that it did not.
 */
export async function reconcile(
  parts: Context,
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
      const response = await ask(parts, log, sent, accepted, signal);
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

/**
 * Follows an accepted purchase, or sends one again by its key, or only asks the account. A registrar's client takes
 * a refusal of the second request for one of the first only where the registrar promises that. Still, "not available"
 * may mean that we hold the domain, so the account has the last word.
 */
async function ask(
  { domain, registrar }: Context,
  log: AttemptLog,
  sent: PurchaseRequest | undefined,
  operation: string | undefined,
  signal: AbortSignal,
): Promise<PurchaseResponse> {
  let again = notSettled;
  const { keyed } = registrar;
  if (keyed !== undefined && sent?.key !== undefined) {
    again = await (operation === undefined || keyed.follow === undefined
      ? keyed.replay(sent, signal)
      : keyed.follow(operation, domain, signal));
    const isEnd = again.kind === "bought" || again.kind === "accepted" || operation !== undefined;
    log.record(again, isEnd ? attemptOutcomeOf(again) : "unknown");
    if (isEnd && again.kind !== "unknown") return again;
  }
  const ownership = await readOwnership(registrar, domain, signal);
  const settled = settledBy(again, ownership);
  log.record(ownership, attemptOutcomeOf(settled));
  return settled;
}

/** Returns how a purchase ended that was not confirmed when it was asked for again, by what the account holds. */
function settledBy(again: PurchaseResponse, { kind }: Ownership): PurchaseResponse {
  if (kind === "owned") return { kind: "bought", order: {} };
  return kind === "listed" ? notSettled : again;
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
