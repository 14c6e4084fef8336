import type { Agent } from "../../../shared/agent";
import { type Clock, timeLimit } from "../../../shared/clock";
import { messageOf } from "../../../shared/faults";

/** What a question beyond the specification is asked with. */
export interface ExtraParts {
  agent: Agent;
  clock: Clock;
  cancelled: AbortSignal;
}

/** How long one of these questions may take in all, its tries included: the message waits for it. */
export const extraSeconds = 240;

/**
 * Asks for something beyond the specification. What cannot be had is warned of and noted in `lost`, and costs nothing
 * else: gives undefined then. Throws only when the step is cancelled.
 */
export async function askExtra<T>(
  what: string,
  { agent, clock, cancelled }: ExtraParts,
  lost: string[],
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { signal, end } = timeLimit(clock, extraSeconds, what, cancelled);
  try {
    return await ask(signal);
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`Left out: ${what}. ${messageOf(error)}`);
    lost.push(what);
    return undefined;
  } finally {
    end();
  }
}
