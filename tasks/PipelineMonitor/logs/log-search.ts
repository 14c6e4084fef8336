import type { Readable } from "node:stream";
import pMap from "p-map";
import type { Log } from "../../../shared/azure-devops/lists";
import { messageOf } from "../../../shared/errors";
import { readUntil } from "../../../shared/http/body";
import type { Context } from "../issue/context";
import { type Issue, runOf } from "../issue/issue";
import type { Links } from "../issue/links";
import { errorSearch } from "./error-word";
import { chooseLog } from "./log-choice";

/** Tells whether a log holds `error` (rule 6.2), and what else it has found. */
export type LogReader = (log: Readable) => Promise<LogFinding>;

interface LogFinding {
  holdsError: boolean;
  lineNumber?: Links["lineNumber"];
}

/** Looks for `error` only. */
export const holdsError: LogReader = async (log) => {
  const search = errorSearch();
  return { holdsError: await readUntil(log, (chunk) => search(chunk) !== undefined) };
};

/**
 * Adds the links of runs to the issues that have none (rule 6), within the time for that, several at once, but for those that
 * another stage links later. If a log cannot be read, only its link is missing. Throws only if the step is cancelled.
 */
export async function findLogs(
  issues: readonly Issue[],
  read: LogReader,
  context: Context,
  linksLater: (issue: Issue) => boolean = () => false,
): Promise<Issue[]> {
  const { agent, cancelled, time, progress } = context;
  const isLeft = (issue: Issue) => isUnlinked(issue) && !linksLater(issue);
  const count = issues.filter(isLeft).length;
  if (count === 0) return [...issues];
  const { signal, end } = time.search(cancelled);
  signal.addEventListener("abort", () => {
    if (!cancelled.aborted) agent.print("The time for the log search is up; later logs were not read.");
  });
  let searched = 0;
  const percent = () => Math.floor((100 * searched) / count);
  const withProgress = async (found: Issue) => {
    if (!isLeft(found)) return found;
    const issue = await linkLog(found, read, signal, context);
    const before = percent();
    searched++;
    if (percent() > before) progress(percent(), "Searching the logs");
    return issue;
  };
  try {
    return await pMap(issues, withProgress, { concurrency: context.connections });
  } finally {
    end();
  }
}

/** Whether an issue is about a run whose logs were not searched: one with the page of its run was searched before. */
function isUnlinked(issue: Issue): boolean {
  return runIdOf(issue) !== undefined && issue.links.runPage === undefined;
}

/** Adds the links of the run that an issue is about, unless it has them. Throws only if the step is cancelled. */
export async function linkLog(
  issue: Issue,
  read: LogReader,
  signal: AbortSignal,
  context: Context,
): Promise<Issue> {
  const id = runIdOf(issue);
  if (id === undefined || !isUnlinked(issue)) return issue;
  const log = await findLog(id, read, signal, context);
  const note = joinedNotes(log.note, issue.links.note);
  return { ...issue, links: { ...issue.links, ...log, runPage: context.service.runPage(id), note } };
}

export function joinedNotes(...notes: readonly string[]): string {
  return notes.filter((note) => note !== "").join(", ");
}

/** Undefined if the issue is about no run, or the run's id is unknown. */
export function runIdOf(issue: Issue): number | undefined {
  const { about } = issue;
  return about !== "project" && "unreadable" in about ? about.unreadable.id : runOf(issue)?.id;
}

/** Finds the log to link for one run (rule 6). Throws if the step is cancelled. */
async function findLog(
  runId: number,
  read: LogReader,
  signal: AbortSignal,
  { service, agent, cancelled }: Context,
) {
  let finding: LogFinding | undefined;
  const inspect = async (log: Log) => {
    // A list can name a million logs. Once the time is up, the rest is not even tried.
    if (signal.aborted && !cancelled.aborted) return "unreadable";
    try {
      const content = await service.readLog(runId, log.id, read, signal);
      if (!content.holdsError) return "noError";
      finding = content;
      return "error";
    } catch (error) {
      cancelled.throwIfAborted();
      if (!signal.aborted)
        agent.print(`Log ${log.id} of run ${runId} could not be read: ${messageOf(error)}`);
      return "unreadable";
    }
  };
  try {
    const choice = await chooseLog(await service.logsOf(runId, signal), inspect);
    const { logId, unreadableLogs } = choice;
    const note = unreadableLogs === 0 ? "" : `${unreadableLogs} of its logs could not be read`;
    const log = logId === undefined ? undefined : service.logUrl(runId, logId);
    return { log, note, choice, lineNumber: finding?.lineNumber };
  } catch (error) {
    cancelled.throwIfAborted();
    if (!signal.aborted) agent.print(`The logs of run ${runId} could not be listed: ${messageOf(error)}`);
    return { log: undefined, note: "its logs could not be listed" };
  }
}
