import {
  type LogPlace,
  placeOfLine,
  placeOfStep,
  type Timeline,
  type TimelineRecord,
} from "../../../shared/azure-devops/timeline";

/** The records of a run's timeline that made it fail. One that succeeded, was skipped or may fail explains nothing. */
export interface RunFailure {
  /** In the order in which they failed. */
  steps: readonly TimelineRecord[];
  /** Jobs, checkpoints, phases and stages, in this order. */
  others: readonly TimelineRecord[];
}

/** A step that may fail has succeeded with issues, and so has what is above it. */
const resultsByRun: ReadonlyMap<string, readonly string[]> = new Map([
  ["canceled", ["failed", "canceled", "abandoned"]],
  ["partiallySucceeded", ["failed", "succeededWithIssues"]],
]);
const stopped = ["canceled", "abandoned"];
const levels = ["Job", "Checkpoint", "Phase", "Stage"];

/** `result` is that of the run. */
export function failureOf({ records }: Timeline, result: string): RunFailure {
  const results = resultsByRun.get(result) ?? ["failed"];
  const steps = records
    .filter((record) => record.type === "Task" && results.includes(record.result))
    .sort((one, other) => turnOf(one, results) - turnOf(other, results) || timeOf(one) - timeOf(other));
  const isOf = ({ type }: TimelineRecord, level: string) => type === level || type.startsWith(`${level}.`);
  const hasFailed = (record: TimelineRecord) => {
    if (results.includes(record.result)) return true;
    if (steps.length > 0) return false;
    // A job that timed out, or lost its agent, may be canceled or abandoned although its run failed. A stage that nobody
    // approved in time is skipped.
    return stopped.includes(record.result) || (record.result === "skipped" && isOf(record, "Checkpoint"));
  };
  return {
    steps,
    others: levels.flatMap((level) => records.filter((record) => isOf(record, level) && hasFailed(record))),
  };
}

function turnOf({ result }: TimelineRecord, results: readonly string[]): number {
  return results.indexOf(result);
}

function timeOf({ finishTime = Number.MAX_SAFE_INTEGER }: TimelineRecord): number {
  return finishTime;
}

/**
 * Where the page of a failed run shows what failed: the first step that failed or was stopped, else a log. `shown` is a line
 * of a log, which is shown if the step has that log, and the step's first error if it has not. Undefined if nothing is known.
 */
export function placeOfFailure(
  timeline: Timeline,
  result: string,
  shown: { logId: number | undefined; line: number | undefined },
): LogPlace | undefined {
  const step = failureOf(timeline, result).steps[0] ?? failureOf(timeline, "canceled").steps[0];
  if (step === undefined)
    return shown.logId === undefined ? undefined : placeOfLine(timeline, shown.logId, shown.line);
  const ofStep = step.logId === shown.logId ? shown.line : undefined;
  return placeOfStep(timeline, step, ofStep ?? step.errors.find(({ line }) => line !== undefined)?.line);
}
