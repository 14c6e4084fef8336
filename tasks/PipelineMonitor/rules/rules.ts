import type { Run, RunRecord, UnreadableRun } from "../../../shared/azure-devops/records";
import type { Config, PipelineChecks } from "../config/parse";

/** What is wrong with a run, or with the list of runs; each has the figures that its rule names. */
export type Problem =
  | { kind: "tooFewRuns"; expectedMoreThan: number; runCount: number }
  | { kind: "unreadable"; record: UnreadableRun }
  | { kind: "runTime"; run: Run; runSeconds: number; minProcSeconds: number; maxProcSeconds: number }
  | { kind: "status"; run: Run }
  | { kind: "queueTime"; run: Run; queuedSeconds: number; queueSecondsMax: number };

/** A problem of one run, which a log can explain. */
export type RunProblem = Extract<Problem, { run: Run }>;

/** The hour that is looked at, and the allowance for the start of the monitor's own pipeline (rule 1). */
const windowSeconds = 3600 + 30;

/** Rule 1: the time since when runs are looked at. */
export function minTime(nowMilliseconds: number): Date {
  return new Date(nowMilliseconds - windowSeconds * 1000);
}

/** Rule 2: too few runs when there are `run_ct_min` or fewer. */
export function checkRunCount(runCount: number, runCountMin: number): Problem | undefined {
  return runCount <= runCountMin
    ? { kind: "tooFewRuns", expectedMoreThan: runCountMin, runCount }
    : undefined;
}

/**
 * Rules 3 to 5 for one record of the list: nothing for a pipeline that is not checked; a record that cannot
 * be understood is a problem of its own (decision 4).
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

/** Rule 3: the entry named like the pipeline, else the default; undefined when its runs are not checked. */
export function checksFor(pipeline: string, config: Config): PipelineChecks | undefined {
  return config.pipelines.has(pipeline) ? config.pipelines.get(pipeline) : config.defaultChecks;
}

/**
 * Rules 4 and 5: the three tests in their order, each with the problem that it finds; the last that finds one counts. A
 * test that needs a time which the run has not finds none (decision 3).
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

/** Whether a run came to its good end (rule 5.2). */
export function hasSucceeded({ status, result }: Run): boolean {
  return status === "completed" && result === "succeeded";
}

/** How long a run took, and waited before (rule 4); NaN, which is neither more nor less than any bound, where a time is missing. */
export function secondsOf({ queueTime, startTime, finishTime }: Run): {
  runSeconds: number;
  queuedSeconds: number;
} {
  const between = (from = Number.NaN, to = Number.NaN) => to - from;
  return { runSeconds: between(startTime, finishTime), queuedSeconds: between(queueTime, startTime) };
}
