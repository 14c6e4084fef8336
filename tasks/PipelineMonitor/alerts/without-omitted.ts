import type { Issue } from "../rules/finding";
import { attemptOf, type Memory } from "./known-problem";
import { sightingOf } from "./sighting";
import { importanceOf } from "./sort-out";

/**
 * Returns a memory without the issues that did not fit into the message: the next report has them. A problem that
 * another line of the message shows stays known.
 */
export function withoutOmitted(memory: Memory, omitted: readonly Issue[], shown: readonly Issue[]): Memory {
  const keysOf = (issues: readonly Issue[]) =>
    new Set(issues.flatMap((issue) => sightingOf(issue, importanceOf(issue))?.key ?? []));
  const shownKeys = keysOf(shown);
  const gone = new Set([...keysOf(omitted)].filter((key) => !shownKeys.has(key)));
  const attempts = new Set(
    omitted.flatMap(({ finding }) => ("run" in finding ? [attemptOf(finding.run)] : [])),
  );
  return {
    ...memory,
    problems: memory.problems.filter(({ key }) => !gone.has(key)),
    states: memory.states.filter(({ key }) => !gone.has(key)),
    reportedRuns: memory.reportedRuns.filter((attempt) => !attempts.has(attempt)),
  };
}
