import type { Run, RunRecord, UnreadableRun } from "../../../shared/azure-devops/records";
import { entryNameFor } from "../config/names";
import type { Config, PipelineChecks } from "../config/parse";

/** What is wrong with a run, or with the list of runs. Each problem has the figures that its rule names. */
export type Problem =
  | { kind: "tooFewRuns"; expectedMoreThan: number; runCount: number }
  | { kind: "unreadable"; record: UnreadableRun }
  | { kind: "runTime"; run: Run; runSeconds: number; minProcSeconds: number; maxProcSeconds: number }
  | { kind: "status"; run: Run }
  | { kind: "queueTime"; run: Run; queuedSeconds: number; queueSecondsMax: number };

/** A problem of one run. A log can explain it. */
export type RunProblem = Extract<Problem, { run: Run }>;

/** The hour to check, and an allowance for the start of the monitor's own pipeline (rule 1). */
const windowSeconds = 3600 + 30;

/** Returns the time from which runs are checked (rule 1). */
export function minTime(nowMilliseconds: number): Date {
  return new Date(nowMilliseconds - windowSeconds * 1000);
}

/** Returns a problem if there are only `run_ct_min` runs or fewer (rule 2). */
export function checkRunCount(runCount: number, runCountMin: number): Problem | undefined {
  return runCount <= runCountMin
    ? { kind: "tooFewRuns", expectedMoreThan: runCountMin, runCount }
    : undefined;
}

/**
 * Returns the problem of one record of the list (rules 3 to 5); undefined if its pipeline is not checked. A
 * record that cannot be parsed is a problem of its own (decision 4).
 */
export function checkRecord(record: RunRecord, config: Config): Problem | undefined {
  if ("run" in record) {
    const checks = checksFor(record.run.pipeline, config);
    return checks && testsOf(record.run, checks, config.queueSecondsMax).findLast((found) => found);
  }
  const { pipeline } = record.unreadable;
  const skipped = pipeline !== undefined && checksFor(pipeline, config) === undefined;
  return skipped ? undefined : { kind: "unreadable", record: record.unreadable };
}

/**
 * Returns the limits for a pipeline: those of the entry with its name (rule 3), or else of the pattern that matches
 * it, or else the default's; undefined if its runs are not checked.
 */
export function checksFor(
  pipeline: string,
  config: Pick<Config, "pipelines" | "patterns" | "defaultChecks">,
): PipelineChecks | undefined {
  const entry = entryNameFor(pipeline, config.pipelines, config.patterns);
  return entry === undefined ? config.defaultChecks : config.pipelines.get(entry);
}

/**
 * Returns the result of each of the three tests in their order: its problem, or undefined (rules 4 and 5).
 * The last problem counts. A test that needs a missing time finds none (decision 3).
 */
export function testsOf(
  run: Run,
  { minProcSeconds, maxProcSeconds }: PipelineChecks,
  queueSecondsMax: number,
): (RunProblem | undefined)[] {
  const { runSeconds, queuedSeconds } = secondsOf(run);
  return [
    runSeconds > maxProcSeconds || runSeconds < minProcSeconds
      ? { kind: "runTime", run, runSeconds, minProcSeconds, maxProcSeconds }
      : undefined,
    hasSucceeded(run) ? undefined : { kind: "status", run },
    queuedSeconds > queueSecondsMax ? { kind: "queueTime", run, queuedSeconds, queueSecondsMax } : undefined,
  ];
}

/** Returns whether a run succeeded (rule 5.2). */
export function hasSucceeded({ status, result }: Run): boolean {
  return status === "completed" && result === "succeeded";
}

/**
 * Returns how long a run took, and how long it waited before (rule 4). If a time is missing, the result is
 * NaN, which is neither above nor below any limit.
 */
export function secondsOf({ queueTime, startTime, finishTime }: Run): {
  runSeconds: number;
  queuedSeconds: number;
} {
  const between = (from = Number.NaN, to = Number.NaN) => to - from;
  return { runSeconds: between(startTime, finishTime), queuedSeconds: between(queueTime, startTime) };
}
