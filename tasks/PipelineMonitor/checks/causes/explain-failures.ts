import pMap from "p-map";
import { type BuildService, maxConnections } from "../../../../shared/azure-devops/client";
import type { TimelineError } from "../../../../shared/azure-devops/timeline";
import { messageOf } from "../../../../shared/errors";
import type { Finding, Issue } from "../../report/lines";
import type { FoundIssue } from "../../rules/log-search";
import { hasSucceeded } from "../../rules/rules";
import type { ExtraParts } from "../optional-check";
import { explain, needsTimeline } from "./explanation";
import { fitToShow, safeLine } from "./safe-line";

/** A problem of a run that is done, and failed. */
export function isOfFailedRun(
  problem: Finding,
): problem is Extract<Finding, { kind: "runTime" | "status" | "queueTime" }> {
  const isOfRun = problem.kind === "status" || problem.kind === "runTime" || problem.kind === "queueTime";
  return isOfRun && !hasSucceeded(problem.run);
}

/**
 * The issues, those of failed runs with why they failed: by the log that was read anyway and, where that does not tell, by
 * the run's timeline. One that cannot be read costs itself, and its line says so. Throws when the step is cancelled.
 */
export async function explainFailures(
  found: readonly FoundIssue[],
  service: Pick<BuildService, "timelineErrors">,
  { agent, cancelled, time }: ExtraParts,
): Promise<Issue[]> {
  const { signal, end } = time.limit("the timelines", cancelled);
  const explained = async ({ telling: read, ...issue }: FoundIssue): Promise<Issue> => {
    if (!isOfFailedRun(issue.problem)) return issue;
    const { id, result } = issue.problem.run;
    const telling = read && fitToShow(read, agent.sanitize);
    let timeline: TimelineError[] | undefined;
    const notes = [issue.links.note].filter((note) => note !== "");
    try {
      if (needsTimeline(telling)) {
        const errors = await service.timelineErrors(id, signal);
        timeline = errors.map((error) => ({ ...error, message: safeLine(error.message, agent.sanitize) }));
      }
    } catch (error) {
      cancelled.throwIfAborted();
      if (!signal.aborted) agent.print(`The timeline of run ${id} could not be read: ${messageOf(error)}`);
      notes.push("its timeline could not be read");
    }
    const why = explain(result, telling, timeline);
    const links = { ...issue.links, note: notes.join(", ") };
    return { ...issue, links, why };
  };
  const timeUp = () => {
    if (!cancelled.aborted)
      agent.print("The time for further questions is up; the timelines that are left were not asked.");
  };
  signal.addEventListener("abort", timeUp, { once: true });
  try {
    return await pMap(found, explained, { concurrency: maxConnections });
  } finally {
    signal.removeEventListener("abort", timeUp);
    end();
  }
}
