import type { Readable } from "node:stream";
import pMap from "p-map";
import type { Agent } from "../../../shared/agent/agent";
import { type BuildService, maxConnections } from "../../../shared/azure-devops/client";
import type { Log } from "../../../shared/azure-devops/records";
import { messageOf } from "../../../shared/errors";
import { readUntil } from "../../../shared/http/body";
import { type Issue, type Links, runOf } from "../issue/issue";
import { errorSearch } from "./error-word";
import { chooseLog } from "./log-choice";

/** The time limit of the whole search for logs. A run that it does not reach is reported without its log. */
export const searchSeconds = 600;

/** What the search for logs needs. */
export interface SearchParts {
  service: BuildService;
  agent: Agent;
  cancelled: AbortSignal;
  /** Starts the time limit of the search. */
  limit: (cancelled: AbortSignal) => { signal: AbortSignal; end: () => void };
  /** Printed when that time is up. */
  timeUpText: string;
  /** Called with the progress of the search, from 0 to 100. */
  progress: (percent: number) => void;
  /** Returns how to read the logs of an issue; undefined to check only whether they hold `error`. */
  logReader: (issue: Issue) => LogReader | undefined;
}

/** Reads a log. Returns whether it holds `error` (rule 6.2). */
export type LogReader = (log: Readable) => Promise<boolean>;

/**
 * Adds their links to issues about runs, unless they have some. Searches the logs of several runs at once. If a
 * log cannot be read, only its link is missing. Throws only if the step is cancelled.
 */
export async function searchLogs(issues: readonly Issue[], parts: SearchParts): Promise<Issue[]> {
  const { agent, cancelled, progress } = parts;
  const { signal, end } = parts.limit(cancelled);
  const timeUp = () => {
    if (!cancelled.aborted) agent.print(`${parts.timeUpText}; later logs were not read.`);
  };
  signal.addEventListener("abort", timeUp, { once: true });
  let searched = 0;
  const percent = () => Math.floor((100 * searched) / issues.length);
  const withProgress = async (found: Issue) => {
    const issue = await withLinks(found, parts, signal);
    const before = percent();
    searched++;
    if (percent() > before) progress(percent());
    return issue;
  };
  try {
    return await pMap(issues, withProgress, { concurrency: maxConnections });
  } finally {
    signal.removeEventListener("abort", timeUp);
    end();
  }
}

async function withLinks(issue: Issue, parts: SearchParts, signal: AbortSignal): Promise<Issue> {
  const id = runIdOf(issue);
  if (id === undefined || issue.links.runPage !== undefined) return issue;
  const runPage = parts.service.runPage(id);
  return { ...issue, links: { runPage, ...(await findLog(id, parts, signal, parts.logReader(issue))) } };
}

/** Returns the id of the run that an issue is about; undefined if it is about none, or its id is unknown. */
function runIdOf(issue: Issue): number | undefined {
  const { about } = issue;
  return about !== "project" && "unreadable" in about ? about.unreadable.id : runOf(issue)?.id;
}

type FoundLog = Omit<Links, "runPage">;

/** Finds the log that explains one run (rule 6). Throws if the step is cancelled. */
async function findLog(
  runId: number,
  { service, agent, cancelled }: SearchParts,
  signal: AbortSignal,
  reader: LogReader = (body) => readUntil(body, errorSearch()),
): Promise<FoundLog> {
  const inspect = async (log: Log) => {
    // A list can name a million logs. Once the time is up, the rest is not even tried.
    if (signal.aborted && !cancelled.aborted) return "unreadable";
    try {
      return (await service.readLog(runId, log.id, reader, signal)) ? "error" : "noError";
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
    return { log: logId === undefined ? undefined : service.logUrl(runId, logId), note, choice };
  } catch (error) {
    cancelled.throwIfAborted();
    if (!signal.aborted) agent.print(`The logs of run ${runId} could not be listed: ${messageOf(error)}`);
    return { log: undefined, note: "its logs could not be listed" };
  }
}
