import type { BuildScenario, ErrorPlace } from "./scenario";

/**
 * The floors: what nobody who keeps the specification's rules can do with less. README.md beside this file says where
 * they come from.
 */

/** How many connections the floor has; the same as the monitor's. */
export const connections = 8;

/** The fewest requests of a scenario. */
export interface Requests {
  pages: number;
  logLists: number;
  logs: number;
  /** The requests of one run that have to wait for one another: its list, and its logs from the last one on. */
  chain: number;
}

/** The fewest requests: every page, the list of logs of each flagged run, its logs from the end through the last match. */
export function fewestRequests(scenario: BuildScenario): Requests {
  const flagged = scenario.flaggedEvery === 0 ? 0 : Math.ceil(scenario.runCount / scenario.flaggedEvery);
  // The first four logs are passed over where there are more (rule 6.1).
  const considered = scenario.logsPerRun > 4 ? scenario.logsPerRun - 4 : scenario.logsPerRun;
  const logsOfRun = { last: 1, thirdFromLast: 3, none: considered } satisfies Record<ErrorPlace, number>;
  const logs = logsOfRun[scenario.errorIn];
  const { projects = 1 } = scenario;
  return {
    pages: projects * Math.max(1, Math.ceil(scenario.runCount / scenario.pageSize)),
    logLists: projects * flagged,
    logs: projects * flagged * logs,
    chain: flagged === 0 ? 0 : 1 + logs,
  };
}

/** How many requests that are. */
export function requestCount({
  pages,
  logLists,
  logs,
}: Pick<Requests, "pages" | "logLists" | "logs">): number {
  return pages + logLists + logs;
}

/**
 * Beyond the specification: the last report, the lists of its attachments, ledger and journal if it is known what was
 * told, and the unfinished runs. The timeline of a failed run comes in place of its list of logs.
 */
export function fewestExtraRequests(scenario: BuildScenario): number {
  return 1 + attachmentRequests(scenario) + 1;
}

function attachmentRequests({ remembers = false }: BuildScenario): number {
  return remembers ? 4 : 0;
}

/**
 * The shortest wall time in seconds: the start of the process, the pages one after the other, the first list, the
 * message, and lists and logs over all connections, but no less than the chain of one run.
 */
export function shortestSeconds(startSeconds: number, scenario: BuildScenario): number {
  const { pages, logLists, logs, chain } = fewestRequests(scenario);
  const rounds = pages + 2 + Math.max(Math.ceil((logLists + logs) / connections), chain);
  return startSeconds + (scenario.latencyMilliseconds / 1000) * rounds;
}

/** How many projects the floor reads at a time; the same as the monitor. */
const projectsAtOnce = 4;

/**
 * The shortest wall time in seconds of several projects, each with a page of runs: the start of the process, in turn the
 * page and the list and logs of one run of so many projects at a time, and the message if there is one.
 */
export function shortestSecondsOfProjects(startSeconds: number, scenario: BuildScenario): number {
  const { projects = 1, latencyMilliseconds } = scenario;
  const { logLists, chain } = fewestRequests(scenario);
  const turns = Math.ceil(projects / projectsAtOnce);
  const rounds = turns * (1 + chain) + (logLists > 0 ? 1 : 0);
  return startSeconds + (latencyMilliseconds / 1000) * rounds;
}
