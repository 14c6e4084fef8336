import pMap from "p-map";
import { maxConnections } from "../../../../shared/azure-devops/client";
import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import { endsProblems, isHidden } from "../../config/filter";
import { type Context, warnOfSkipped, withinBudget } from "../../issue/context";
import { hasSucceeded, type Issue, isOfFailedRun, recoveryNote, runOf } from "../../issue/issue";
import { isChecked, type OptionalStage, withSkipped } from "../../issue/report";
import { isListed, isWithin, reportedFrom, wasSeen } from "../../issue/window";
import {
  findFailuresInRow,
  findNews,
  findRecovery,
  type History,
  type Recovery,
  renderRecovery,
} from "./news";

const name = "history";

/** Says whether a failure is news, and which pipelines work again. Enabled by `history`. */
export const history: OptionalStage = {
  name,
  isEnabled: ({ config }) => config.keys.history !== undefined,
  async run(report, context) {
    const { config, window, runPage, records } = report;
    const { history: historyRuns = 0 } = config.keys;
    const runs = records.flatMap((record) => ("run" in record ? [record.run] : []));
    const reported = new Set(report.issues.map((issue) => runOf(issue)?.definitionId));
    // A run that reached the list late is reported, although it finished before, and others of its pipeline after it.
    const isOfWindow = ({ definitionId, finishTime }: Run) =>
      reported.has(definitionId) || (isListed(window, finishTime) && isWithin(window, finishTime));
    // A run that a filter hides is no failure, but its success may end one.
    const isIgnored = (run: Run) =>
      isHidden(config.pipelines, { run }) && !(hasSucceeded(run) && endsProblems(config.pipelines, run));
    const seen = pipelinesOf(
      runs.filter((run) => isOfWindow(run) && isChecked(config, run)),
      isIgnored,
    );
    const wanted = { limit: historyRuns, isIgnored };
    const { histories, failures } = await withinBudget(context, (signal) =>
      readHistories(seen, wanted, context, signal),
    );
    const wasDealtWith = (run: Run) => wasSeen(window, run);
    const compared = (issue: Issue): Issue => {
      const run = runOf(issue);
      const all = histories.get(run?.definitionId ?? Number.NaN);
      if (run === undefined || all === undefined || !isOfFailedRun(issue)) return issue;
      const history = ofBranch(all, run.branch);
      const news = findNews(run.id, history, historyRuns, config.zone);
      return { ...issue, news, failuresInRow: findFailuresInRow(run.id, history, wasDealtWith) };
    };
    // The message had no failure of a shorter row. If it had one all the same, it is known, and so is its end.
    const isLong = ({ run, failures, orMore }: Recovery) =>
      orMore || failures >= config.pipelines.entryFor(run.pipeline).afterFailures;
    const recoveries = [...histories.values()]
      .flatMap((history) =>
        branchesOf(history).flatMap((one) => findRecovery(one, reportedFrom(window)) ?? []),
      )
      .filter((recovery) => !recovery.successes.some(wasDealtWith) && isLong(recovery));
    const notes = recoveries.map(({ since, ...recovery }) => ({
      ...recoveryNote(recovery.run, runPage(recovery.run.id), renderRecovery(recovery)),
      since,
    }));
    const grown = {
      ...report,
      issues: report.issues.map(compared),
      notes: [...report.notes, ...notes],
    };
    if (failures.length === 0) return grown;
    // The histories that could be read are still useful.
    warnOfSkipped(name, context, failures[0]);
    return withSkipped(grown, name);
  },
};

/** A success of one branch ends no failure of another. */
function branchesOf(history: History): History[] {
  return [...new Set(history.runs.map(({ branch }) => branch))].map((branch) => ofBranch(history, branch));
}

function ofBranch({ runs, isCut }: History, branch: string | undefined): History {
  return { runs: runs.filter((run) => run.branch === branch), isCut };
}

export interface PipelineSeen {
  definitionId: number;
  /** All of them, those that are ignored included. */
  runs: number;
  failures: number;
  /** When its last run of the window finished, in seconds since 1970. */
  lastFinish: number;
}

/** The history of at most this many pipelines is read, because each is a request. */
const maxPipelines = 1000;
/** The service returns no more runs in one response. */
const maxRuns = 5000;

/** Without the pipelines all of whose runs are ignored. */
export function pipelinesOf(runs: readonly Run[], isIgnored: (run: Run) => boolean): PipelineSeen[] {
  const seen = new Map<number, PipelineSeen>();
  const ignored = new Map<number, number>();
  for (const run of runs) {
    const { definitionId, finishTime } = run;
    if (definitionId === undefined || finishTime === undefined) continue;
    if (isIgnored(run)) {
      ignored.set(definitionId, (ignored.get(definitionId) ?? 0) + 1);
      continue;
    }
    const known = seen.get(definitionId);
    if (known === undefined && seen.size >= maxPipelines) continue;
    const pipeline = known ?? { definitionId, runs: 0, failures: 0, lastFinish: finishTime };
    pipeline.runs++;
    if (!hasSucceeded(run)) pipeline.failures++;
    pipeline.lastFinish = Math.max(pipeline.lastFinish, finishTime);
    seen.set(definitionId, pipeline);
  }
  for (const [definitionId, count] of ignored) {
    const pipeline = seen.get(definitionId);
    if (pipeline !== undefined) pipeline.runs += count;
  }
  return [...seen.values()];
}

/**
 * Reads the histories of pipelines. Each includes up to `limit` runs before those of the window. A pipeline that
 * worked both before and within the window has no news, so only the one run before its first is read, and it has no
 * history, unless that run is ignored. If one cannot be read, the others are.
 */
export async function readHistories(
  pipelines: readonly PipelineSeen[],
  { limit, isIgnored }: { limit: number; isIgnored: (run: Run) => boolean },
  { service }: Context,
  signal: AbortSignal,
) {
  const histories = new Map<number, History>();
  const read = async ({ definitionId, lastFinish, runs }: PipelineSeen, before: number) => {
    const count = Math.min(runs + before, maxRuns);
    const records = await service.lastRuns(definitionId, lastFinish, count, signal);
    const known = parsedRuns(records);
    return {
      runs: known.filter((run) => !isIgnored(run)),
      isCut: records.length >= count || known.length < records.length,
      endsIgnored: known.slice(-1).some(isIgnored),
    };
  };
  const readOne = async (pipeline: PipelineSeen) => {
    const short = pipeline.failures === 0 ? await read(pipeline, 1) : undefined;
    if (short !== undefined && !short.endsIgnored && short.runs.every(hasSucceeded)) return;
    const { runs, isCut } = await read(pipeline, limit);
    histories.set(pipeline.definitionId, { runs, isCut });
  };
  const failures: unknown[] = [];
  const noting = (failure: unknown) => failures.push(failure ?? new Error("no reason given"));
  await pMap(pipelines, (pipeline) => readOne(pipeline).catch(noting), { concurrency: maxConnections });
  return { histories, failures };
}

/** Newest first. A record that cannot be parsed ends the list: the records after it prove nothing. */
function parsedRuns(records: readonly RunRecord[]): Run[] {
  const end = records.findIndex((record) => !("run" in record));
  return (end === -1 ? records : records.slice(0, end))
    .flatMap((record) => ("run" in record && record.run.finishTime !== undefined ? [record.run] : []))
    .sort((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0) || other.id - one.id);
}
