import pMap from "p-map";
import { idOf } from "../../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import type { BranchJournal, PipelineJournal, ProjectJournal } from "../../../../shared/journal/schema";
import type { Config } from "../../config/parse";
import { feature } from "../../feature";
import { type Context, withinBudget } from "../../issue/context";
import type { Issue } from "../../issue/issue";
import { momentAt } from "../../issue/parts";
import type { FoundProject } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { isNew } from "../../issue/window";
import { isOut } from "../../journal/note";
import { seenBranch, streakBefore } from "../../journal/streak";
import { checkListed } from "../../rules/run-list";

/** Reports pipelines that fail when an edit of the configuration brings them under watch. */
export const newlyWatched = feature({
  name: "newly watched pipelines",
  keys: {},
  entryKeys: {},
  memory: {},
  read: () => ({ open: () => ({ finds: [lastFailures] }) }),
});

/**
 * Reports what is wrong with pipelines that an edit of the configuration has brought under watch: the last run of each, if it
 * failed, however long ago that was.
 */
const lastFailures: OptionalStage = {
  name: "newly watched pipelines",
  findsIssues: true,
  isEnabled: ({ config, journal }) =>
    [...journal.pipelines.values()].some((pipeline) =>
      pipeline.branches.some((branch) => isBackInView(pipeline, branch, config)),
    ),
  async run(report, context) {
    const failures = await withinBudget(context, (signal) =>
      pMap(failedBefore(report), (failure) => readLast(failure, report, context, signal), {
        concurrency: context.connections,
      }),
    );
    // What could not be read now is read next time.
    return { ...report, journal: dealtWith(report), issues: [...report.issues, ...failures.flat()] };
  },
};

/** Whether the rules see the last run of a branch now, and did not when it was noted. */
function isBackInView(pipeline: PipelineJournal, branch: BranchJournal, config: Config): boolean {
  return branch.isOut && !isOut(pipeline, branch, config);
}

function dealtWith({ journal, config }: FoundProject): ProjectJournal {
  const pipelines = [...journal.pipelines].map(([key, pipeline]) => {
    const judged = (branch: BranchJournal) => ({ ...branch, isOut: isOut(pipeline, branch, config) });
    return [key, { ...pipeline, branches: pipeline.branches.map(judged) }] as const;
  });
  return { ...journal, pipelines: new Map(pipelines) };
}

/** The branches that the rules did not see at the last report and see now, whose last run failed before this one. */
function failedBefore({ config, window, journal }: FoundProject) {
  return [...journal.pipelines.values()].flatMap((pipeline) =>
    pipeline.branches.flatMap((branch) => {
      const { id: definitionId } = pipeline.pipeline;
      const last = branch.runs.at(-1);
      if (definitionId === undefined || last === undefined) return [];
      // The rules have judged it if it is of this window.
      if (!isBackInView(pipeline, branch, config) || hasSucceeded(last) || isNew(window, last)) return [];
      const seen = seenBranch(config, pipeline, branch);
      // The failures in a row that ended with it.
      const { count = 1, since = last.finishTime } = streakBefore(seen, seen.runs.length) ?? {};
      const waited = { since: momentAt(since, config.zone), count, earlier: [] };
      return [{ definitionId, last, waited }];
    }),
  );
}

/** Another branch of the pipeline may have run since. */
const maxRuns = 20;

async function readLast(
  { definitionId, last, waited }: ReturnType<typeof failedBefore>[number],
  { config }: FoundProject,
  { service }: Context,
  signal: AbortSignal,
): Promise<Issue[]> {
  const records = await service.lastRuns(definitionId, last.finishTime, maxRuns, signal);
  const record = records.find((listed) => idOf(listed) === last.id);
  const issue = record && checkListed(record, config).issue;
  return issue === undefined ? [] : [{ ...issue, waited }];
}
