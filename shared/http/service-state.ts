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
      // A date is by the service's clock. The agent's may be wrong by hours.
      const seconds = retryAfterSeconds(header("retry-after"), serviceTime(header("date")) ?? arrivedAt);
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
export function clockDifference(date: string | undefined, nowMilliseconds: number): number | undefined {
  const time = serviceTime(date);
  // The header drops the fraction of its second, which is half a second on average.
  return time === undefined ? undefined : time + 500 - nowMilliseconds;
}

function serviceTime(date = ""): number | undefined {
  const time = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
