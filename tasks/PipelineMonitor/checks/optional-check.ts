import type { Agent } from "../../../shared/agent/agent";
import { type Clock, timeLimit } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";

/** What a question beyond the specification is asked with. */
export interface ExtraParts {
  agent: Agent;
  clock: Clock;
  cancelled: AbortSignal;
  time: TimeBudget;
}

/** The time that all questions beyond the specification may take together: the message waits for them. */
export interface TimeBudget {
  /** A signal for one of them, which fires when the time that is left is up; `end` counts what it took. */
  limit(what: string, cancelled: AbortSignal): { signal: AbortSignal; end: () => void };
}

/** So long, the tries of one question that goes unanswered included. */
export const extraSeconds = 240;

/** A budget of time that is spent by what is asked, and not by what happens in between. */
export function createTimeBudget(clock: Clock): TimeBudget {
  let leftSeconds = extraSeconds;
  return {
    limit(what, cancelled) {
      const startedAt = clock.now();
      const { signal, end } = timeLimit(clock, leftSeconds, what, cancelled);
      return {
        signal,
        end() {
          end();
          leftSeconds = Math.max(0, leftSeconds - (clock.now() - startedAt) / 1000);
        },
      };
    },
  };
}

/** Asks for something beyond the specification, within the time that is left for it; otherwise as `tryExtra`. */
export async function askExtra<T>(
  what: string,
  parts: ExtraParts,
  lost: string[],
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { signal, end } = parts.time.limit(what, parts.cancelled);
  return tryExtra(what, parts, lost, () => ask(signal)).finally(end);
}

/**
 * Does something beyond the specification. On failure, even one of its own code, logs a warning, adds `what` to `lost` and
 * returns undefined: what is optional costs only itself. Throws only when the step is cancelled.
 */
export async function tryExtra<T>(
  what: string,
  { agent, cancelled }: Pick<ExtraParts, "agent" | "cancelled">,
  lost: string[],
  act: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`Left out: ${what}. ${messageOf(error)}`);
    if (!lost.includes(what)) lost.push(what);
    return undefined;
  }
}
