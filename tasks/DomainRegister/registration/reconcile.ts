import { type Clock, wait } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import type { Ownership, Registrar } from "../../../shared/registrar/registrar";
import type { AttemptLog } from "./attempt-log";

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

/**
 * Finds out, without sending another purchase, whether one with an unknown outcome took effect. Asks until
 * the account holds the domain, five minutes have passed, or the step is cancelled. Records each response.
 */
export async function reconcilePurchase(parts: ReconcileParts, log: AttemptLog): Promise<boolean> {
  const { domain, registrar, clock, cancelled } = parts;
  const timeUp = new AbortController();
  const stopTimer = clock.after(limitSeconds * 1000, () => timeUp.abort());
  const signal = AbortSignal.any([timeUp.signal, cancelled]);
  try {
    for (let count = 0; ; count++) {
      const ownership = await readOwnership(registrar, domain, signal);
      log.record(ownership, ownership.kind === "owned" ? "registered" : "unknown");
      if (ownership.kind === "owned") return true;
      await wait(clock, (pauses[count] ?? 30) * 1000, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return false;
  } finally {
    stopTimer();
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
