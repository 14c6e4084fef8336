import type { BuildService } from "../../../../shared/azure-devops/client";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import type { Config } from "../../config/parse";
import { countUnreadable } from "../../rules/check-runs";
import type { Problem } from "../../rules/rules";
import { isWithin, type ReportWindow } from "../../rules/window";
import { checkUnfinished, overdueSince, type UnfinishedProblem } from "./unfinished";

/**
 * Returns the runs that became stuck within the window, and the records that cannot be parsed. Throws if the
 * runs cannot be listed.
 */
export async function readUnfinished(
  config: Config,
  service: Pick<BuildService, "unfinishedRuns">,
  window: ReportWindow,
  nowMilliseconds: number,
  signal: AbortSignal,
): Promise<(UnfinishedProblem | Problem)[]> {
  const now = Math.floor(nowMilliseconds / 1000);
  const unreadable = countUnreadable();
  const stuckWindow = { from: window.stuckFrom, until: window.until };
  const check = (record: RunRecord): (UnfinishedProblem | Problem)[] => {
    const problem = checkUnfinished(record, config, now);
    unreadable(problem);
    const overdue = problem?.kind === "unfinished" ? overdueSince(problem) : undefined;
    return problem !== undefined && isWithin(stuckWindow, overdue) ? [problem] : [];
  };
  const problems: (UnfinishedProblem | Problem)[] = [];
  for await (const page of service.unfinishedRuns(signal)) problems.push(...page.flatMap(check));
  return problems;
}
