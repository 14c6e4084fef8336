import type { Clock } from "../clock";
import type { Agent, TaskResult } from "./agent";

/** How a task ended: its result, one message for people, and the exit code outside a pipeline. */
export interface Outcome {
  result: TaskResult;
  message: string;
  exitCode: number;
}

/** What a task is handed: the agent, the time, and the signal that it has to stop, cancelled or not (`isCancelled`). */
export interface TaskContext<A extends Agent = Agent> {
  agent: A;
  clock: Clock;
  cancelled: AbortSignal;
}

/** The reason of the signal when a person or the agent stopped the step. */
export class StepCancelled extends Error {
  constructor() {
    super("The step was cancelled.");
  }
}

/** Whether the work was stopped by a person or the agent, and not by an error or for lack of a reader. */
export function isCancelled(stopped: AbortSignal): boolean {
  return stopped.aborted && stopped.reason instanceof StepCancelled;
}
