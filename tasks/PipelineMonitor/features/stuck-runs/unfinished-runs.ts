import pMap from "p-map";
import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import type { Phrase } from "../../../../shared/chat/message";
import { pathOf } from "../../../../shared/pipeline";
import { duration, readable } from "../../../../shared/text/time";
import { lastAttemptSince, noWaits, openWait, type Waits, waited } from "../../../../shared/waits";
import { isHidden } from "../../config/filter";
import type { Config } from "../../config/parse";
import { type Context, withinBudget } from "../../issue/context";
import { type Finding, isIssue, isNote } from "../../issue/finding";

import { type Issue, issueOf, runOf } from "../../issue/issue";
import type { IssueKind } from "../../issue/kind";
import type { Note } from "../../issue/note";
import { momentAt, words } from "../../issue/parts";
import { stuckKey } from "../../issue/place";
import { type FoundProject, withSkipped } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { subjectOf } from "../../issue/subject";
import { endOf } from "../../issue/window";
import { withTimelines } from "../../logs/timelines";
import { issueOfRecord } from "../../rules/issues";
import { countUnreadable } from "../../rules/run-list";
import { knownWaits, waitedText, waitingRun, waitsTooLong } from "./waiting-runs";

/**
 * Reports runs that have been queued or running for longer than they may, and those that wait for a person, as a problem
 * after `maxWaitSeconds`.
 */
export function unfinishedRuns(maxWaitSeconds: number): OptionalStage {
  return {
    name: "stuck runs",
    findsIssues: true,
    looksFor: ["stuck"],
    async run(report, context) {
      const late = await withinBudget(context, (signal) => readUnfinished(report, context, signal));
      const { issues, notes, isCut } = await withWaits(late, maxWaitSeconds, report, context);
      const whole = isCut ? withSkipped(report, `stuck runs beyond the first ${maxStuckRead}`) : report;
      return { ...whole, notes: [...report.notes, ...notes], issues: [...report.issues, ...issues] };
    },
  };
}

/** The issues are of stuck runs, and of records that cannot be parsed. Throws if the runs cannot be listed. */
async function readUnfinished(
  { config, window }: FoundProject,
  { service, unfinishedRuns }: Context,
  signal: AbortSignal,
): Promise<Issue[]> {
  const records = await unfinishedRuns(signal);
  const issues = records.flatMap((record) => checkUnfinished(record, config, endOf(window)) ?? []);
  issues.forEach(countUnreadable());
  return issues.map((issue) => withoutLogs(issue, service));
}

/** If more runs are beyond their limit, and none of these waits for a person, agents are missing. */
const maxStuckRead = 50;

/**
 * A run that waits for a person is not stuck. A run whose timeline is not read still waits if it did in the last report, and
 * is stuck if it was. Of the others, which are read first, those that are left are stuck if all that were read are.
 */
async function withWaits(
  lateIssues: readonly Issue[],
  maxWaitSeconds: number,
  { config, window, entries }: FoundProject,
  context: Context,
): Promise<{ issues: Issue[]; notes: Note[]; isCut: boolean }> {
  const { service, agent } = context;
  const now = endOf(window);
  const open = new Set(entries.flatMap(({ key, end }) => (end === undefined ? [key] : [])));
  const waiting = knownWaits(entries);
  const isOpen = (run: Run) => open.has(stuckKey(subjectOf(run))) || waiting.has(run.id);
  /** If a run was run again, only its last attempt is judged. Undefined if it is neither stuck nor news. */
  const judged = (issue: Issue, run: Run, timeline: Waits): Finding | undefined => {
    const wait = openWait(timeline);
    if (wait === undefined) {
      const again = { run: { ...run, startTime: lastAttemptSince(timeline) ?? run.startTime } };
      const late = checkUnfinished(again, config, now, timeline);
      return late && withoutLogs(late, service);
    }
    const content = waitingRun(run, wait, { config, window, maxWaitSeconds }, service.runPage(run.id));
    const isTold = isIssue(content) || config.sinceLastReport || isNews(issue, wait.since, now);
    return isTold ? content : undefined;
  };
  const late = inTurn(lateIssues, isOpen);
  const asked = new Set(late.slice(0, maxStuckRead));
  if (late.length > asked.size)
    agent.print(`Read the timelines of ${asked.size} of ${late.length} runs that are beyond their limit.`);
  const unread = new Set<Finding>();
  const checked = await withTimelines(context, (read) =>
    pMap(
      lateIssues,
      async (issue): Promise<Finding | undefined> => {
        const run = runOf(issue);
        if (run === undefined) return issue;
        const isAsked = asked.has(issue);
        const timeline = isAsked ? await read(run.id) : undefined;
        if (timeline !== undefined) return judged(issue, run, timeline);
        const wait = waiting.get(run.id);
        if (wait === undefined && !isAsked && !isOpen(run)) unread.add(issue);
        return wait ?? issue;
      },
      { concurrency: context.connections },
    ),
  );
  const notes = checked.filter((content) => content !== undefined && isNote(content));
  const stuck = checked.filter((content) => content !== undefined && isIssue(content));
  const isAnyWaiting = notes.length > 0 || stuck.some(({ code }) => code === waitsTooLong.code);
  const issues = isAnyWaiting ? stuck.filter((issue) => !unread.has(issue)) : stuck;
  return { issues, notes, isCut: isAnyWaiting && unread.size > 0 };
}

/** Those of runs, the ones first of which nothing is known yet, and running before queued ones. */
function inTurn(issues: readonly Issue[], isOpen: (run: Run) => boolean): Issue[] {
  const late = issues.flatMap((issue) => {
    const run = runOf(issue);
    return run === undefined
      ? []
      : [{ issue, turn: 2 * Number(isOpen(run)) + Number(issue.code === stuckQueued.code) }];
  });
  return late.sort((one, other) => one.turn - other.turn).map(({ issue }) => issue);
}

/** Without a memory of earlier reports, only the first one after a run went beyond its limit, and waited, tells that. */
function isNews({ about, limits = {} }: Issue, waitsSince: number | undefined, now: number): boolean {
  const { startTime, queueTime } = runOf({ about }) ?? {};
  const lateSince = (startTime ?? queueTime ?? now) + (limits.maxSeconds ?? limits.maxWaitSeconds ?? 0);
  return Math.max(lateSince, waitsSince ?? 0) > now - 3600;
}

/** A run that has not started has no logs to search, only a page. */
function withoutLogs(issue: Issue, { runPage }: Context["service"]): Issue {
  const run = runOf(issue);
  if (run === undefined || run.startTime !== undefined) return issue;
  return { ...issue, links: { ...issue.links, runPage: runPage(run.id) } };
}

const stuckRunning: IssueKind = {
  code: "stuckRunning",
  severity: "warning",
  rank: 2,
  tally: "stuck",
  sharesRow: true,
  verdict: "stuck",
  isState: true,
};
const stuckQueued: IssueKind = { ...stuckRunning, code: "stuckQueued" };

/**
 * A run is stuck if it has been queued for longer than `queue_time_max`, or running for longer than its pipeline's
 * `max_proc_time`. `now` is in seconds since 1970. A record that cannot be parsed is an issue of its own (decision
 * 4). Undefined for a run whose pipeline is not checked (rule 3), or that a filter hides. The time in which it waited for a
 * person does not count.
 */
export function checkUnfinished(
  record: RunRecord,
  config: Config,
  now: number,
  waits: Waits = noWaits,
): Issue | undefined {
  const pipeline = "run" in record ? record.run.pipeline : record.unreadable.pipeline;
  const { entryFor, defaults } = config.pipelines;
  const { limits } = pipeline === undefined ? defaults : entryFor(pathOf(pipeline));
  if (pipeline !== undefined && limits === undefined) return undefined;
  if ("unreadable" in record) return { ...issueOfRecord(record.unreadable), code: "unreadableUnfinished" };
  const { status, queueTime, startTime, finishTime } = record.run;
  if (limits === undefined || status === "completed" || finishTime !== undefined) return undefined;
  if (isHidden(config.pipelines, record)) return undefined;
  const isQueued = startTime === undefined;
  const maxSeconds = isQueued ? config.queueSecondsMax : limits.maxProcSeconds;
  const began = (isQueued ? queueTime : startTime) ?? Number.NaN;
  const seconds = now - began;
  const wait = waited(waits, began, now);
  if (!(seconds - (wait?.seconds ?? 0) > maxSeconds)) return undefined;
  const more = wait === undefined ? "" : `, ${waitedText(wait)}`;
  const after = `after ${duration(seconds)}${more}, limit ${duration(maxSeconds)}`;
  const during = `${isQueued ? "queued" : "running"} for ${readable(inMinutes(seconds, maxSeconds))}${more} (limit ${readable(maxSeconds)})`;
  const canceled = canceledSince(record.run, config);
  const what = isQueued ? "is still waiting to start " : "is still running ";
  const text =
    canceled === undefined
      ? [words(`${what}${after}`)]
      : [words("is still "), ...canceled, words(` ${after}`)];
  const sentence = canceled === undefined ? [words(during)] : [...canceled, words(`, ${during}`)];
  return issueOf(isQueued ? stuckQueued : stuckRunning, record, text, {
    sentence,
    limits: isQueued ? { maxWaitSeconds: maxSeconds } : { maxSeconds },
  });
}

/** "being canceled since 01:00 UTC"; undefined if it is not. */
function canceledSince({ status, changedTime }: Run, { zone }: Config): Phrase | undefined {
  if (status !== "cancelling") return undefined;
  if (changedTime === undefined) return [words("being canceled")];
  return [words("being canceled since "), momentAt(changedTime, zone)];
}

/** Nobody needs the seconds of what goes on, unless they are all that is above the limit. */
function inMinutes(seconds: number, maxSeconds: number): number {
  const minutes = seconds - (seconds % 60);
  return minutes > maxSeconds ? minutes : seconds;
}
