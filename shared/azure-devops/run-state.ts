import type { RunTimes } from "./records";

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
export function secondsOf({ queueTime, startTime, finishTime }: RunTimes): {
  runSeconds: number;
  queuedSeconds: number;
} {
  const between = (from = Number.NaN, to = Number.NaN) => to - from;
  return { runSeconds: between(startTime, finishTime), queuedSeconds: between(queueTime, startTime) };
}

interface QueuedRun {
  queueTime?: number | undefined;
}

/**
 * Whether a run ends a problem of its pipeline and branch. `at` is when it showed that all is well: when it succeeded or, of a
 * missed run, when it was queued. A run that reached the list late ends no problem that began after it. A run that was queued
 * before the one with the problem, and took longer or was run again, says nothing of it.
 */
export function endsProblem(
  { at, run }: { at: number; run: QueuedRun },
  problem: { last: number; run: QueuedRun | undefined },
): boolean {
  return at > problem.last && !wasQueuedBefore(run, problem.run);
}

/** The runs that did not succeed since the last one that ended a problem, of runs in the order of their ends. */
export function openStreak<Ended extends QueuedRun & { status: string; result: string }>(
  runs: readonly Ended[],
): Ended[] {
  let streak: Ended[] = [];
  for (const run of runs) {
    if (!hasSucceeded(run)) streak.push(run);
    else if (!wasQueuedBefore(run, streak.at(-1))) streak = [];
  }
  return streak;
}

/** False if that is unknown. A run that is run again keeps the time at which it was queued. */
export function wasQueuedBefore(
  { queueTime = Number.NaN }: QueuedRun,
  other: QueuedRun | undefined,
): boolean {
  return queueTime < (other?.queueTime ?? Number.NaN);
}
