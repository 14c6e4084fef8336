import type { BuildService } from "../../shared/azure-devops/client";
import { timeLimit } from "../../shared/clock";
import { explainFailures, isOfFailedRun } from "./checks/causes/explain-failures";
import { askHistories } from "./checks/history/histories";
import { type History, newsOf, type Recovery, recoveryOf } from "./checks/history/history";
import { readLimits } from "./checks/run-limits/read-limits";
import { dueOf, readMissing } from "./checks/schedules/due";
import { askExtra, type ExtraParts, tryExtra } from "./checks/optional-check";
import type { Config } from "./config/parse";
import { type Digest, digestOf, type LinkedRecovery } from "./report/compose";
import type { PipelineFigures } from "./report/figures";
import type { Finding, Issue } from "./report/lines";
import { type RunsRead, readRuns, readUnfinished } from "./rules/check-runs";
import { searchLogs, searchSeconds, unlinked } from "./rules/log-search";
import type { OpenList } from "./rules/open-list";
import type { ReportWindow } from "./rules/window";

/** What the monitor sees of a project. */
export interface Seen {
  issues: Issue[];
  /** Pipelines that work again. */
  recoveries: LinkedRecovery[];
  runCount: number;
  figures: PipelineFigures[];
  /** Whether nothing was lost that would be a message of its own: else nobody says that all is well. */
  isWhole: boolean;
  /** Which runs the last minutes held; undefined where no later report asks. */
  seenDigest: string | undefined;
}

/** What is needed to look. */
export interface LookParts extends ExtraParts {
  config: Config;
  service: BuildService;
  /** Whether it is told which pipelines come to their limit of runs. */
  tellsLimits: boolean;
}

/** How long logs may be read on behind their first `error`, all together: a tenth of the search. */
const readOnSeconds = 60;

/** What is called lost when the runs that are not done could not be looked at. */
const unfinishedRuns = "unfinished runs";
/** What is called lost when it could not be seen which runs did not happen. */
const missingRuns = "missing runs";
/** What is called lost when it could not be seen which pipelines come to their limit of runs. */
const runLimits = "limits of runs";
/** What is called lost when it could not be told why runs failed, which of them share a cause, and what is news. */
const causes = "causes of failures";
const groups = "groups of causes";
const history = "history";

/**
 * Reads the runs of a list, and explains those in which something is wrong (rules 1 to 6). What is asked beyond that and
 * cannot be had is noted in `lost`. Throws when the list of runs cannot be read whole.
 */
export async function look(parts: LookParts, list: OpenList, lost: string[]): Promise<Seen> {
  const { window, now } = list;
  const { config, service, agent, clock, cancelled } = parts;
  const { groupCauses, historyRuns } = config.extras;
  const explains = config.extras.explainFailures || groupCauses;
  const readsOn = (problem: Finding) => explains && isOfFailedRun(problem);
  const progress = (percent: number) => agent.progress(percent, "Searching the logs");
  const limit = (signal: AbortSignal) => timeLimit(clock, searchSeconds, "the search of logs", signal);
  const timeUpText = `The search for logs ends after ${searchSeconds} s`;
  const allowance = { leftSeconds: readOnSeconds };
  const search = { service, agent, clock, cancelled, readsOn, progress, limit, timeUpText, allowance };
  const read = await readRuns(config, list);
  const found = await searchLogs(read.problems, search);
  // From here on beyond the specification: a wait that the service asks for then costs nothing of what it wants.
  const hanging = await lookAtUnfinished(parts, window, now, lost);
  const unfinished = await searchLogs(hanging, {
    ...search,
    progress: () => undefined,
    limit: (signal) => parts.time.limit("the logs of unfinished runs", signal),
    timeUpText: "The time for the logs of unfinished runs is up",
  });
  const missing = (await lookForMissing(parts, window, now, lost)).map(unlinked);
  const limits = (await lookForLimits(parts, now, lost)).map(unlinked);
  const all = [...found, ...missing, ...unfinished, ...limits];
  const explained = explains
    ? await tryExtra(causes, parts, lost, () => explainFailures(all, service, parts))
    : undefined;
  const issues: Issue[] = explained ?? all;
  const { runCount, figures, seenDigest } = read;
  const isWhole = ![unfinishedRuns, missingRuns, runLimits].some((what) => lost.includes(what));
  if (historyRuns === 0) return { issues, recoveries: [], runCount, figures, isWhole, seenDigest };
  const histories = await lookBack(parts, read, lost);
  const told = await tryExtra(history, parts, lost, () => ({
    issues: issues.map((issue) => ({ ...issue, news: newsOfIssue(issue, histories, historyRuns) })),
    recoveries: recoveriesIn(histories, window, service),
  }));
  return { ...(told ?? { issues, recoveries: [] }), runCount, figures, isWhole, seenDigest };
}

/** What the message says of what was seen; in the plain form of the specification's rules where no other can be made. */
export async function digest(
  seen: Seen,
  parts: Pick<LookParts, "config" | "agent" | "cancelled">,
  lost: string[],
): Promise<Digest> {
  const { config, agent } = parts;
  const wanted = await tryExtra(groups, parts, lost, () =>
    digestOf(seen, lost, config.extras, agent.sanitize),
  );
  return wanted ?? digestOf(seen, lost, { groupCauses: false, explainFailures: false }, agent.sanitize);
}

async function lookAtUnfinished(
  parts: LookParts,
  window: ReportWindow,
  now: number,
  lost: string[],
): Promise<Finding[]> {
  const { config, service } = parts;
  if (!config.extras.checkUnfinished) return [];
  const found = await askExtra(unfinishedRuns, parts, lost, (signal) =>
    readUnfinished(config, service, window, now, signal),
  );
  return found ?? [];
}

async function lookForMissing(
  parts: LookParts,
  window: ReportWindow,
  now: number,
  lost: string[],
): Promise<Finding[]> {
  const { schedules } = parts.config.extras;
  if (schedules.length === 0) return [];
  const found = await askExtra(missingRuns, parts, lost, async (signal) => {
    const due = dueOf(schedules, window, now);
    return due.length === 0 ? [] : readMissing(due, parts.service, signal);
  });
  return found ?? [];
}

async function lookForLimits(parts: LookParts, now: number, lost: string[]): Promise<Finding[]> {
  const { schedules, runsPerWeekMax } = parts.config.extras;
  if (runsPerWeekMax === undefined || schedules.length === 0 || !parts.tellsLimits) return [];
  const found = await askExtra(runLimits, parts, lost, (signal) =>
    readLimits(schedules, runsPerWeekMax, parts.service, now, signal),
  );
  return found ?? [];
}

type Histories = ReadonlyMap<number, History>;

async function lookBack(parts: LookParts, { pipelines }: RunsRead, lost: string[]): Promise<Histories> {
  const { config, service } = parts;
  const histories = new Map<number, History>();
  await askExtra(history, parts, lost, (signal) =>
    askHistories(pipelines, config.extras.historyRuns, service, histories, signal),
  );
  return histories;
}

function newsOfIssue({ problem }: Issue, histories: Histories, limit: number): string {
  if (!isOfFailedRun(problem)) return "";
  const history = histories.get(problem.run.definitionId ?? Number.NaN);
  return history === undefined ? "" : newsOf(problem.run.id, history, limit);
}

function recoveriesIn(histories: Histories, window: ReportWindow, service: BuildService): LinkedRecovery[] {
  const from = Math.max(window.from, window.listedSince.getTime() / 1000);
  return [...histories.values()]
    .map((runs) => recoveryOf(runs, from))
    .filter((recovery): recovery is Recovery => recovery !== undefined)
    .map((recovery) => ({ ...recovery, runPage: service.runPage(recovery.run.id) }));
}
