import { activeRuns } from "./checks/active-runs";
import { causeReader, causes } from "./checks/causes/causes";
import { history } from "./checks/history/history";
import { lastErrorReader, logPages } from "./checks/log-pages";
import { missingRuns } from "./checks/missing-runs";
import { newlyWatched } from "./checks/newly-watched";
import { runLimits } from "./checks/run-limits";
import { learnedSchedules, scheduleNotes } from "./checks/schedules/learn";
import { withGaps } from "./checks/schedules/proof";
import { unfinishedRuns } from "./checks/unfinished-runs";
import { waitedRuns } from "./checks/waited-runs";
import type { Config } from "./config/parse";
import type { Context } from "./issue/context";
import type { Issue } from "./issue/issue";
import { placeOf, projectFingerprint } from "./issue/ledger";
import { type OptionalStage, type ProjectReport, runOptional } from "./issue/report";
import { isScheduleOf, missedBy } from "./issue/schedules";
import { endOf } from "./issue/window";
import { filledJournal } from "./journal/fill";
import { noteFound, noteReport, usesJournal } from "./journal/note";
import { type Folded, fold } from "./ledger/fold";
import type { Memory } from "./ledger/read";
import { inMaintenance, mutedBy } from "./ledger/silence";
import { type Repairing, repairs } from "./repair/repairs";
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
  filledJournal,
  learnedSchedules,
  activeRuns,
  missingRuns,
  runLimits,
  waitedRuns,
  causes,
  history,
  scheduleNotes,
];

/** How long logs may be read beyond their first `error`: a tenth of the time for the log search. */
const readOnSeconds = 60;

/** Notes the runs, adds logs to the issues of the rules, then what each enabled check finds, and then what is repaired. */
export async function completeReport(
  listed: ProjectReport,
  context: Context,
  repair?: OptionalStage,
): Promise<ProjectReport> {
  const noted = await runOptional(journalOf(noteReport), listed, context);
  const read = await runOptional(newlyWatched, noted, context);
  const allowance = { leftSeconds: readOnSeconds };
  const [causeOf, lastError] = [causeReader(read, context, allowance), lastErrorReader(context, allowance)];
  const issues = await findLogs(read.issues, (issue) => causeOf(issue) ?? lastError, context);
  let report: ProjectReport = { ...read, issues };
  for (const stage of [...checks, ...(repair === undefined ? [] : [repair])])
    report = await runOptional(stage, report, context);
  return runOptional(
    journalOf((all) => noteFound({ ...all, schedules: schedulesAfter(all) })),
    report,
    context,
  );
}

/** A fault in the journal costs no report its message. */
function journalOf(note: (report: ProjectReport) => ProjectReport["journal"]): OptionalStage {
  return {
    name: "journal",
    isEnabled: ({ config }) => usesJournal(config),
    run: async (report) => ({ ...report, journal: note(report) }),
  };
}

/**
 * A missed run in a maintenance window is reported if the next run is missed, too. One that neither a window nor a mute
 * explains raises a doubt about the schedule.
 */
function schedulesAfter({ schedules, issues, config, window }: ProjectReport): ProjectReport["schedules"] {
  const now = endOf(window);
  const missed = issues.filter((issue) => missedBy(issue) !== undefined);
  return schedules?.map((known) => {
    const own = missed.filter((issue) => isScheduleOf(missedBy(issue) ?? known, known));
    if (own.some((issue) => inMaintenance(issue, config, now) !== undefined))
      return { ...known, missed: [], isStopped: false };
    const isMuted = mutedBy(config, known.pipeline, now) !== undefined;
    return isMuted
      ? known
      : withGaps(
          known,
          own.flatMap(({ at }) => (at === undefined ? [] : [at / 60])),
        );
  });
}

/** Reads and checks a project, and decides what each target is told of it. */
export async function checkHour(
  config: Config,
  list: RunList,
  {
    memory,
    targets,
    repair,
  }: { memory: Memory; targets: readonly Target[]; repair: Omit<Repairing, "memory"> },
  context: Context,
): Promise<Hour> {
  const { ledger, journal } = memory;
  const project = projectFingerprint(config);
  const before = {
    known: ledger?.projects.get(project),
    entries: ledger?.entries.filter((entry) => entry.project === project) ?? [],
    journal: journal?.get(project),
    limitsUntil: ledger?.limitsUntil,
  };
  const read = await readRuns(config, list, context, before);
  // What a report does not look at is kept.
  const known = { ...read, repairs: ledger?.repairs ?? [] };
  const found = await completeReport(known, context, repairs({ ...repair, memory }));
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
