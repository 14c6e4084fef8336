import type { RunRecord } from "../../../shared/build-records";
import type { BuildService } from "../../../shared/build-service";
import { counted } from "../../../shared/counted";
import type { Outcome, Surroundings } from "../../../shared/run-task";
import type { Config } from "../config";
import { digestOf, printedLines, quietLine } from "../digest";
import { createTimeBudget } from "../extras/ask-extra";
import { lastHour } from "../extras/window";
import { look } from "../look";
import { header, type Issue } from "../message";
import { utc } from "../time-words";
import { explainedRun } from "./explained-run";

/** Looks as the monitor looks, and tells of every run of the window what the rules made of it at a moment, in milliseconds since 1970; then the message. Posts nothing. */
export async function explain(
  config: Config,
  known: unknown,
  service: BuildService,
  { agent, clock, cancelled }: Surroundings,
  now: number,
): Promise<Outcome> {
  const window = lastHour(now);
  const since = utc(window.listedSince.getTime());
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
      service: noting(service, records),
      agent,
      clock,
      cancelled,
      time: createTimeBudget(clock),
      tellsLimits: true,
    },
    window,
    now,
    lost,
  );
  const issues = new Map(seen.issues.map((issue) => [subjectOf(issue), issue]));
  for (const record of records) {
    const issue = issues.get("run" in record ? record.run : record.unreadable);
    for (const line of ["", ...explainedRun(record, issue, config, known)]) agent.print(agent.sanitize(line));
  }
  const { lines } = digestOf(seen, lost, config.extras, agent.sanitize);
  for (const line of ["", ...printedLines({ header, lines }, quietLine(seen), agent.sanitize)])
    agent.print(line);
  const message = `${counted(seen.issues.length, "issue")} in ${counted(seen.runCount, "run")}; nothing is posted.`;
  return { result: "Succeeded", message, exitCode: 0 };
}

/** The same service; the runs of its list are noted as they go by. */
function noting(service: BuildService, records: RunRecord[]): BuildService {
  return {
    ...service,
    async *runsSince(minTime, signal) {
      for await (const page of service.runsSince(minTime, signal)) {
        records.push(...page);
        yield page;
      }
    },
  };
}

/** The run that an issue is about, as the list gave it. */
function subjectOf({ problem }: Issue): unknown {
  if ("run" in problem) return problem.run;
  return problem.kind === "unreadable" ? problem.record : undefined;
}
