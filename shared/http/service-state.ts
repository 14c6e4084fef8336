import { type Clock, wait } from "../clock";
import type { HttpProblem } from "./errors";
import { retryAfterSeconds, retryLimits } from "./retry";

/** Remembers from the responses of a service for how long it wants no requests, and what time it is there. */
export function createServiceState(clock: Clock) {
  let notBefore = 0;
  let difference: number | undefined;
  const pauseSeconds = () => Math.max(0, (notBefore - clock.now()) / 1000);
  const pauseFor = (seconds = 0, from = clock.now()) => {
    notBefore = Math.max(notBefore, from + seconds * 1000);
  };
  return {
    pauseSeconds,
    pauseFor,
    /** Waits until the pause ends. Returns a problem if that is too long. */
    async waitForPause(signal: AbortSignal): Promise<HttpProblem | undefined> {
      while (pauseSeconds() > 0) {
        const seconds = pauseSeconds();
        if (seconds > retryLimits.maxTotalSeconds) return { kind: "paused", seconds };
        await wait(clock, seconds * 1000, signal);
      }
      return undefined;
    },
    /** Takes the headers of a response for the service's own. Returns the pause that they ask for. */
    learn(header: (name: string) => string | undefined, arrivedAt: number): number | undefined {
      difference = clockDifference(header("date"), arrivedAt) ?? difference;
      const seconds = retryAfterSeconds(header("retry-after"), arrivedAt);
      pauseFor(seconds, arrivedAt);
      return seconds;
    },
    clockDifference: () => difference,
  };
}

/**
 * How many milliseconds a service's clock is ahead, by the `Date` of a response that has just arrived. Exact to a
 * second plus the duration of the response. Undefined if the header is missing or is no date.
 */
export function clockDifference(date = "", nowMilliseconds: number): number | undefined {
  if (!/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(date)) return undefined;
  // The header drops the fraction of its second, which is half a second on average.
  const difference = Date.parse(date) + 500 - nowMilliseconds;
  return Number.isNaN(difference) ? undefined : difference;
}
