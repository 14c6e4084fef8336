import { type RunRecord, runsIn, shortCommit } from "../../../shared/azure-devops/records";
import { emptyJournal, type ProjectJournal } from "../../../shared/journal/schema";
import { type Pipeline, pipelineIdOf } from "../../../shared/pipeline";
import { daySeconds, readable, utc } from "../../../shared/text/time";
import { isHidden } from "../config/filter";
import type { Config } from "../config/parse";
import type { Context } from "../issue/context";
import { withPresentNames } from "../issue/entry";
import { type Issue, isOfFailedRun } from "../issue/issue";
import { momentAt } from "../issue/parts";
import type { CheckedRecord, FoundProject, ListedProject } from "../issue/report";
import { type OptionalStage, runOptional } from "../issue/stage";
import { isListed, isNew, isOfLastHour, lateSince, requestedSince, type Window } from "../issue/window";
import { checkRecord, checkRunCount } from "./rules";

/** The list of runs of a window, while it is read. */
export interface RunList {
  window: Window;
  /** Earlier runs count only if they reached the list late. */
  since: Date;
  pages: AsyncIterable<RunRecord[]>;
  /** A note about the agent's clock; empty if the clock is right. */
  clockNote: string;
}

/**
 * A clock is right if it differs by no more than this: responses take time, and their `Date` has whole
 * seconds.
 */
const maxDifferenceSeconds = 60;
/** If the clocks differ by years, one was never set. It is unknown which. */
const maxCorrectedSeconds = 366 * daySeconds;

/**
 * Opens the list of runs of a window (rule 1). The first response holds the service's time. If the agent's
 * clock is wrong, the window is based on the service's time, and the list is requested again. Throws if the
 * list cannot be read, or the clocks differ by years.
 */
export async function openList(
  windowAt: (now: number) => Window,
  agentNow: number,
  { service, agent, cancelled }: Context,
  earlier: (window: Window) => readonly number[] = () => [],
): Promise<RunList> {
  const listed = (window: Window) => {
    const since = requestedSince(window, earlier(window));
    return { window, since, pages: service.runsSince(lateSince(window, since), cancelled) };
  };
  const list = listed(windowAt(agentNow));
  const { pages } = list;
  const first = await pages.next();
  const difference = service.clockDifference() ?? 0;
  if (Math.abs(difference) <= maxDifferenceSeconds * 1000)
    return { ...list, pages: resumed(first, pages), clockNote: "" };
  await pages.return(undefined);
  const now = agentNow + difference;
  const clockNote = renderClockNote(agentNow, now);
  if (Math.abs(difference) > maxCorrectedSeconds * 1000)
    throw new Error(`${clockNote} One of the two clocks is wrong, so the runs to check are unknown. Set it.`);
  agent.warn(`${clockNote} The monitor uses the service's time. Set the agent's clock.`);
  return { ...listed(windowAt(now)), clockNote };
}

function renderClockNote(agentNow: number, serviceNow: number): string {
  const seconds = Math.round((agentNow - serviceNow) / 1000);
  const error = `${readable(Math.abs(seconds))} ${seconds > 0 ? "fast" : "slow"}`;
  return (
    `The agent's clock is ${error}: it says ${utc(agentNow)} UTC, ` +
    `the build service's says ${utc(serviceNow)} UTC.`
  );
}

/** Yields the first page, which has been read already, and then the others. */
async function* resumed(
  first: IteratorResult<RunRecord[]>,
  others: AsyncGenerator<RunRecord[]>,
): AsyncGenerator<RunRecord[]> {
  if (first.done) return;
  yield first.value;
  yield* others;
}

/**
 * Applies rules 1 to 5 to all pages of the list, once `corrections` have been made to it. Throws if it cannot be read to its
 * end.
 */
export async function readRuns(
  config: Config,
  list: RunList,
  context: Context,
  {
    times,
    entries,
    journal = emptyJournal,
  }: Pick<ListedProject, "times" | "entries"> & {
    /** Undefined if it is lost, or there is none. */
    journal: ProjectJournal | undefined;
  } = { times: undefined, entries: [], journal: undefined },
  corrections: readonly OptionalStage<ListedProject>[] = [],
): Promise<FoundProject> {
  const { window, clockNote } = list;
  const records = await readRecords(list, config);
  // The latest runs come first.
  const ran = [...journal.pipelines.values(), ...runsIn(records).reverse()];
  const present = new Map(ran.map(({ pipeline }) => [pipelineIdOf(pipeline), pipeline]));
  let listed: ListedProject = {
    config,
    window,
    clockNote,
    runPage: context.service.runPage,
    records,
    skipped: [],
    isWhole: true,
    mayLast: [],
    times,
    entries: entries.map((entry) => withPresentNames(entry, present)),
    journal,
  };
  for (const stage of corrections) listed = await runOptional(stage, listed, context);
  const issues: Issue[] = [];
  const checked: CheckedRecord[] = [];
  let [runCount, lastHourCount] = [0, 0];
  for (const before of listed.records) {
    const { record, issue } = checkListed(before, config);
    checked.push(record);
    const finishTime = "run" in record ? record.run.finishTime : undefined;
    if (issue !== undefined && ("unreadable" in record || isNew(window, record.run))) issues.push(issue);
    if (!isListed(window, finishTime) || isHidden(config.pipelines, record)) continue;
    runCount++;
    if (isOfLastHour(window, finishTime)) lastHourCount++;
  }
  const tooFew = checkRunCount(lastHourCount, config.runCountMin);
  const all = [...(tooFew === undefined ? [] : [tooFew]), ...issues];
  return { ...listed, records: checked, runCount, issues: all, notes: [], ends: new Map(), recoveries: [] };
}

/** Reads all pages. Throws if a page cannot be read, or too many records. */
async function readRecords({ pages, window, since }: RunList, config: Config): Promise<CheckedRecord[]> {
  const records: CheckedRecord[] = [];
  const unreadable = countUnreadable();
  const compacted = createCompactor();
  let isBefore = false;
  for await (const page of pages)
    for (const record of page) {
      // The latest come first.
      isBefore ||= "run" in record && (record.run.finishTime ?? Number.NaN) * 1000 < since.getTime();
      if (isBefore && !("run" in record && isNew(window, record.run))) continue;
      const issue = "unreadable" in record ? checkListed(record, config).issue : undefined;
      if (issue !== undefined) unreadable(issue);
      records.push(compacted(record));
    }
  return records;
}

/** The record, with how the tab draws it by the rules, and its issue, unless a filter hides the record from them. */
export function checkListed(
  record: CheckedRecord,
  config: Config,
): { record: CheckedRecord; issue: Issue | undefined } {
  const issue = checkRecord(record, config);
  const verdict = issue?.verdict;
  const checked = "run" in record && verdict !== undefined ? { run: { ...record.run, verdict } } : record;
  if (issue === undefined || isHidden(config.pipelines, record)) return { record: checked, issue: undefined };
  const failedAt =
    issue.at !== undefined && isOfFailedRun(issue) ? { failedAt: momentAt(issue.at, config.zone) } : {};
  return { record: checked, issue: { ...issue, ...failedAt } };
}

/**
 * Reduces records to the members that a report needs, because it keeps them all. Equal names share their memory.
 */
function createCompactor(): (record: RunRecord) => CheckedRecord {
  const [texts, pipelines] = [new Map<string, string>(), new Map<string, Pipeline>()];
  const shared = (text: string) => {
    const first = texts.get(text) ?? text;
    texts.set(text, first);
    return first;
  };
  return (record) => {
    if ("unreadable" in record) return record;
    const { attempt: _attempt, changedTime: _changedTime, ...run } = record.run;
    const commit = shortCommit(run);
    if (commit !== undefined) run.commit = commit;
    for (const key of ["status", "result", "branch", "reason", "commit"] as const) {
      const text = run[key];
      if (text !== undefined) run[key] = shared(text);
    }
    const pipelineKey = JSON.stringify(run.pipeline);
    run.pipeline = pipelines.get(pipelineKey) ?? run.pipeline;
    pipelines.set(pipelineKey, run.pipeline);
    if (run.problems !== undefined) run.problems = run.problems.map(shared);
    return { run };
  };
}

/** If more records than this cannot be parsed, the response is not a list of runs. */
const maxUnreadable = 1000;

/** Throws if there are too many. */
export function countUnreadable(): (issue: Issue) => void {
  let count = 0;
  return ({ about }) => {
    if (about !== "project" && "unreadable" in about && ++count > maxUnreadable)
      throw new Error(
        `build service: the list of runs holds more than ${maxUnreadable} records that are not readable. Check url_base.`,
      );
  };
}
