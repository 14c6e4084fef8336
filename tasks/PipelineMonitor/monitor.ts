import type { Agent } from "../../shared/agent";
import type { BuildService } from "../../shared/build-service";
import { markdownLines } from "../../shared/chat/markdown";
import type { Message } from "../../shared/chat/message";
import type { Clock } from "../../shared/clock";
import { messageOf } from "../../shared/faults";
import type { Config } from "./config";
import { findLinks } from "./log-search";
import { allWell, type Delivery, header, issueLine, type Links, messageLine } from "./message";
import { checkRecord, checkRunCount, minTime, type Problem } from "./rules";
import { createRunFigures } from "./run-figures";
import { summaryText } from "./summary";

/** What the monitor saw and did. */
export interface Report {
  runCount: number;
  issueCount: number;
  delivered: Delivery;
}

/** What a run of the monitor works with. */
export interface MonitorParts {
  config: Config;
  service: BuildService;
  /** What issues are listed as on the run's page; undefined when they are not. */
  issueKind: "warning" | "error" | undefined;
  /** Posts a message to the chat. Throws when it could not be delivered. */
  post: (message: Message) => Promise<void>;
  agent: Agent;
  clock: Clock;
  cancelled: AbortSignal;
}

/** The page shows ten of a kind: the step's result is one, and a message that was not delivered may be another. */
const maxListedIssues = 8;
const noLinks: Links = { runPage: undefined, log: undefined, note: "" };

/**
 * The monitor's run, in the order of the specification's rules: list, check, explain, print, post. Throws
 * when the list of runs cannot be read whole: who cannot see does not report.
 */
export async function monitor(parts: MonitorParts): Promise<Report> {
  const { config, service, issueKind, agent, clock, cancelled } = parts;
  const until = clock.now();
  const since = minTime(until);
  const { problems, runCount, pipelines } = await readProblems(parts, since);
  const links = await findLinks(problems, service, agent, clock, cancelled);
  const issues = problems.map((problem, index) => ({ problem, links: links[index] ?? noLinks }));
  const message = { header, lines: issues.map(messageLine) };
  for (const line of issues.length === 0 ? [allWell] : markdownLines(message)) agent.print(line);
  if (issueKind !== undefined)
    for (const issue of issues.slice(0, maxListedIssues)) agent.issue(issueKind, issueLine(issue));
  const delivered =
    issues.length === 0 ? "notNeeded" : config.testFlag ? "testOnly" : await deliver(parts, message);
  const window = { since: since.getTime(), until };
  agent.summary("Pipeline Monitor", summaryText({ issues, delivered, pipelines, runCount, ...window }));
  return { runCount, issueCount: issues.length, delivered };
}

/** More than so many records that cannot be understood are another kind of list. */
const maxUnreadable = 1000;

/** Rules 1 to 5 over all pages of the list. */
async function readProblems({ config, service, cancelled }: MonitorParts, since: Date) {
  const problems: Problem[] = [];
  const figures = createRunFigures();
  let runCount = 0;
  let unreadableCount = 0;
  for await (const page of service.runsSince(since, cancelled)) {
    runCount += page.length;
    for (const record of page) {
      figures.count(record);
      const problem = checkRecord(record, config);
      if (problem !== undefined) problems.push(problem);
      if (problem?.kind === "unreadable" && ++unreadableCount > maxUnreadable)
        throw new Error(
          `build service: the list of runs holds more than ${maxUnreadable} records that cannot be understood.`,
        );
    }
  }
  const tooFew = checkRunCount(runCount, config.runCountMin);
  return {
    problems: tooFew === undefined ? problems : [tooFew, ...problems],
    runCount,
    pipelines: figures.pipelines(),
  };
}

/** Rules 7 and 8: a message that cannot be sent is printed as such, and the monitor goes on. */
async function deliver({ post, agent, cancelled }: MonitorParts, message: Message): Promise<Delivery> {
  try {
    await post(message);
    return "sent";
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`The message was not delivered. ${messageOf(error)}`);
    return "failed";
  }
}
