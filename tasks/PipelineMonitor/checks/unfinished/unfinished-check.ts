import type { BuildService } from "../../../../shared/azure-devops/client";
import type { Issue } from "../../issue/issue";
import { isWithin } from "../../issue/window";
import { countUnreadable } from "../../rules/check-runs";
import { type CheckContext, type OptionalCheck, withinBudget } from "../optional-check";
import { checkUnfinished } from "./unfinished";

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
      const { service } = context;
      const found = await withinBudget(context, (signal) => readUnfinished(context, signal));
      return context.searchLogs(
        found.map((issue) => withoutLogs(issue, service)),
        "the logs of stuck runs",
      );
    },
  }),
};

/**
 * Returns the issues of runs that became stuck within the window, and of records that cannot be parsed. Throws if the
 * runs cannot be listed.
 */
async function readUnfinished(
  {
    config,
    service,
    window,
    now,
  }: Pick<CheckContext, "config" | "window" | "now"> & {
    service: Pick<BuildService, "unfinishedRuns">;
  },
  signal: AbortSignal,
): Promise<Issue[]> {
  const unreadable = countUnreadable();
  const stuckWindow = { from: window.stuckFrom, until: window.until };
  const issues: Issue[] = [];
  for await (const page of service.unfinishedRuns(signal))
    for (const record of page) {
      const { issue, overdueSince } = checkUnfinished(record, config, Math.floor(now / 1000)) ?? {};
      unreadable(issue);
      if (issue !== undefined && isWithin(stuckWindow, overdueSince)) issues.push(issue);
    }
  return issues;
}

/** A run that has not started has no logs to search, only a page. */
function withoutLogs(issue: Issue, { runPage }: Pick<BuildService, "runPage">): Issue {
  const { about, links } = issue;
  if (about === "project" || !("run" in about) || about.run.startTime !== undefined) return issue;
  return { ...issue, links: { ...links, runPage: runPage(about.run.id) } };
}
