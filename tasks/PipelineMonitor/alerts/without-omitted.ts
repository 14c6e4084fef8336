import { type Issue, runOf } from "../issue/issue";
import { identityOf, stateKeyOf } from "./identity";
import { attemptOf, type Memory } from "./known-problem";

/**
 * Returns a memory without the issues that did not fit into the message: the next report has them. A problem that
 * another line of the message shows stays known.
 */
export function withoutOmitted(memory: Memory, omitted: readonly Issue[], shown: readonly Issue[]): Memory {
  const keysOf = (issues: readonly Issue[]) =>
    new Set(issues.flatMap((issue) => stateKeyOf(issue) ?? identityOf(issue)?.key ?? []));
  const shownKeys = keysOf(shown);
  const gone = new Set([...keysOf(omitted)].filter((key) => !shownKeys.has(key)));
  const attempts = new Set(
    omitted.flatMap((issue) => {
      const run = issue.isState === true ? undefined : runOf(issue);
      return run === undefined ? [] : [attemptOf(run)];
    }),
  );
  return {
    ...memory,
    problems: memory.problems.filter(({ key }) => !gone.has(key)),
    states: memory.states.filter(({ key }) => !gone.has(key)),
    reportedRuns: memory.reportedRuns.filter((attempt) => !attempts.has(attempt)),
  };
}
