import type { Readable } from "node:stream";
import pMap from "p-map";
import type { Agent } from "../../../shared/agent/agent";
import { type BuildService, maxConnections } from "../../../shared/azure-devops/client";
import type { Log } from "../../../shared/azure-devops/records";
import { messageOf } from "../../../shared/errors";
import { readUntil } from "../../../shared/http/body";
import { errorSearch } from "./error-word";
import { type Finding, type Issue, type Links, runOf } from "./finding";
import { chooseLog } from "./log-choice";

/** How long the search for logs may take in all; a run that it does not reach is reported without its log. */
export const searchSeconds = 600;

/** What the search for logs works with. */
export interface SearchParts {
  service: BuildService;
  agent: Agent;
  cancelled: AbortSignal;
  /** What bounds the time of the search. */
  limit: (cancelled: AbortSignal) => { signal: AbortSignal; end: () => void };
  /** What is printed when that time is up. */
  timeUpText: string;
  /** Hears how far the search is, from 0 to 100. */
  progress: (percent: number) => void;
  /** How the logs of a finding are read; undefined: only for whether they hold `error`. */
  logReader: (finding: Finding) => LogReader | undefined;
}

/** Reads a log, and gives whether it holds `error` (rule 6.2). */
export type LogReader = (log: Readable) => Promise<boolean>;

/**
 * Each problem with its links, in the same order; the logs of several runs are searched at a time. A log that fails costs
 * its link only: every problem is among them, unless the step is cancelled.
 */
export async function searchLogs(findings: readonly Finding[], parts: SearchParts): Promise<Issue[]> {
  const { agent, cancelled, progress } = parts;
  const { signal, end } = parts.limit(cancelled);
  const timeUp = () => {
    if (!cancelled.aborted) agent.print(`${parts.timeUpText}; what it did not reach could not be read.`);
  };
  signal.addEventListener("abort", timeUp, { once: true });
  let searched = 0;
  const percent = () => Math.floor((100 * searched) / findings.length);
  const withProgress = async (finding: Finding) => {
    const issue = await findIssue(finding, parts, signal);
    const before = percent();
    searched++;
    if (percent() > before) progress(percent());
    return issue;
  };
  try {
    return await pMap(findings, withProgress, { concurrency: maxConnections });
  } finally {
    signal.removeEventListener("abort", timeUp);
    end();
  }
}

async function findIssue(finding: Finding, parts: SearchParts, signal: AbortSignal): Promise<Issue> {
  const id = runIdOf(finding);
  if (id === undefined) return unlinked(finding);
  const runPage = parts.service.runPage(id);
  const hasLogs = finding.kind !== "check" || finding.hasLogs;
  const log = hasLogs ? await findLog(id, parts, signal, parts.logReader(finding)) : noLog;
  return { finding, links: { runPage, ...log } };
}

/** A finding that there is nothing to link to. */
export function unlinked(finding: Finding): Issue {
  return { finding, links: { runPage: undefined, log: undefined, note: "" } };
}

/** The run that a finding is about; undefined where it is about none, or its id is not known. */
function runIdOf(finding: Finding): number | undefined {
  return finding.kind === "unreadable" ? finding.record.id : runOf(finding)?.id;
}

type FoundLog = Pick<Links, "log" | "note" | "choice">;
const noLog: FoundLog = { log: undefined, note: "" };

/** Rule 6 for one run. Throws when the step is cancelled. */
async function findLog(
  runId: number,
  { service, agent, cancelled }: SearchParts,
  signal: AbortSignal,
  reader: LogReader = (body) => readUntil(body, errorSearch()),
): Promise<FoundLog> {
  const inspect = async (log: Log) => {
    // A list can name a million logs: those that are left when the time is up are not even tried.
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
    return { ...noLog, note: "its logs could not be listed" };
  }
}
