import type { Outcome, TaskContext } from "../../../../shared/agent/task";
import type { BuildService } from "../../../../shared/azure-devops/client";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import { pluralize } from "../../../../shared/text/pluralize";
import { utc } from "../../../../shared/text/time";
import { nothingLeftOut } from "../../alerts/left-out";
import { createTimeBudget } from "../../checks/optional-check";
import { collectIssues, composeCollected } from "../../collect-issues";
import type { Config } from "../../config/parse";
import { type Issue, runOf } from "../../issue/issue";
import { quietText, renderPrintedLines } from "../../report/compose";
import { header } from "../../report/lines";
import { searchSeconds } from "../../rules/log-search";
import type { OpenList } from "../../rules/open-list";
import { renderExplainedRun } from "./explained-run";

/**
 * Does the monitor's checks. Prints how the rules apply to every run of the window, then the message. Posts
 * nothing.
 */
export async function explainRuns(
  config: Config,
  known: unknown,
  service: BuildService,
  { agent, clock, cancelled }: TaskContext,
  list: OpenList,
): Promise<Outcome> {
  const since = utc(list.window.listedSince.getTime());
  agent.print(`Runs that finished since ${since} UTC, the last hour and 30 seconds.`);
  if (config.optional.sinceLastReport)
    agent.print(
      "The time of the last report is unknown here: only a run of the monitor's pipeline can read it.",
    );
  const records: RunRecord[] = [];
  const collected = await collectIssues(
    {
      config,
      service,
      agent,
      clock,
      cancelled,
      time: createTimeBudget(clock),
      isFirstOfDay: true,
      searchSeconds,
    },
    { ...list, pages: noting(list.pages, records) },
  );
  const issues = new Map(collected.issues.map((issue) => [subjectOf(issue), issue]));
  for (const record of records) {
    const issue = issues.get("run" in record ? record.run : record.unreadable);
    for (const line of ["", ...renderExplainedRun(record, issue, config, known)])
      agent.print(agent.sanitize(line));
  }
  const { lines } = await composeCollected(
    [{ project: undefined, ...collected }],
    nothingLeftOut,
    collected.skipped,
    { agent, cancelled },
  );
  const quiet = quietText(collected, nothingLeftOut, agent.sanitize);
  for (const line of ["", ...renderPrintedLines({ header, lines }, quiet, agent.sanitize)]) agent.print(line);
  const message = `${pluralize(collected.issues.length, "issue")} in ${pluralize(collected.runCount, "run")}; nothing is posted.`;
  return { result: "Succeeded", message, exitCode: 0 };
}

/** Yields the same pages, and adds their runs to `records`. */
async function* noting(pages: OpenList["pages"], records: RunRecord[]): AsyncGenerator<RunRecord[]> {
  for await (const page of pages) {
    records.push(...page);
    yield page;
  }
}

/** Returns the run that an issue is about, as it is in the list. */
function subjectOf(issue: Issue): unknown {
  return issue.about !== "project" && "unreadable" in issue.about ? issue.about.unreadable : runOf(issue);
}
