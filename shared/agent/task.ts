import type { Clock } from "../clock";
import type { Agent, TaskResult } from "./agent";

/** How a task ended: its result, one message for people, and the exit code outside a pipeline. */
export interface Outcome {
  result: TaskResult;
  message: string;
  exitCode: number;
}

/**
 * What a task gets: the agent, the clock, and a signal to stop, for cancellation and errors alike (see
 * `isCancelled`).
 */
export interface TaskContext<A extends Agent = Agent> {
  agent: A;
  clock: Clock;
  cancelled: AbortSignal;
}

/** The signal's reason if a person or the agent cancelled the step. */
export class StepCancelled extends Error {
  constructor() {
    super("The step was cancelled.");
  }
}

/**
 * Returns whether a person or the agent cancelled the step; false if an error or a closed output stopped it.
 */
export function isCancelled(stopped: AbortSignal): boolean {
  return stopped.aborted && stopped.reason instanceof StepCancelled;
}
