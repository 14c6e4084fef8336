import { type Clock, wait } from "../clock";
import { clockDifference } from "./clock-difference";
import type { HttpProblem } from "./errors";
import { retryAfterSeconds, retryLimits } from "./retry";

/** Remembers from the responses of a service for how long it wants no requests, and what time it is there. */
export function createServiceState(clock: Clock) {
  let notBefore = 0;
  let difference: number | undefined;
  const pauseSeconds = () => Math.max(0, (notBefore - clock.now()) / 1000);
  const pauseFor = (seconds = 0) => {
    notBefore = Math.max(notBefore, clock.now() + seconds * 1000);
  };
  return {
    /** 0 if the service accepts requests. */
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
    /** Returns the pause that the headers ask for. */
    learn(header: (name: string) => string | undefined): number | undefined {
      difference = clockDifference(header("date"), clock.now()) ?? difference;
      const seconds = retryAfterSeconds(header("retry-after"), clock.now());
      pauseFor(seconds);
      return seconds;
    },
    /** How many milliseconds the service's clock is ahead, by its last response with a `Date`. */
    clockDifference: () => difference,
  };
}
