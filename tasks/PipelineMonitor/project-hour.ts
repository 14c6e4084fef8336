import type { Config } from "./config/parse";
import type { Context } from "./issue/context";
import type { Entry } from "./issue/entry";
import { isNote } from "./issue/finding";
import { isOfFailedRun } from "./issue/issue";
import { projectFingerprint } from "./issue/ledger";
import { placeOf } from "./issue/place";
import type { FoundProject } from "./issue/report";
import { type OptionalStage, runOptional } from "./issue/stage";
import { endOf } from "./issue/window";
import { filledJournal } from "./journal/fill";
import { noteFound, noteReport, usesJournal } from "./journal/note";
import type { Decision } from "./ledger/decide";
import { fold } from "./ledger/fold";
import { goneProblems } from "./ledger/gone";
import { ledgerOf, type Memory, remembers, windowOf } from "./ledger/memory";
import { lastErrorReader } from "./logs/last-error";
import { logPages } from "./logs/log-pages";
import { findLogs, holdsError, runIdOf } from "./logs/log-search";
import type { OpenFeatures } from "./open-features";
import { openList, type RunList, readRuns } from "./rules/run-list";
import { warnDaily } from "./rules/unknown-entries";
import { decideAll, type ProjectHour } from "./targets/reports";
import type { Target } from "./targets/target";

/**
 * Notes the runs, adds logs to the issues of the rules, and then what each enabled check finds. `opensLogPages` says whether
 * some message opens logs on their pages, at the line to show.
 */
export async function completeReport(
  listed: FoundProject,
  context: Context,
  finds: readonly OptionalStage[],
  opensLogPages = false,
): Promise<FoundProject> {
  const isRead = usesJournal(listed.config) || finds.some(({ readsJournal }) => readsJournal);
  const read = await runOptional(journalOf(isRead, noteReport), listed, context);
  const reader = opensLogPages ? lastErrorReader(context) : holdsError;
  // What reads the log of a failed step links it, too, so the rules leave failed runs to it.
  const linksLater = finds.some(({ linksFailures }) => linksFailures) ? isOfFailedRun : undefined;
  let report: FoundProject = { ...read, issues: await findLogs(read.issues, reader, context, linksLater) };
  // Other optional requests come after those of the rules: a pause for which the service asks does not delay the rules.
  for (const stage of [filledJournal, ...finds]) report = await runOptional(stage, report, context);
  // The search passes over issues that have their links: now it links only what the stages have found, or have not linked.
  report = { ...report, issues: await findLogs(report.issues, reader, context) };
  return runOptional(journalOf(isRead, noteFound), report, context);
}

/** A fault in the journal costs no report its message. */
function journalOf(isRead: boolean, note: (report: FoundProject) => FoundProject["journal"]): OptionalStage {
  return {
    name: "journal",
    isEnabled: () => isRead,
    run: async (report) => ({ ...report, journal: note(report) }),
  };
}

/** Reads and checks a project, and decides what each target is told of it. */
export function projectHour(
  before: Memory,
  targets: readonly Target[],
  features: OpenFeatures,
  startedAt: number,
) {
  return {
    startedAt,
    begin: (config: Config, context: Context) =>
      openList(windowOf(config, before), startedAt, context, features.since),
    complete: (list: RunList, config: Config, context: Context) =>
      hourOf(config, list, before, targets, features, context),
  };
}

async function hourOf(
  config: Config,
  list: RunList,
  before: Memory,
  targets: readonly Target[],
  { corrections, finds, silence }: OpenFeatures,
  context: Context,
): Promise<ProjectHour> {
  const ledger = ledgerOf(before);
  const project = projectFingerprint(config);
  const remembered = {
    times: ledger?.projects.get(project),
    entries: ledger?.entries.filter((entry) => entry.project === project) ?? [],
    journal: "journal" in before ? before.journal?.get(project) : undefined,
  };
  const opening = targets.filter(({ opensLogPages }) => opensLogPages);
  const read = await readRuns(config, list, context, remembered, corrections);
  const report = await completeReport(read, context, [...finds, goneProblems], opening.length > 0);
  const { window } = report;
  await warnDaily(report, context);
  const now = endOf(window);
  // Not `remembered.entries`: those of the report have their pipelines' present names, and when they were asked about.
  const folded = fold(report.entries, report, silence.quiet);
  const decisions = decideAll(folded, targets, {
    config,
    now,
    remembers: remembers(before, config),
    silence,
  });
  // The page of a log costs a request, so it is looked up only for what is told, which it does not change.
  const keys = keysTold(opening.flatMap(({ id }) => decisions.get(id) ?? []));
  const linked = await runOptional(
    logPages((issue) => keys.has(placeOf(issue, now).key)),
    report,
    context,
  );
  const linksOf = new Map(
    linked.issues.map((issue) => [`${placeOf(issue, now).key} ${runIdOf(issue)}`, issue.links]),
  );
  const withLinks = (entry: Entry): Entry => {
    const { content, key } = entry;
    const links = isNote(content) ? undefined : linksOf.get(`${key} ${runIdOf(content)}`);
    return isNote(content) || links === undefined ? entry : { ...entry, content: { ...content, links } };
  };
  const decided = (all: readonly Decision[]) =>
    all.map((decision) => ({ ...decision, entry: withLinks(decision.entry) }));
  return {
    report: linked,
    folded: { ...folded, entries: folded.entries.map(withLinks) },
    decisions: new Map([...decisions].map(([to, all]) => [to, decided(all)])),
  };
}

/** The keys of the entries that some target is told or reminded of. */
function keysTold(decisions: readonly Decision[]): Set<string> {
  const telling = decisions.filter(({ act }) => act === "tell" || act === "remind");
  return new Set(telling.map(({ entry }) => entry.key));
}
