import type { Timeline, TimelineRecord } from "../../../../shared/azure-devops/timeline";
import { findReason } from "../../causes/reason";

/**
 * The agent whose loss is all that is wrong with a run, empty if it is not named; undefined if it failed for another
 * reason too. The errors of a job's own record count, which the service writes: what a script logs is in the record of
 * its step, and a step that failed is a reason of its own.
 */
export function lostAgentOf({ records }: Pick<Timeline, "records">): string | undefined {
  const agents = records.filter(hasFailed).map(({ type, errors }) => {
    const causes = errors.map((error) => findReason("failed", undefined, [error])?.cause);
    const lostAgents = causes.flatMap((cause) => (cause?.kind === "lostAgent" ? [cause.agent] : []));
    return type === "Job" && lostAgents.length === errors.length ? lostAgents[0] : undefined;
  });
  return agents.every((agent) => agent !== undefined) ? agents[0] : undefined;
}

/** A job that did not succeed, or a step that failed. */
function hasFailed({ type, result, errors, state }: TimelineRecord): boolean {
  if (type !== "Job") return type === "Task" && result === "failed";
  const isWell = ["succeeded", "succeededWithIssues", "skipped"].includes(result);
  const isCompleted = ["", "completed"].includes(state);
  return isCompleted && !isWell && (errors.length > 0 || result !== "");
}
