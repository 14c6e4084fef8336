import type { Run } from "./records";

/**
 * How a run stands: `partly` is a partial success, `running` every run that has not finished, and `unknown` one with a
 * result that the service does not document.
 */
export type RunState = "succeeded" | "failed" | "partly" | "canceled" | "running" | "unknown";

const states: ReadonlyMap<string, RunState> = new Map([
  ["succeeded", "succeeded"],
  ["failed", "failed"],
  ["partiallySucceeded", "partly"],
  ["canceled", "canceled"],
]);

/** Takes the status and result as the service names them. */
export function runState({ status, result }: { status: string; result: string }): RunState {
  return status === "completed" ? (states.get(result) ?? "unknown") : "running";
}

export function hasSucceeded(run: { status: string; result: string }): boolean {
  return runState(run) === "succeeded";
}

/** Makes a success of a partial one. */
export function partlyAsSuccess<T extends { status: string; result: string }>(run: T): T {
  return runState(run) === "partly" ? { ...run, result: "succeeded" } : run;
}

/**
 * The time that a run took, and the time that it waited before. If a time is missing, the result is NaN, which is neither
 * above nor below any limit.
 */
export function secondsOf({
  queueTime,
  startTime,
  finishTime,
}: Pick<Run, "queueTime" | "startTime" | "finishTime">): { runSeconds: number; queuedSeconds: number } {
  const between = (from = Number.NaN, to = Number.NaN) => to - from;
  return { runSeconds: between(startTime, finishTime), queuedSeconds: between(queueTime, startTime) };
}

/**
 * Whether a run ends a problem that was there last at a time, in `faulty`: it succeeded later. A run that was queued before the
 * one with the problem, and took longer or was run again, says nothing of it.
 */
export function endsProblem(
  run: RunOnTime,
  last: number,
  faulty: { queueTime?: number | undefined } | undefined,
): boolean {
  return hasSucceeded(run) && (run.finishTime ?? 0) > last && !wasQueuedBefore(run, faulty);
}

interface RunOnTime {
  status: string;
  result: string;
  queueTime?: number | undefined;
  finishTime?: number | undefined;
}

/** The runs that did not succeed since the last one that ended a problem, of runs in the order of their ends. */
export function openStreak<Ended extends RunOnTime>(runs: readonly Ended[]): Ended[] {
  let streak: Ended[] = [];
  for (const run of runs) {
    if (!hasSucceeded(run)) streak.push(run);
    else if (!wasQueuedBefore(run, streak.at(-1))) streak = [];
  }
  return streak;
}

/** False if that is unknown. A run that is run again keeps the time at which it was queued. */
export function wasQueuedBefore(
  { queueTime = Number.NaN }: { queueTime?: number | undefined },
  other: { queueTime?: number | undefined } | undefined,
): boolean {
  return queueTime < (other?.queueTime ?? Number.NaN);
}
