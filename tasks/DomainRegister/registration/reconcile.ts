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
import type { SettledPurchase } from "./state";

/** How long the step tries to find out what became of a purchase. */
export const reconcileSeconds = 300;
/** The pauses between two requests, in seconds. The last one repeats. */
const pauses = [2, 4, 8, 16, 30];

const notSettled = { kind: "unknown", message: "The outcome could not be determined." } as const;

/**
 * Finds out how a purchase ended whose outcome is not known, without buying a second time. Asks until that is
 * settled, five minutes have passed, or the step is cancelled. Records each response.
 *
 * - An accepted purchase is followed to its end.
 * - One with a key is sent again; after too many requests only once, when the pause is over (decision 10).
 * - If that settles nothing, only the account can show that it took effect. Nothing shows that it did not.
 */
export async function reconcile(
  context: Context,
  record: AttemptLog["record"],
  request: PurchaseRequest | undefined,
  first: PurchaseResponse,
): Promise<SettledPurchase> {
  const { clock, cancelled } = context;
  const timeUp = new AbortController();
  const stopTimer = clock.after(reconcileSeconds * 1000, () => timeUp.abort());
  const signal = AbortSignal.any([timeUp.signal, cancelled]);
  const isFirst = first.kind === "accepted";
  let asked = { request, isFirst, operation: isFirst ? first.operation : undefined };
  let limited = isLimited(first) ? 1 : 0;
  let last: SettledPurchase = notSettled;
  try {
    if (isLimited(first)) await wait(clock, pauseAfter(first) * 1000, signal);
    for (let count = 0; ; count++) {
      const response = await ask(context, record, asked, signal);
      if (response.kind === "accepted") asked = { ...asked, operation: response.operation };
      else if (response.kind !== "unknown") return response;
      else if (response.reason !== undefined) last = { ...notSettled, reason: response.reason };
      if (isLimited(response)) limited++;
      if (limited > 1) asked = { ...asked, request: undefined, operation: undefined };
      await wait(clock, Math.max(pauseAfter(response), pauses[count] ?? 30) * 1000, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return last;
  } finally {
    stopTimer();
  }
}

/** Whether there were too many requests. */
function isLimited(response: PurchaseResponse): boolean {
  return response.kind === "unknown" && response.retryAfterSeconds !== undefined;
}

function pauseAfter(response: PurchaseResponse): number {
  return "retryAfterSeconds" in response ? (response.retryAfterSeconds ?? 0) : 0;
}

/**
 * Asks once how a purchase ended: by its operation, otherwise by its key. If that settles nothing, or without both, the
 * account can show that it took effect. Nothing that a second request meets shows that it did not (decision 10).
 * `isFirst` tells whether the operation is that of the first request.
 */
async function ask(
  { domain, registrar }: Context,
  record: AttemptLog["record"],
  {
    request,
    isFirst,
    operation,
  }: { request: PurchaseRequest | undefined; isFirst: boolean; operation: string | undefined },
  signal: AbortSignal,
): Promise<PurchaseResponse> {
  let again: PurchaseResponse = notSettled;
  const { keyed } = registrar;
  if (keyed !== undefined && request?.key !== undefined) {
    const follow = operation === undefined ? undefined : keyed.follow?.(operation, domain, signal);
    const response = await (follow ?? keyed.replay(request, signal));
    // If the registrar forgot the key, the second request began a registration, and the first one may have the domain.
    const isDoubtful = response.kind === "unavailable" && !isFirst;
    again = isDoubtful ? { ...response, kind: "unknown" } : response;
    record(again, attemptOutcomeOf(again));
    if (again.kind !== "unknown") return again;
  }
  const ownership = await readOwnership(registrar, domain, signal);
  const settled: PurchaseResponse = ownership.kind === "owned" ? { kind: "bought", order: {} } : again;
  record(ownership, attemptOutcomeOf(settled));
  return settled;
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
