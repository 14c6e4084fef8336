import type { Run } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import { endsProblems, isHidden } from "../config/filter";
import { type Issue, isOfFailedRun, runOf } from "./issue";
import { runsKey } from "./ledger";
import type { CheckedRun, ProjectReport } from "./report";

/** Finds the later run of the same report that ended a failure; undefined if there is none, or it is no failed run. */
export function successesAfter(
  report: Pick<ProjectReport, "records" | "config">,
): (issue: Issue) => CheckedRun | undefined {
  const successes = latestSuccesses(report);
  return (issue) => {
    const run = runOf(issue);
    if (run === undefined || !isOfFailedRun(issue)) return undefined;
    const success = successes.get(runsKey(run));
    return success !== undefined && finishOf(success) > finishOf(run) ? success : undefined;
  };
}

/** The last run of each pipeline and branch, where it was no problem. */
function latestSuccesses({
  records,
  config,
}: Pick<ProjectReport, "records" | "config">): Map<string, CheckedRun> {
  const latest = new Map<string, CheckedRun>();
  for (const record of records) {
    if (!("run" in record) || record.run.finishTime === undefined) continue;
    const { run } = record;
    const counts = hasSucceeded(run)
      ? endsProblems(config.pipelines, run)
      : !isHidden(config.pipelines, record);
    const key = runsKey(run);
    const before = latest.get(key);
    if (counts && (before === undefined || finishOf(before) < finishOf(run))) latest.set(key, run);
  }
  return new Map([...latest].filter(([, run]) => hasSucceeded(run) && run.verdict === undefined));
}

function finishOf({ finishTime = 0 }: Run): number {
  return finishTime;
}
