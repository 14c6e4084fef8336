import { activeRuns } from "./checks/active-runs";
import { causeReader, causes } from "./checks/causes/causes";
import { history } from "./checks/history/history";
import { lastErrorReader, logPages } from "./checks/log-pages";
import { missingRuns } from "./checks/missing-runs";
import { runLimits } from "./checks/run-limits";
import { learnedSchedules, scheduleNotes } from "./checks/schedules/learn";
import { unfinishedRuns } from "./checks/unfinished-runs";
import type { Config } from "./config/parse";
import type { Context } from "./issue/context";
import type { Issue } from "./issue/issue";
import { placeOf, projectFingerprint } from "./issue/ledger";
import { type OptionalStage, type ProjectReport, runOptional } from "./issue/report";
import { endOf } from "./issue/window";
import { type Folded, fold } from "./ledger/fold";
import type { Memory } from "./ledger/read";
import { findLogs } from "./rules/log-search";
import { type RunList, readRuns } from "./rules/run-list";
import { decideAll, type Hour } from "./targets/reports";
import type { Target } from "./targets/target";

/**
 * The optional checks. Stuck runs come first, because what they read changes by the minute. Optional requests come
 * after those of the rules: if the service asks for a pause after one, the rules are not delayed.
 */
export const checks: readonly OptionalStage[] = [
  unfinishedRuns,
  learnedSchedules,
  activeRuns,
  missingRuns,
  runLimits,
  causes,
  history,
  scheduleNotes,
];

/** How long logs may be read beyond their first `error`: a tenth of the time for the log search. */
const readOnSeconds = 60;

/** Adds logs to the issues of the rules, and then what each enabled check finds. */
export async function completeReport(read: ProjectReport, context: Context): Promise<ProjectReport> {
  const allowance = { leftSeconds: readOnSeconds };
  const [causeOf, lastError] = [causeReader(read, context, allowance), lastErrorReader(context, allowance)];
  const issues = await findLogs(read.issues, (issue) => causeOf(issue) ?? lastError, context);
  let report: ProjectReport = { ...read, issues };
  for (const stage of checks) report = await runOptional(stage, report, context);
  return report;
}

/** Reads and checks a project, and decides what each target is told of it. */
export async function checkHour(
  config: Config,
  list: RunList,
  { memory: { ledger }, targets }: { memory: Memory; targets: readonly Target[] },
  context: Context,
): Promise<Hour> {
  const project = projectFingerprint(config);
  const before = {
    known: ledger?.projects.get(project),
    entries: ledger?.entries.filter((entry) => entry.project === project) ?? [],
    limitsUntil: ledger?.limitsUntil,
  };
  const read = await readRuns(config, list, context, before);
  const found = await completeReport(read, context);
  const folded = fold(before.entries, found);
  const now = endOf(found.window);
  const circumstances = { config, now, remembers: found.window.seen !== undefined };
  const decisions = decideAll(folded, targets, circumstances);
  const opening = targets
    .filter(({ opensLogPages }) => opensLogPages)
    .map(({ id }) => decisions.get(id) ?? []);
  const told = new Set(
    opening.flat().flatMap(({ act, entry }) => (act === "tell" || act === "remind" ? [entry.key] : [])),
  );
  const pages = logPages((issue) => told.has(placeOf(issue, now).key));
  const report = await runOptional(pages, found, context);
  const linked = withLinks(
    folded,
    new Map(found.issues.map((issue, index) => [issue, report.issues[index] ?? issue])),
  );
  return { report, folded: linked, decisions: decideAll(linked, targets, circumstances) };
}

/** The same with the pages of logs in place. */
function withLinks({ entries, found }: Folded, linked: ReadonlyMap<unknown, Issue>): Folded {
  return {
    entries: entries.map((entry) => ({ ...entry, content: linked.get(entry.content) ?? entry.content })),
    found: new Map([...found].map(([key, all]) => [key, all.map((one) => linked.get(one) ?? one)])),
  };
}
