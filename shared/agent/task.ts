import type { Clock } from "../clock";
import type { Agent, TaskResult } from "./agent";

/** `message` is for people; the exit code counts outside a pipeline. */
export interface Outcome {
  result: TaskResult;
  message: string;
  exitCode: number;
}

/** Prints lines. The last one becomes the message. */
export function succeedWith(agent: Agent, lines: readonly string[]): Outcome {
  for (const line of lines.slice(0, -1)) agent.print(line);
  return { result: "Succeeded", message: lines.at(-1) ?? "", exitCode: 0 };
}

/** `cancelled` stops the task, for cancellation and errors alike (see `isCancelled`). */
export interface TaskContext {
  agent: Agent;
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
