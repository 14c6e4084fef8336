import pMap from "p-map";
import { maxConnections } from "../../../../shared/azure-devops/client";
import { type Context, withinBudget } from "../../issue/context";
import { hasSucceeded, type Issue } from "../../issue/issue";
import type { PastRun } from "../../issue/journal";
import type { OptionalStage, ProjectReport } from "../../issue/report";
import { isNew, momentSeenFrom } from "../../issue/window";
import { isOut, newlyWatchedName } from "../../journal/note";
import { checkListed } from "../../rules/run-list";
import { seenBranch } from "../history/compare";
import { streakBefore } from "../history/news";

/**
 * Reports what is wrong with pipelines that an edit of the configuration has brought under watch: the last run of each, if it
 * failed, however long ago that was.
 */
export const newlyWatched: OptionalStage = {
  name: newlyWatchedName,
  findsIssues: true,
  isEnabled: (report) => failedBefore(report).length > 0,
  async run(report, context) {
    const issues = await withinBudget(context, (signal) =>
      pMap(failedBefore(report), (one) => readLast(one, report, context, signal), {
        concurrency: maxConnections,
      }),
    );
    return { ...report, issues: [...report.issues, ...issues.flat()] };
  },
};

interface Failed {
  definitionId: number;
  last: PastRun;
  /** The failures in a row that ended with it. */
  count: number;
  since: number;
}

/** The branches that the rules did not see at the last report and see now, whose last run failed before this one. */
function failedBefore({ config, window, journal }: ProjectReport): Failed[] {
  return [...journal.pipelines.values()].flatMap((one) =>
    one.branches.flatMap((branch): Failed[] => {
      const { definitionId } = one;
      const last = branch.runs.at(-1);
      if (definitionId === undefined || last === undefined || !branch.isOut || isOut(one, branch, config))
        return [];
      // The rules have judged it if it is of this window.
      if (hasSucceeded(last) || isNew(window, last)) return [];
      const seen = seenBranch(config, one, branch);
      const { count = 1, since = last.finishTime } = streakBefore(seen, seen.runs.length) ?? {};
      return [{ definitionId, last, count, since }];
    }),
  );
}

/** Another branch of the pipeline may have run since. */
const maxRuns = 20;

async function readLast(
  { definitionId, last, count, since }: Failed,
  { config, window }: ProjectReport,
  { service }: Context,
  signal: AbortSignal,
): Promise<Issue[]> {
  const records = await service.lastRuns(definitionId, last.finishTime, maxRuns, signal);
  const record = records.find((found) => "run" in found && found.run.id === last.id);
  const issue = record && checkListed(record, config, window);
  const waited = { since: momentSeenFrom(window, since, config.zone), count };
  return issue === undefined ? [] : [{ ...issue, waited }];
}
