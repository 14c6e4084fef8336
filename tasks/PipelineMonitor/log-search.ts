import pMap from "p-map";
import type { Agent } from "../../shared/agent";
import type { Log } from "../../shared/build-records";
import { type BuildService, maxConnections } from "../../shared/build-service";
import type { Clock } from "../../shared/clock";
import { messageOf } from "../../shared/faults";
import { readUntil } from "../../shared/http/body";
import { errorSearch } from "./error-word";
import { chooseLog } from "./log-choice";
import type { Links } from "./message";
import type { Problem } from "./rules";

/** How long the search for logs may take in all; a run that it does not reach is reported without its log. */
const searchSeconds = 600;

/**
 * The links of each problem, in the same order; the logs of several runs are searched at a time. A log that
 * fails costs its link only: every problem has its links, unless the step is cancelled.
 */
export async function findLinks(
  problems: readonly Problem[],
  service: BuildService,
  agent: Agent,
  clock: Clock,
  cancelled: AbortSignal,
): Promise<Links[]> {
  const timeUp = new AbortController();
  const takeBack = clock.after(searchSeconds * 1000, () => {
    agent.print(
      `The search for logs ends after ${searchSeconds} s; what it did not reach could not be read.`,
    );
    timeUp.abort(new Error("the time for the search is up"));
  });
  const signal = AbortSignal.any([timeUp.signal, cancelled]);
  const linksOf = async (problem: Problem): Promise<Links> => {
    if (problem.kind === "tooFewRuns") return { runPage: undefined, log: undefined, note: "" };
    const { id } = problem.kind === "unreadable" ? problem.record : problem.run;
    if (id === undefined) return { runPage: undefined, log: undefined, note: "" };
    const runPage = service.runPage(id);
    try {
      return { runPage, ...(await findLog(id, service, agent, signal, cancelled)) };
    } catch (error) {
      cancelled.throwIfAborted();
      if (!signal.aborted) agent.print(`The logs of run ${id} could not be listed: ${messageOf(error)}`);
      return { runPage, log: undefined, note: "its logs could not be listed" };
    }
  };
  let searched = 0;
  const percent = () => Math.floor((100 * searched) / problems.length);
  const withProgress = async (problem: Problem) => {
    const links = await linksOf(problem);
    const before = percent();
    searched++;
    if (percent() > before) agent.progress(percent(), "Searching the logs");
    return links;
  };
  try {
    return await pMap(problems, withProgress, { concurrency: maxConnections });
  } finally {
    takeBack();
  }
}

/** Rule 6 for one run. Throws when its logs cannot be listed, or when the step is cancelled. */
async function findLog(
  runId: number,
  service: BuildService,
  agent: Agent,
  signal: AbortSignal,
  cancelled: AbortSignal,
): Promise<Pick<Links, "log" | "note">> {
  const inspect = async (log: Log) => {
    // A list can name a million logs: those that are left when the time is up are not even tried.
    if (signal.aborted && !cancelled.aborted) return "unreadable";
    try {
      const found = await service.readLog(runId, log.id, (body) => readUntil(body, errorSearch()), signal);
      return found ? "error" : "noError";
    } catch (error) {
      cancelled.throwIfAborted();
      if (!signal.aborted)
        agent.print(`Log ${log.id} of run ${runId} could not be read: ${messageOf(error)}`);
      return "unreadable";
    }
  };
  const { logId, unreadableLogs } = await chooseLog(await service.logsOf(runId, signal), inspect);
  const note = unreadableLogs === 0 ? "" : `${unreadableLogs} of its logs could not be read`;
  return { log: logId === undefined ? undefined : service.logAddress(runId, logId), note };
}
