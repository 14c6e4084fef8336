import type { BuildService } from "../../shared/azure-devops/client";
import type { Run } from "../../shared/azure-devops/records";
import { timeLimit } from "../../shared/clock";
import type { LeftOut } from "./alerts/left-out";
import { optionalChecks } from "./checks/all-checks";
import {
  attempt,
  type CheckContext,
  type CheckParts,
  type OptionalCheck,
  type StartedCheck,
  warnOfSkipped,
} from "./checks/optional-check";
import type { Config } from "./config/parse";
import type { Issue, Note } from "./issue/issue";
import { composeMessage, groupedBy, type MessageLines, oneEach, type ProjectLines } from "./report/compose";
import { createRunFigures, type PipelineFigures } from "./report/figures";
import { createLatestRuns } from "./report/latest-runs";
import { type FinishedRun, readRuns } from "./rules/check-runs";
import { type LogReader, searchLogs } from "./rules/log-search";
import type { OpenList } from "./rules/open-list";

/** What the monitor found in a project. */
export interface Collected {
  issues: readonly Issue[];
  /** Lines of the report that are not issues, such as pipelines that work again. */
  notes: readonly Note[];
  runCount: number;
  figures: PipelineFigures[];
  /** The latest runs of the window, at most as many as an attached report holds. */
  latestRuns: readonly Run[];
  /** The listed runs whose pipelines are checked; empty if every report repeats what is known. */
  finishedRuns: readonly FinishedRun[];
  /** The names of the optional checks that could not be done. */
  skipped: readonly string[];
  /**
   * False if a check was skipped that finds issues of its own. Then the report does not say that all is well.
   */
  isWhole: boolean;
  /** A digest of the runs that finished in the last minutes; undefined if no later report reads it. */
  seenDigest: string | undefined;
}

/** What `collectIssues` needs. */
export interface CollectParts extends CheckParts {
  config: Config;
  service: BuildService;
  /** Whether this report includes what is reported once a day. */
  isFirstOfDay: boolean;
  /** The time limit of the search for logs. */
  searchSeconds: number;
}

/** An enabled optional check, and its work on this list. */
interface Started {
  check: OptionalCheck;
  work: StartedCheck;
}

/**
 * Reads the runs of a list, finds the logs of those with problems (rules 1 to 6), then does the optional
 * checks. Throws if the list cannot be read to its end.
 */
export async function collectIssues(parts: CollectParts, list: OpenList): Promise<Collected> {
  const { config, service, agent, clock, cancelled, searchSeconds } = parts;
  const started: Started[] = [];
  const logReader = (issue: Issue): LogReader | undefined =>
    started.map(({ work }) => work.logReader?.(issue)).find((reader) => reader !== undefined);
  const search = { service, agent, cancelled, logReader };
  const context: CheckContext = {
    ...parts,
    window: list.window,
    now: list.now,
    searchLogs: (issues, limitName) =>
      searchLogs(issues, {
        ...search,
        progress: () => undefined,
        limit: (signal) => parts.time.limit(signal),
        timeUpText: `The time for ${limitName} is up`,
      }),
  };
  for (const check of optionalChecks.filter((one) => one.isEnabled(config, parts)))
    started.push({ check, work: check.begin(context) });
  const figures = createRunFigures();
  const latest = createLatestRuns();
  const finishedRuns: FinishedRun[] = [];
  const { issues, runCount, seenDigest } = await readRuns(config, list, {
    record(record) {
      figures.count(record);
      latest.count(record);
    },
    checkedRun(run) {
      for (const { work } of started) work.count?.(run);
    },
    ...(config.alerts.remindSeconds === undefined
      ? {}
      : {
          finishedRun(run, issue) {
            finishedRuns.push({ run, issue });
          },
        }),
  });
  const found = await searchLogs(issues, {
    ...search,
    progress: (percent) => agent.progress(percent, "Searching the logs"),
    limit: (signal) => timeLimit(clock, searchSeconds, signal),
    timeUpText: `The log search timed out after ${searchSeconds} s`,
  });
  // Optional requests come last: if the service asks for a pause after one, the rules are not delayed.
  const own = await findOwnIssues(started, parts);
  const completed = await completeIssues(started, [...found, ...own.issues], parts);
  return {
    ...completed,
    skipped: [...own.skipped, ...completed.skipped],
    isWhole: own.skipped.length === 0,
    runCount,
    figures: figures.pipelines(),
    latestRuns: latest.runs(),
    finishedRuns,
    seenDigest,
  };
}

/**
 * Returns the issues that the checks find on their own, in the order of the list of checks, and the names of
 * the skipped checks.
 */
async function findOwnIssues(
  started: readonly Started[],
  parts: CheckParts,
): Promise<Pick<Collected, "issues" | "skipped">> {
  const found = new Map<OptionalCheck, readonly Issue[]>();
  const skipped: string[] = [];
  const urgent = started.filter(({ check }) => check.isUrgent);
  for (const { check, work } of new Set([...urgent, ...started])) {
    if (work.find === undefined) continue;
    const issues = await attempt(check.name, parts, () => work.find?.());
    if (issues === undefined) skipped.push(check.name);
    else found.set(check, issues);
  }
  return { issues: started.flatMap(({ check }) => found.get(check) ?? []), skipped };
}

/**
 * Lets each check add to every issue, one check after the other. Returns the issues, and the names of the
 * skipped checks.
 */
async function completeIssues(
  started: readonly Started[],
  found: readonly Issue[],
  parts: CheckParts,
): Promise<Pick<Collected, "issues" | "notes" | "skipped">> {
  let issues = found;
  const notes: Note[] = [];
  const skipped: string[] = [];
  for (const { check, work } of started) {
    if (work.complete === undefined) continue;
    const result = await attempt(check.name, parts, () => work.complete?.(issues));
    if (result?.failure !== undefined) warnOfSkipped(check.name, parts, result.failure);
    if (result === undefined || result.failure !== undefined) skipped.push(check.name);
    issues = result?.issues ?? issues;
    notes.push(...(result?.notes ?? []));
  }
  return { issues, notes, skipped };
}

/**
 * Returns the lines of the message, and the names of all skipped checks. If the optional form of the message
 * cannot be made, the lines have the plain form of the rules.
 */
export async function composeCollected(
  projects: readonly ProjectLines[],
  leftOut: LeftOut,
  skipped: readonly string[],
  parts: Pick<CheckParts, "agent" | "cancelled">,
): Promise<MessageLines & Pick<Collected, "skipped">> {
  const name = "groups of causes";
  const wanted = await attempt(name, parts, () =>
    composeMessage(projects, leftOut, skipped, groupedBy(parts.agent.sanitize)),
  );
  if (wanted !== undefined) return { ...wanted, skipped };
  const plain = projects.map((project) => ({
    ...project,
    issues: project.issues.map((issue) => ({ ...issue, explanation: undefined })),
  }));
  const all = [...skipped, name];
  return { ...composeMessage(plain, leftOut, all, oneEach), skipped: all };
}
