import { duration } from "../../../../shared/text/time";
import type { Finding } from "../../rules/finding";
import { words } from "../../rules/run-parts";
import { type OptionalCheck, withinBudget } from "../optional-check";
import { readUnfinished } from "./read-unfinished";
import type { UnfinishedProblem } from "./unfinished";

const name = "unfinished runs";

/**
 * Reports stuck runs: those that have been queued or running for longer than they may. Enabled by
 * `check_unfinished`.
 */
export const unfinishedRuns: OptionalCheck = {
  name,
  isUrgent: true,
  isEnabled: ({ optional }) => optional.checkUnfinished,
  begin: (context) => ({
    async find() {
      const { config, window, now, service } = context;
      const problems = await withinBudget(name, context, (signal) =>
        readUnfinished(config, service, window, now, signal),
      );
      const findings = problems.map(
        (problem): Finding => (problem.kind === "unfinished" ? findingOf(problem) : problem),
      );
      return context.searchLogs(findings, "the logs of unfinished runs");
    },
  }),
};

function findingOf({ run, doing, seconds, maxSeconds }: UnfinishedProblem): Finding {
  const text = `unfinished, ${doing} for ${duration(seconds)} so far, more than ${maxSeconds} s`;
  return {
    kind: "check",
    rank: 1,
    subject: { run },
    hasLogs: doing === "running",
    sentence: [words(text)],
  };
}
