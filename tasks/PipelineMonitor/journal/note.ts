import { attemptOf, type Run, runsIn } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import { groupBy } from "../../../shared/group-by";
import {
  type BranchJournal,
  type PipelineJournal,
  type ProjectJournal,
  pipelineKey,
} from "../../../shared/journal/schema";
import { type PipelineId, pathOfRun } from "../../../shared/pipeline";
import { dayIn } from "../../../shared/text/zone";
import { endsProblemsOf, hiddenBy, hiddenByFilter, hidesNothing } from "../config/filter";
import type { Config } from "../config/parse";
import { type Issue, runOf } from "../issue/issue";
import { isScheduledIn, isScheduleOf, learnsSchedules, missedBy } from "../issue/place";
import { type CheckedRun, type FoundProject, isChecked } from "../issue/report";
import { endOf, isNew, takenUntil, unwatchedOf } from "../issue/window";
import { withLastAttempts } from "./again";
import { emptyBranch, maxRuns, withLastRuns, withRuns } from "./branch";
import { beganAt, openCells } from "./cells";
import { keptTimes, longKeptMinutes, withTimes } from "./times";

/** Whether the core asks what ran before. The rules do not, and a long list would only take more memory. */
export function usesJournal({ sinceLastReport }: Config): boolean {
  return sinceLastReport;
}

/** Notes the new runs of a report. */
export function noteReport({ config, window, records, journal }: FoundProject): ProjectJournal {
  const since = journal.since ?? Math.floor(window.listedSince.getTime() / 1000);
  // Without a journal, those count, too, that earlier reports have read.
  const isUnknown = ({ finishTime }: Run) =>
    journal.since === undefined &&
    finishTime !== undefined &&
    finishTime >= since &&
    finishTime < takenUntil(window);
  const gap = unwatchedOf(window);
  const gaps = gap === undefined ? journal.gaps : [...journal.gaps, [gap.from, gap.until] as const];
  const runs = runsIn(records).filter((run) => isUnknown(run) || isNew(window, run));
  const before = { ...journal, since, gaps };
  return noteRuns(gap === undefined ? before : afterGap(before), runs, config);
}

/** Events in a gap may have ended any row of failures. The last run of a pipeline that nobody watched is still of use. */
function afterGap(journal: ProjectJournal): ProjectJournal {
  const pipelines = [...journal.pipelines].map(([key, pipeline]): [PipelineId, PipelineJournal] => [
    key,
    { ...pipeline, branches: pipeline.branches.filter(({ isOut }) => isOut), isRead: false },
  ]);
  return { ...journal, pipelines: new Map(pipelines) };
}

/** Notes what a report has found of runs: their causes, and those that are stuck or did not start. */
export function noteFound(report: FoundProject): ProjectJournal {
  const { journal, issues, config } = report;
  const dayOf = dayIn(config.zone);
  const causes = new Map(issues.flatMap(causeOf));
  const learns = learnsSchedules(config);
  const now = Math.floor(endOf(report.window) / 60);
  const reported = groupBy(runsIn(report.records), pipelineKey);
  const noted = [...journal.pipelines].map(([key, before]): [PipelineId, PipelineJournal] => {
    const pipeline = withLastAttempts(before, reported.get(key) ?? [], config, dayOf);
    const { mark, cells } = openCells(pipeline, dayOf);
    for (const issue of issues) {
      const [run, missed] = [runOf(issue), missedBy(issue)];
      const isStuck = issue.isState === true && issue.verdict !== "waiting";
      if (run !== undefined && isStuck && pipelineKey(run) === key) mark(beganAt(run), "stuck");
      if (missed !== undefined && issue.at !== undefined && isScheduleOf(missed, pipeline))
        mark(issue.at, "missed");
    }
    const branches = pipeline.branches.map((branch) => ({
      ...withLastRuns(
        withCauses(branch, causes),
        maxRuns,
        ignoring(config, pathOfRun(pipeline), branch.branch),
      ),
      isOut: isOut(pipeline, branch, config) || branch.isOut,
    }));
    const schedules = pipeline.schedules.flatMap((schedule) => {
      const isFollowed = learns && isScheduledIn(config, { ...pipeline, branch: schedule.branch });
      const times = keptTimes(schedule.times, now, isFollowed);
      const isInUse = times.length > 0 || (isFollowed && schedule.pattern !== undefined);
      return isInUse ? [{ ...schedule, times }] : [];
    });
    return [key, { ...pipeline, ...cells(branches), schedules, branches }];
  });
  const hasContent = ([, { schedules, branches, days }]: [PipelineId, PipelineJournal]) =>
    schedules.length > 0 ||
    [...days.keys()].some((day) => day * 24 * 60 > now - longKeptMinutes) ||
    branches.some(({ runs }) => (runs.at(-1)?.finishTime ?? 0) / 60 > now - longKeptMinutes);
  return { ...journal, pipelines: new Map(noted.filter(hasContent)) };
}

function withCauses(branch: BranchJournal, causes: ReadonlyMap<string, string>): BranchJournal {
  const runs = branch.runs.map((run) => {
    const cause = causes.get(attemptOf(run));
    return cause === undefined ? run : { ...run, cause };
  });
  return { ...branch, runs };
}

function causeOf(issue: Issue): [attempt: string, kind: string][] {
  const run = runOf(issue);
  const kind = issue.explanation?.kind;
  return run === undefined || kind === undefined ? [] : [[attemptOf(run), kind]];
}

/** Whether the rules do not see the last run of a branch. */
export function isOut(
  { pipeline }: PipelineJournal,
  { branch, runs }: BranchJournal,
  config: Config,
): boolean {
  const last = runs.at(-1);
  if (!isChecked(config, { pipeline })) return true;
  return (
    last !== undefined &&
    hiddenBy(config.pipelines, { pipeline, branch: branch || undefined, reason: last.reason }) !== undefined
  );
}

/** A run that a filter hides is no failure, but its success may end one. */
export function ignoring(
  { pipelines }: Config,
  pipeline: string,
  branch: string | undefined,
): (
  run: Pick<CheckedRun, "status" | "result" | "isSuperseded"> & { reason?: string | undefined },
) => boolean {
  const { filter } = pipelines.entryFor(pipeline);
  if (hidesNothing(filter)) return ({ isSuperseded = false }) => isSuperseded;
  return ({ status, result, ...run }) => {
    const origin = { branch: branch || undefined, reason: run.reason, isSuperseded: run.isSuperseded };
    return (
      hiddenByFilter(filter, origin) !== undefined &&
      !(hasSucceeded({ status, result }) && endsProblemsOf(filter, origin))
    );
  };
}

/** Adds runs that finished and are not noted yet. */
export function noteRuns(
  journal: ProjectJournal,
  runs: readonly CheckedRun[],
  config: Config,
): ProjectJournal {
  const dayOf = dayIn(config.zone);
  const finished = runs.filter(({ finishTime }) => finishTime !== undefined);
  const pipelines = new Map(journal.pipelines);
  for (const [key, added] of groupBy(finished, pipelineKey)) {
    const before = renamed(pipelines.get(key) ?? emptyPipeline(added[0]), added);
    const noted = new Set(before.branches.flatMap((branch) => branch.runs.map(({ id }) => id)));
    const { countRun, countFlaky, cells } = openCells(before, dayOf);
    const { filter } = config.pipelines.entryFor(pathOfRun(before));
    const isSeen = (run: CheckedRun) => hiddenByFilter(filter, run) === undefined;
    for (const run of added) countRun(run, isSeen(run), noted.has(run.id));
    const after = noteBranches(before, added, config, (run) => {
      if (isSeen(run)) countFlaky(run);
    });
    pipelines.set(key, { ...after, ...cells(after.branches) });
  }
  return { ...journal, pipelines };
}

/** A pipeline has the name of its last run. */
function renamed(before: PipelineJournal, added: readonly Run[]): PipelineJournal {
  const last = added.reduce((one, other) => ((other.finishTime ?? 0) > (one.finishTime ?? 0) ? other : one));
  const isLast = before.branches.every(
    ({ runs }) => (runs.at(-1)?.finishTime ?? 0) <= (last.finishTime ?? 0),
  );
  return isLast ? { ...before, pipeline: { ...before.pipeline, ...last.pipeline } } : before;
}

function emptyPipeline(run: Run | undefined): PipelineJournal {
  return {
    pipeline: run?.pipeline ?? { name: "" },
    branches: [],
    isRead: false,
    hours: new Map(),
    days: new Map(),
    schedules: [],
  };
}

/**
 * Adds runs to the branches of a pipeline, and when its schedule queued them. The name is that of the last run. One that was
 * superseded was queued, and no more.
 */
export function noteBranches(
  before: PipelineJournal,
  added: readonly CheckedRun[],
  config: Config,
  flaky: (run: Run) => void = () => undefined,
): PipelineJournal {
  const ran = added.filter(({ isSuperseded = false }) => !isSuperseded);
  const byBranch = groupBy(ran, ({ branch = "" }) => branch);
  const branches = new Map(before.branches.map((branch) => [branch.branch, branch]));
  for (const [branch, runs] of byBranch) {
    const isUncounted = ignoring(config, pathOfRun(before), branch);
    // A branch of a pipeline whose earlier runs were read is new.
    const last = branches.get(branch) ?? emptyBranch(branch, !before.isRead);
    branches.set(branch, withRuns(last, runs, isUncounted, flaky));
  }
  return { ...before, branches: [...branches.values()], schedules: withTimes(before.schedules, added) };
}
