import pMap from "p-map";
import * as v from "valibot";
import { type Run, runsIn } from "../../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import { groupBy } from "../../../../shared/group-by";
import { type PastRun, type PipelineJournal, pipelineKey } from "../../../../shared/journal/schema";
import { type PipelineId, pathOfRun } from "../../../../shared/pipeline";
import type { Config } from "../../config/parse";
import { optional, wholeNumber } from "../../config/values";
import { feature } from "../../feature";
import { type Context, warnOfSkipped, withinBudget } from "../../issue/context";
import { type Issue, isOfFailedRun, runOf } from "../../issue/issue";
import { recoveryNote } from "../../issue/note";
import { type FoundProject, isChecked, withSkipped } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { isListed, isWithin, reportedFrom, wasSeen } from "../../issue/window";
import { byFinish } from "../../journal/branch";
import { ignoring, noteBranches } from "../../journal/note";
import { type BranchHistory, seenBranch, streakBefore } from "../../journal/streak";
import { findFailuresInRow, findNews, findRecovery } from "./news";

const someRuns = "a whole number of runs, 1 to 1000";

/** Compares failures with earlier runs, and says what works again. */
export const history = feature({
  name: "history",
  keys: {
    history: optional(
      v.pipe(wholeNumber(someRuns, 1), v.maxValue(1000, someRuns)),
      "Compare with at least this many earlier runs (1 to 1000), to report recoveries and since when a pipeline fails.",
      { example: 50, page: "alerts.md#new-or-known" },
    ),
  },
  entryKeys: {},
  memory: {},
  preset: { history: 50 },
  comparing: { key: "history", advice: 'add "history": 50' },
  read({ keys: { history: limit } }) {
    if (limit === undefined) return undefined;
    return { open: () => ({ finds: [{ ...comparison(limit), readsJournal: true }] }) };
  },
});

const name = "history";

/** Says whether a failure is news, and which pipelines work again. `limit` is how many earlier runs count at least. */
export const comparison = (limit: number): OptionalStage => ({
  name,
  async run(report, context) {
    const { config, window, runPage } = report;
    const runs = runsOfWindow(report);
    const { pipelines, failures } = await withinBudget(context, (signal) =>
      withEarlierRuns(report, groupBy(runs, pipelineKey), { ...context, limit, signal }),
    );
    const histories = new Map<string, BranchHistory>(
      [...pipelines].flatMap(([key, pipeline]) =>
        pipeline.branches.map((branch) => [
          branchKey(key, branch.branch),
          seenBranch(config, pipeline, branch),
        ]),
      ),
    );
    const historyOf = (run: Run) => histories.get(branchKey(pipelineKey(run), run.branch));
    const wasDealtWith = (run: PastRun) => wasSeen(window, run);
    const compared = (issue: Issue): Issue => {
      const run = runOf(issue);
      const past = run && historyOf(run);
      if (run === undefined || past === undefined || !isOfFailedRun(issue)) return issue;
      // What is told later says since when.
      const news = issue.waited === undefined ? findNews(run.id, past, config.zone) : undefined;
      return { ...issue, news, failuresInRow: findFailuresInRow(run.id, past, wasDealtWith) };
    };
    const [byId, ofBranch] = [new Map<number, Run>(), new Map<string, Run>()];
    for (const run of runs) {
      byId.set(run.id, run);
      ofBranch.set(branchKey(pipelineKey(run), run.branch), run);
    }
    const notes = [...ofBranch.values()].flatMap((last) => {
      const past = historyOf(last);
      const recovery = past && findRecovery(past, reportedFrom(window));
      const isTold = recovery?.successes.some(wasDealtWith) !== false;
      if (recovery === undefined || isTold) return [];
      const run = byId.get(recovery.run.id) ?? last;
      const note = recoveryNote(run, runPage(run.id), recovery.text);
      const row = recovery.failed.orMore ? {} : { failuresBefore: recovery.failed.count };
      return [{ ...note, ...row, replacesEnd: true }];
    });
    const grown = {
      ...report,
      journal: { ...report.journal, pipelines },
      issues: report.issues.map(compared),
      notes: [...report.notes, ...notes],
    };
    if (failures.length === 0) return grown;
    // What could be read is still useful.
    warnOfSkipped(name, context, failures[0]);
    return withSkipped(grown, name);
  },
});

/** Those whose history may be news, in the order in which they finished. */
function runsOfWindow({ config, window, records, issues }: FoundProject): Run[] {
  const reported = new Set(issues.map((issue) => runOf(issue)?.pipeline.id));
  // A run that reached the list late is reported, although it finished before, and others of its pipeline after it.
  const isOfWindow = ({ pipeline, finishTime }: Run) =>
    reported.has(pipeline.id) || (isListed(window, finishTime) && isWithin(window, finishTime));
  return records
    .flatMap((record) => ("run" in record && record.run.finishTime !== undefined ? [record.run] : []))
    .filter(
      (run) =>
        isOfWindow(run) && isChecked(config, run) && !ignoring(config, pathOfRun(run), run.branch)(run),
    )
    .sort(byFinish);
}

/** The history of at most this many pipelines is read, because each is a request. */
const maxPipelines = 1000;
/** The service returns no more runs in one response. */
const maxRuns = 5000;

/** Reads the earlier runs of pipelines whose history the journal does not know. If one cannot be read, the others are. */
async function withEarlierRuns(
  { config, journal }: FoundProject,
  byPipeline: ReadonlyMap<PipelineId, readonly Run[]>,
  {
    service,
    connections,
    limit,
    signal,
  }: Pick<Context, "service" | "connections"> & { limit: number; signal: AbortSignal },
) {
  const pipelines = new Map(journal.pipelines);
  const read = async (known: PipelineJournal, own: readonly Run[], before: number) => {
    const { finishTime = 0 } = own.at(-1) ?? {};
    const count = Math.min(own.length + before, maxRuns);
    const records = await service.lastRuns(known.pipeline.id ?? 0, finishTime, count, signal);
    // The records before one that cannot be parsed prove nothing.
    const end = records.findIndex((record) => !("run" in record));
    const listed = end === -1 ? records : records.slice(0, end);
    const noted = noteBranches(known, runsIn(listed), config);
    if (end !== -1 || records.length >= count) return noted;
    return { ...noted, branches: noted.branches.map((branch) => ({ ...branch, isCut: false })) };
  };
  const readOne = async ([key, own]: [PipelineId, readonly Run[]]) => {
    let known = pipelines.get(key);
    if (known === undefined || known.isRead || known.pipeline.id === undefined) return;
    if (missingOf(config, known, own, limit) === 1) known = await read(known, own, 1);
    if (missingOf(config, known, own, limit) > 0)
      known = { ...(await read(known, own, limit)), isRead: true };
    pipelines.set(key, known);
  };
  const failures: unknown[] = [];
  const noting = (failure: unknown) => failures.push(failure ?? new Error("no reason given"));
  const asked = [...byPipeline].slice(0, maxPipelines);
  await pMap(asked, (pipeline) => readOne(pipeline).catch(noting), { concurrency: connections });
  return { pipelines, failures };
}

/**
 * How many runs before those of the window have to be read. A branch that worked both before and within the window has no
 * news, so the run before is enough; a new branch of a known pipeline has none.
 */
function missingOf(config: Config, pipeline: PipelineJournal, own: readonly Run[], limit: number): number {
  const ids = new Set(own.map(({ id }) => id));
  const isKnown = pipeline.branches.some(({ runs: [first] }) => first !== undefined && !ids.has(first.id));
  const ofBranch = pipeline.branches.map((branch): number => {
    const past = seenBranch(config, pipeline, branch);
    const first = past.runs.findIndex(({ id }) => ids.has(id));
    if (first === -1) return 0;
    const streak = streakBefore(past, first);
    const isWell = past.runs.slice(first).every(hasSucceeded);
    const isNew = isKnown && branch.runs.every(({ id }) => ids.has(id));
    if (streak === undefined) return !past.isCut || (isWell && isNew) ? 0 : isWell ? 1 : limit;
    const isEnough = !streak.orMore || streak.count >= limit || (isWell && streak.isGood);
    return isEnough ? 0 : limit;
  });
  return Math.max(0, ...ofBranch);
}

function branchKey(pipeline: string, branch = ""): string {
  return JSON.stringify([pipeline, branch]);
}
