import { type Clock, wait } from "../clock";

/**
 * A purchase may use every slot of the budget. The check that confirms an available response leaves one slot free.
 * All other requests leave two.
 */
export type Purpose = "purchase" | "confirmation" | "other";

/** The number of requests that this process may still send to one service. */
export type RateBudget = ReturnType<typeof createRateBudget>;

const windowMilliseconds = 60_000;
const slotsKeptFree: Record<Purpose, number> = { purchase: 0, confirmation: 1, other: 2 };

/** The smallest budget per minute that has a slot for each purpose. */
export const minRequestsPerMinute = 3;

/** Creates a budget that holds for any 60 seconds. `requestsPerMinute` must be at least 3. */
export function createRateBudget(requestsPerMinute: number, clock: Clock) {
  let sentAt: number[] = [];
  /** Counts a request and returns 0 if it may be sent now. Otherwise returns the seconds until it may. */
  function tryTake(purpose: Purpose): number {
    const now = clock.now();
    const slots = requestsPerMinute - slotsKeptFree[purpose];
    sentAt = sentAt.filter((time) => time > now - windowMilliseconds);
    const blocking = sentAt.at(-slots);
    if (blocking !== undefined) return (blocking + windowMilliseconds - now) / 1000;
    sentAt.push(now);
    return 0;
  }
  return {
    tryTake,
    /** Waits until a request for this purpose may be sent, then counts it. */
    async take(purpose: Purpose, signal: AbortSignal): Promise<void> {
      for (let seconds = tryTake(purpose); seconds > 0; seconds = tryTake(purpose))
        await wait(clock, seconds * 1000, signal);
    },
  };
}

/** The shortest time between two checks, in seconds, that the budget allows indefinitely. */
export function sustainablePauseSeconds(requestsPerMinute: number): number {
  return windowMilliseconds / 1000 / (requestsPerMinute - slotsKeptFree.other);
}
