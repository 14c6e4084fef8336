import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../../../shared/azure-devops/run-state";
import { pathOf, pathOfRun } from "../../../shared/pipeline";
import type { PipelineLimits } from "../config/entries";
import type { Config } from "../config/parse";
import type { Issue } from "../issue/issue";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunCount,
  issueOfRunTime,
  issueOfWait,
  withProblem,
} from "./issues";

/** The issue of too few runs in the last hour (rule 2). */
export function checkRunCount(runCount: number, runCountMin: number): Issue | undefined {
  return runCount <= runCountMin ? issueOfRunCount(runCount, runCountMin) : undefined;
}

/**
 * Tests a run of a pipeline that is checked (rules 3 to 5); undefined if it is not. A record that cannot be parsed is an issue of its own
 * (decision 4), and a member that cannot is named beside what the others show.
 */
export function checkRecord(record: RunRecord, config: Config): Issue | undefined {
  if ("run" in record) {
    const { run } = record;
    const { limits } = config.pipelines.entryFor(pathOfRun(run));
    if (limits === undefined) return undefined;
    const issue = testsOf(run, limits, config.queueSecondsMax).findLast((result) => result);
    if (run.problem === undefined) return issue;
    const { id, buildNumber, pipeline, problem } = run;
    return issue === undefined
      ? issueOfRecord({ id, buildNumber, pipeline, problem })
      : withProblem(issue, problem);
  }
  const { pipeline } = record.unreadable;
  const skipped = pipeline !== undefined && config.pipelines.entryFor(pathOf(pipeline)).limits === undefined;
  return skipped ? undefined : issueOfRecord(record.unreadable);
}

/**
 * One result for each of the three tests, in their order: its issue, or undefined (rules 4 and 5). The last issue
 * counts. A test that needs a missing time finds none (decision 3).
 */
export function testsOf(run: Run, limits: PipelineLimits, queueSecondsMax: number): (Issue | undefined)[] {
  const { runSeconds, queuedSeconds } = secondsOf(run);
  return [
    runSeconds > limits.maxProcSeconds || runSeconds < limits.minProcSeconds
      ? issueOfRunTime(run, runSeconds, limits)
      : undefined,
    hasSucceeded(run) ? undefined : issueOfResult(run),
    queuedSeconds > queueSecondsMax ? issueOfWait(run, queuedSeconds, queueSecondsMax) : undefined,
  ];
}
