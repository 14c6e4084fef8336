import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import type { Config } from "../../config/parse";
import { checksFor, type Problem } from "../../rules/rules";

/** A stuck run: it has been queued or running for longer than it may. */
export interface UnfinishedProblem {
  kind: "unfinished";
  run: Run;
  doing: "queued" | "running";
  /** How long it has been queued or running so far. */
  seconds: number;
  maxSeconds: number;
}

/**
 * Returns a problem if a run has been queued for longer than `queue_time_max`, or running for longer than its
 * pipeline's `max_proc_time`. `now` is in seconds since 1970. A record that cannot be parsed is a problem of
 * its own (decision 4). A run whose pipeline is not checked has none (rule 3).
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

/** Returns when a run became stuck, in seconds since 1970. */
export function overdueSince({ run, doing, maxSeconds }: UnfinishedProblem): number {
  const began = doing === "queued" ? run.queueTime : run.startTime;
  return (began ?? 0) + maxSeconds + 1;
}
