import pMap from "p-map";
import type { Agent } from "../../shared/agent";
import type { Log } from "../../shared/build-records";
import { type BuildService, maxConnections } from "../../shared/build-service";
import type { TimelineError } from "../../shared/build-timeline";
import { type Clock, timeLimit } from "../../shared/clock";
import { messageOf } from "../../shared/faults";
import { readUntil } from "../../shared/http/body";
import { errorSearch } from "./error-word";
import { type Explanation, explain, fitToShow, needsTimeline } from "./extras/explanation";
import { readTellingLine, type TellingLine } from "./extras/telling-line";
import { chooseLog } from "./log-choice";
import type { Finding, Issue } from "./message";
import { hasSucceeded } from "./rules";

/** How long the search for logs may take in all; a run that it does not reach is reported without its log. */
const searchSeconds = 600;

/** What the search for logs works with. */
export interface SearchParts {
  service: BuildService;
  agent: Agent;
  clock: Clock;
  cancelled: AbortSignal;
  /** Whether it is also sought why runs failed. */
  explains: boolean;
}

/**
 * Each problem with its links and, where that is asked for, why its run failed, in the same order; the logs of several runs
 * are searched at a time. A log that fails costs its link only: every problem is among them, unless the step is cancelled.
 */
export async function searchLogs(problems: readonly Finding[], parts: SearchParts): Promise<Issue[]> {
  const { agent, clock, cancelled } = parts;
  const { signal, end } = timeLimit(clock, searchSeconds, "the search", cancelled);
  const timeUp = () => {
    if (!cancelled.aborted)
      agent.print(
        `The search for logs ends after ${searchSeconds} s; what it did not reach could not be read.`,
      );
  };
  signal.addEventListener("abort", timeUp, { once: true });
  let searched = 0;
  const percent = () => Math.floor((100 * searched) / problems.length);
  const withProgress = async (problem: Finding) => {
    const issue = await issueOf(problem, parts, signal);
    const before = percent();
    searched++;
    if (percent() > before) agent.progress(percent(), "Searching the logs");
    return issue;
  };
  try {
    return await pMap(problems, withProgress, { concurrency: maxConnections });
  } finally {
    signal.removeEventListener("abort", timeUp);
    end();
  }
}

async function issueOf(problem: Finding, parts: SearchParts, signal: AbortSignal): Promise<Issue> {
  const id = runIdOf(problem);
  if (id === undefined) return { problem, links: { runPage: undefined, log: undefined, note: "" } };
  const runPage = parts.service.runPage(id);
  // A run that has not begun has no logs.
  const isQueued = problem.kind === "unfinished" && problem.doing === "queued";
  const found = isQueued ? nothingFound : await findLog(id, parts, signal, wantsToKnowWhy(problem, parts));
  const { telling, notes, log } = found;
  const why = wantsToKnowWhy(problem, parts)
    ? await findOutWhy(problem.run.id, problem.run.result, telling, parts, signal)
    : undefined;
  const note = [...notes, ...(why?.note ?? [])].join(", ");
  return { problem, links: { runPage, log, note }, why: why?.explanation };
}

/** The run that a problem is about; undefined where it is about none, or its id is not known. */
function runIdOf(problem: Finding): number | undefined {
  if (problem.kind === "tooFewRuns") return undefined;
  return problem.kind === "unreadable" ? problem.record.id : problem.run.id;
}

/** Whether it is to be found out why a run failed: it did, and that is asked for. */
function wantsToKnowWhy(
  problem: Finding,
  { explains }: SearchParts,
): problem is Extract<Finding, { kind: "runTime" | "status" | "queueTime" }> {
  const isOfRun = problem.kind === "status" || problem.kind === "runTime" || problem.kind === "queueTime";
  return explains && isOfRun && !hasSucceeded(problem.run);
}

/** What the search for the log of a run came to. */
interface FoundLog {
  log: URL | undefined;
  notes: string[];
  /** What the log says of why the run failed; undefined where that was not sought, or is not said. */
  telling: TellingLine | undefined;
}

const nothingFound: FoundLog = { log: undefined, notes: [], telling: undefined };

/** Rule 6 for one run. Throws when the step is cancelled. */
async function findLog(
  runId: number,
  { service, agent, clock, cancelled }: SearchParts,
  signal: AbortSignal,
  sought: boolean,
): Promise<FoundLog> {
  let telling: TellingLine | undefined;
  const holdsError = async (logId: number): Promise<boolean> => {
    if (!sought) return service.readLog(runId, logId, (body) => readUntil(body, errorSearch()), signal);
    telling = await service.readLog(runId, logId, (body) => readTellingLine(body, clock, signal), signal);
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
    const { logId, unreadableLogs } = await chooseLog(await service.logsOf(runId, signal), inspect);
    const notes = unreadableLogs === 0 ? [] : [`${unreadableLogs} of its logs could not be read`];
    return { log: logId === undefined ? undefined : service.logAddress(runId, logId), notes, telling };
  } catch (error) {
    cancelled.throwIfAborted();
    if (!signal.aborted) agent.print(`The logs of run ${runId} could not be listed: ${messageOf(error)}`);
    return { ...nothingFound, notes: ["its logs could not be listed"] };
  }
}

/** Why a run failed, by its log and, where that does not tell, by its timeline. Throws when the step is cancelled. */
async function findOutWhy(
  runId: number,
  result: string,
  telling: TellingLine | undefined,
  { service, agent, cancelled }: SearchParts,
  signal: AbortSignal,
): Promise<{ explanation: Explanation | undefined; note: string[] }> {
  let timeline: TimelineError[] | undefined;
  const note: string[] = [];
  try {
    if (needsTimeline(result, telling)) timeline = await service.timelineErrors(runId, signal);
  } catch (error) {
    cancelled.throwIfAborted();
    if (!signal.aborted) agent.print(`The timeline of run ${runId} could not be read: ${messageOf(error)}`);
    note.push("its timeline could not be read");
  }
  const why = explain(result, telling, timeline);
  return { explanation: why && fitToShow(why, agent.redact), note };
}
