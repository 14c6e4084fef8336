import { type Clock, wait } from "../clock";
import type { RegistrarName } from "./registrar";

/**
 * The shortest time between the starts of two requests with one credential, in seconds. GoDaddy counts requests a minute,
 * which is what the budget is for. Porkbun's gateway answers requests that come faster with 503.
 */
const secondsBetweenRequests: Record<RegistrarName, number> = { godaddy: 0, godaddyV3: 0, porkbun: 1 };

/** The turns of the requests to one registrar. */
export function createPace(registrar: RegistrarName, clock: Clock) {
  const milliseconds = secondsBetweenRequests[registrar] * 1000;
  let nextAt = Number.NEGATIVE_INFINITY;
  /** Counts a request that cannot wait for its turn. */
  const count = () => {
    nextAt = clock.now() + milliseconds;
  };
  return {
    count,
    /** Waits for the turn of a request, then counts it. */
    async take(signal: AbortSignal): Promise<void> {
      for (let rest = nextAt - clock.now(); rest > 0; rest = nextAt - clock.now())
        await wait(clock, rest, signal);
      count();
    },
  };
}
