import { duration } from "../../../../shared/text/time";
import type { Finding } from "../../rules/finding";
import { words } from "../../rules/run-parts";
import { type OptionalCheck, withinBudget } from "../optional-check";
import { readUnfinished } from "./read-unfinished";
import type { UnfinishedProblem } from "./unfinished";

const name = "stuck runs";

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
      const problems = await withinBudget(context, (signal) =>
        readUnfinished(config, service, window, now, signal),
      );
      const findings = problems.map(
        (problem): Finding => (problem.kind === "unfinished" ? findingOf(problem) : problem),
      );
      return context.searchLogs(findings, "the logs of stuck runs");
    },
  }),
};

function findingOf({ run, doing, seconds, maxSeconds }: UnfinishedProblem): Finding {
  const isRunning = doing === "running";
  const what = isRunning ? "is still running" : "is still waiting to start";
  const text = `${what} after ${duration(seconds)}, limit ${duration(maxSeconds)}`;
  return {
    kind: "check",
    rank: 1,
    severity: "failure",
    tally: "stuck",
    subject: { run },
    hasLogs: isRunning,
    limits: isRunning ? { maxSeconds } : { maxWaitSeconds: maxSeconds },
    sentence: [words(text)],
  };
}
