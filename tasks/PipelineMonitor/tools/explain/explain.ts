import type { Outcome, TaskContext } from "../../../../shared/agent/task";
import type { BuildService } from "../../../../shared/azure-devops/client";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import { pluralize } from "../../../../shared/text/pluralize";
import { utc } from "../../../../shared/text/time";
import { createTimeBudget } from "../../checks/time-budget";
import { digest, look } from "../../collect-issues";
import type { Config } from "../../config/parse";
import { printedLines, quietLine } from "../../report/compose";
import { header, type Issue } from "../../report/lines";
import type { OpenList } from "../../rules/open-list";
import { explainedRun } from "./explained-run";

/** Looks as the monitor looks, and tells of every run of the window what the rules made of it; then the message. Posts nothing. */
export async function explain(
  config: Config,
  known: unknown,
  service: BuildService,
  { agent, clock, cancelled }: TaskContext,
  list: OpenList,
): Promise<Outcome> {
  const since = utc(list.window.listedSince.getTime());
  agent.print(`Runs that finished since ${since} UTC, the last hour and 30 seconds.`);
  if (config.extras.sinceLastReport)
    agent.print(
      "What follows on the last report is not known here: only a run of the monitor's pipeline can ask.",
    );
  const records: RunRecord[] = [];
  const lost: string[] = [];
  const seen = await look(
    {
      config,
      service,
      agent,
      clock,
      cancelled,
      time: createTimeBudget(clock),
      tellsLimits: true,
    },
    { ...list, pages: noting(list.pages, records) },
    lost,
  );
  const issues = new Map(seen.issues.map((issue) => [subjectOf(issue), issue]));
  for (const record of records) {
    const issue = issues.get("run" in record ? record.run : record.unreadable);
    for (const line of ["", ...explainedRun(record, issue, config, known)]) agent.print(agent.sanitize(line));
  }
  const { lines } = await digest(seen, { config, agent, cancelled }, lost);
  for (const line of ["", ...printedLines({ header, lines }, quietLine(seen), agent.sanitize)])
    agent.print(line);
  const message = `${pluralize(seen.issues.length, "issue")} in ${pluralize(seen.runCount, "run")}; nothing is posted.`;
  return { result: "Succeeded", message, exitCode: 0 };
}

/** The same pages; their runs are noted as they go by. */
async function* noting(pages: OpenList["pages"], records: RunRecord[]): AsyncGenerator<RunRecord[]> {
  for await (const page of pages) {
    records.push(...page);
    yield page;
  }
}

/** The run that an issue is about, as the list gave it. */
function subjectOf({ problem }: Issue): unknown {
  if ("run" in problem) return problem.run;
  return problem.kind === "unreadable" ? problem.record : undefined;
}
