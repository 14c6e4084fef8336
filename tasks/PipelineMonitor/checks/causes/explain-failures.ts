import pMap from "p-map";
import { type BuildService, maxConnections } from "../../../../shared/azure-devops/client";
import type { TimelineError } from "../../../../shared/azure-devops/timeline";
import { messageOf } from "../../../../shared/errors";
import type { OptionalSettings } from "../../config/parse";
import { type Issue, isOfFailedRun, runOf } from "../../issue/issue";
import type { CheckParts } from "../optional-check";
import type { CauseLine } from "./cause";
import { explanationOf, findReason, needsTimeline } from "./reason";
import { fitToShow, safeLine } from "./safe-line";

/**
 * Returns the issues, with the reason added to those of failed runs. The reason comes from the log that was
 * read anyway, or else from the run's timeline. If a timeline cannot be read, the line says so. Throws if the
 * step is cancelled.
 */
export async function explainFailures(
  found: readonly Issue[],
  causeLines: ReadonlyMap<number, CauseLine>,
  optional: Pick<OptionalSettings, "explainFailures" | "groupCauses">,
  service: Pick<BuildService, "timelineErrors">,
  { agent, cancelled, time }: Pick<CheckParts, "agent" | "cancelled" | "time">,
): Promise<Issue[]> {
  const { signal, end } = time.limit(cancelled);
  const explained = async (issue: Issue): Promise<Issue> => {
    const run = runOf(issue);
    if (run === undefined || !isOfFailedRun(issue)) return issue;
    const { id, result } = run;
    const read = causeLines.get(id);
    const causeLine = read && fitToShow(read, agent.sanitize);
    let timeline: TimelineError[] | undefined;
    const notes = [issue.links.note].filter((note) => note !== "");
    try {
      if (needsTimeline(causeLine)) {
        const errors = await service.timelineErrors(id, signal);
        timeline = errors.map((error) => ({ ...error, message: safeLine(error.message, agent.sanitize) }));
      }
    } catch (error) {
      cancelled.throwIfAborted();
      if (!signal.aborted) agent.print(`The timeline of run ${id} could not be read: ${messageOf(error)}`);
      notes.push("its timeline could not be read");
    }
    const reason = findReason(result, causeLine, timeline);
    const links = { ...issue.links, note: notes.join(", ") };
    return { ...issue, links, explanation: reason && explanationOf(reason, issue, optional) };
  };
  const timeUp = () => {
    if (!cancelled.aborted)
      agent.print("The time for optional checks is up; the remaining timelines were not read.");
  };
  signal.addEventListener("abort", timeUp, { once: true });
  try {
    return await pMap(found, explained, { concurrency: maxConnections });
  } finally {
    signal.removeEventListener("abort", timeUp);
    end();
  }
}
