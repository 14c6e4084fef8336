import type { Run } from "./records";

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
