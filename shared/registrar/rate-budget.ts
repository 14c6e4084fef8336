import { type Clock, wait } from "../clock";

/**
 * What a request is for, in the order in which the budget is kept free for it: a purchase may use every slot,
 * the check that confirms an available answer all but one, everything else leaves both of them free.
 */
export type Purpose = "purchase" | "confirmation" | "other";

/** How many requests this process may still make, shared by all of its calls to one service. */
export interface RateBudget {
  /** Waits until a request of this purpose may go, and counts it. */
  take(purpose: Purpose, signal: AbortSignal): Promise<void>;
  /** Counts a request of this purpose when it may go now and gives 0; else the seconds until one may. */
  tryTake(purpose: Purpose): number;
}

const windowMilliseconds = 60_000;
const keptFree: Record<Purpose, number> = { purchase: 0, confirmation: 1, other: 2 };

/** The fewest requests a minute that leave a slot for each purpose. */
export const minRequestsPerMinute = 3;

/** A budget over any 60 seconds; `requestsPerMinute` is at least 3. */
export function createRateBudget(requestsPerMinute: number, clock: Clock): RateBudget {
  let sentAt: number[] = [];
  function tryTake(purpose: Purpose): number {
    const now = clock.now();
    const slots = requestsPerMinute - keptFree[purpose];
    sentAt = sentAt.filter((time) => time > now - windowMilliseconds);
    const blocking = sentAt.at(-slots);
    if (blocking !== undefined) return (blocking + windowMilliseconds - now) / 1000;
    sentAt.push(now);
    return 0;
  }
  return {
    tryTake,
    async take(purpose, signal) {
      for (let seconds = tryTake(purpose); seconds > 0; seconds = tryTake(purpose))
        await wait(clock, seconds * 1000, signal);
    },
  };
}

/** The shortest time from one check to the next, in seconds, that the budget can keep up for ever. */
export function sustainablePauseSeconds(requestsPerMinute: number): number {
  return windowMilliseconds / 1000 / (requestsPerMinute - keptFree.other);
}
