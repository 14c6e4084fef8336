import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import type { Config } from "../../config/parse";
import { checksFor, type Problem } from "../../rules/rules";

/** A run that is not done, and has been queued or running for longer than it may. */
export interface UnfinishedProblem {
  kind: "unfinished";
  run: Run;
  doing: "queued" | "running";
  /** How long it has been so far. */
  seconds: number;
  maxSeconds: number;
}

/**
 * Whether a run that is not done has been queued for longer than `queue_time_max`, or running for longer than the
 * `max_proc_time` of its pipeline, at a time in seconds since 1970. A record that cannot be understood is a problem of its
 * own (decision 4); a run of a pipeline that is not checked is none (rule 3).
 */
export function checkUnfinished(
  record: RunRecord,
  config: Config,
  now: number,
): UnfinishedProblem | Problem | undefined {
  const pipeline = "run" in record ? record.run.pipeline : record.unreadable.pipeline;
  const checks = pipeline === undefined ? config.defaultChecks : checksFor(pipeline, config);
  if (pipeline !== undefined && checks === undefined) return undefined;
  if ("unreadable" in record) return { kind: "unreadable", record: record.unreadable };
  const { run } = record;
  if (checks === undefined || run.status === "completed" || run.finishTime !== undefined) return undefined;
  const problem: UnfinishedProblem =
    run.startTime === undefined
      ? {
          kind: "unfinished",
          run,
          doing: "queued",
          seconds: now - (run.queueTime ?? Number.NaN),
          maxSeconds: config.queueSecondsMax,
        }
      : {
          kind: "unfinished",
          run,
          doing: "running",
          seconds: now - run.startTime,
          maxSeconds: checks.maxProcSeconds,
        };
  return problem.seconds > problem.maxSeconds ? problem : undefined;
}

/** The second since 1970 at which a run began to be queued or running for longer than it may. */
export function overdueSince({ run, doing, maxSeconds }: UnfinishedProblem): number {
  const began = doing === "queued" ? run.queueTime : run.startTime;
  return (began ?? 0) + maxSeconds + 1;
}
