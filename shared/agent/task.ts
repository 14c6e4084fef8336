import type { Clock } from "../clock";
import type { Agent, TaskResult } from "./agent";

/** `message` is for people; the exit code counts outside a pipeline. */
export interface Outcome {
  result: TaskResult;
  message: string;
  exitCode: number;
}

/** `cancelled` stops the task, for cancellation and errors alike (see `isCancelled`). */
export interface TaskContext<A extends Agent = Agent> {
  agent: A;
  clock: Clock;
  cancelled: AbortSignal;
}

/** The signal's reason if a person or the agent cancelled the step. */
export class StepCancelled extends Error {
  constructor() {
    super("The step was canceled.");
  }
}

/** False if an error or a closed output stopped the step. */
export function isCancelled(stopped: AbortSignal): boolean {
  return stopped.aborted && stopped.reason instanceof StepCancelled;
}
