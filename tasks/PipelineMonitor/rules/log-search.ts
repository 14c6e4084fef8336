import pMap from "p-map";
import type { Agent } from "../../../shared/agent/agent";
import { type BuildService, maxConnections } from "../../../shared/azure-devops/client";
import type { Log } from "../../../shared/azure-devops/records";
import type { Clock } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import { readUntil } from "../../../shared/http/body";
import type { TellingLine } from "../checks/causes/cause";
import { type ReadOnAllowance, readTellingLine } from "../checks/causes/telling-line";
import type { Finding, Issue, Links } from "../report/lines";
import { errorSearch } from "./error-word";
import { chooseLog } from "./log-choice";

/** How long the search for logs may take in all; a run that it does not reach is reported without its log. */
export const searchSeconds = 600;

/** What the search for logs works with. */
export interface SearchParts {
  service: BuildService;
  agent: Agent;
  clock: Clock;
  cancelled: AbortSignal;
  /** What bounds the time of the search. */
  limit: (cancelled: AbortSignal) => { signal: AbortSignal; end: () => void };
  /** What is printed when that time is up. */
  timeUpText: string;
  allowance: ReadOnAllowance;
  /** Hears how far the search is, from 0 to 100. */
  progress: (percent: number) => void;
  /** Whether a log is also read for the line that tells why its run failed. */
  readsOn: (problem: Finding) => boolean;
}

/** A problem with its links, and what its log says of why the run failed, where that was sought and found. */
export type FoundIssue = Issue & { telling: TellingLine | undefined };

/**
 * Each problem with its links, in the same order; the logs of several runs are searched at a time. A log that fails costs
 * its link only: every problem is among them, unless the step is cancelled.
 */
export async function searchLogs(problems: readonly Finding[], parts: SearchParts): Promise<FoundIssue[]> {
  const { agent, cancelled, progress } = parts;
  const { signal, end } = parts.limit(cancelled);
  const timeUp = () => {
    if (!cancelled.aborted) agent.print(`${parts.timeUpText}; what it did not reach could not be read.`);
  };
  signal.addEventListener("abort", timeUp, { once: true });
  let searched = 0;
  const percent = () => Math.floor((100 * searched) / problems.length);
  const withProgress = async (problem: Finding) => {
    const issue = await findIssue(problem, parts, signal);
    const before = percent();
    searched++;
    if (percent() > before) progress(percent());
    return issue;
  };
  try {
    return await pMap(problems, withProgress, { concurrency: maxConnections });
  } finally {
    signal.removeEventListener("abort", timeUp);
    end();
  }
}

async function findIssue(problem: Finding, parts: SearchParts, signal: AbortSignal): Promise<FoundIssue> {
  const id = runIdOf(problem);
  if (id === undefined) return unlinked(problem);
  const runPage = parts.service.runPage(id);
  // A run that has not begun has no logs.
  const isQueued = problem.kind === "unfinished" && problem.doing === "queued";
  const { telling, ...log } = isQueued
    ? nothingFound
    : await findLog(id, parts, signal, parts.readsOn(problem));
  return { problem, links: { runPage, ...log }, telling };
}

/** A problem that there is nothing to link to. */
export function unlinked(problem: Finding): FoundIssue {
  return { problem, links: { runPage: undefined, log: undefined, note: "" }, telling: undefined };
}

/** The run that a problem is about; undefined where it is about none, or its id is not known. */
function runIdOf(problem: Finding): number | undefined {
  if ("run" in problem) return problem.run.id;
  return problem.kind === "unreadable" ? problem.record.id : undefined;
}

type FoundLog = Pick<Links, "log" | "note" | "choice"> & Pick<FoundIssue, "telling">;
const nothingFound: FoundLog = { log: undefined, note: "", telling: undefined };

/** Rule 6 for one run. Throws when the step is cancelled. */
async function findLog(
  runId: number,
  { service, agent, clock, cancelled, allowance }: SearchParts,
  signal: AbortSignal,
  readsOn: boolean,
): Promise<FoundLog> {
  let telling: TellingLine | undefined;
  const holdsError = async (logId: number): Promise<boolean> => {
    if (!readsOn) return service.readLog(runId, logId, (body) => readUntil(body, errorSearch()), signal);
    telling = await service.readLog(
      runId,
      logId,
      (body) => readTellingLine(body, clock, cancelled, allowance),
      signal,
    );
    return telling !== undefined;
  };
  const inspect = async (log: Log) => {
    // A list can name a million logs: those that are left when the time is up are not even tried.
    if (signal.aborted && !cancelled.aborted) return "unreadable";
    try {
      return (await holdsError(log.id)) ? "error" : "noError";
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
    return { log: logId === undefined ? undefined : service.logUrl(runId, logId), note, choice, telling };
  } catch (error) {
    cancelled.throwIfAborted();
    if (!signal.aborted) agent.print(`The logs of run ${runId} could not be listed: ${messageOf(error)}`);
    return { ...nothingFound, note: "its logs could not be listed" };
  }
}
