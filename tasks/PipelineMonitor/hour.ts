import type * as v from "valibot";
import { editsBetween } from "./config/edits";
import { fingerprint } from "./config/fingerprint";
import type { Config } from "./config/parse";
import type { FeatureOn } from "./feature";
import { type FollowUpSetup, followUp, readableOf } from "./follow-up";
import type { Context } from "./issue/context";
import type { Entry } from "./issue/entry";
import type { Report } from "./issue/report";
import { foldNotes } from "./ledger/notes";
import { entriesOfOthers } from "./ledger/other-entries";
import { withoutQuote } from "./ledger/quotes";
import { type Memory, readMemory, windowOf } from "./ledger/read";
import { type OpenFeatures, openFeatures } from "./open-features";
import { hourOfProject } from "./project-hour";
import { checkProjects, findProjects, type OtherProjects } from "./projects";
import { openList } from "./rules/run-list";
import type { Setup } from "./setup";
import { isOfGuest, targetsOf, withEntries, withoutTrial } from "./targets/chat";
import { mentionWarnings } from "./targets/mentions";
import { decideAll, nowOf, reportsFor } from "./targets/reports";
import { handedOver, type Target } from "./targets/target";
import { settledEntries, tellAll } from "./tell";

/** Given to a run of the monitor besides its context. */
export interface HourSetup extends FollowUpSetup, Pick<Setup, "onIssues" | "origin"> {
  /** The other projects of the organization. */
  others: OtherProjects;
  /** Those that the configuration enables, and what all of them may have in the memory. */
  features: readonly FeatureOn[];
  forms: v.ObjectEntries;
}

/** The state before the runs are listed. */
interface OpenedHour {
  /** In milliseconds since 1970. */
  startedAt: number;
  memory: Memory;
  features: OpenFeatures;
  targets: readonly Target[];
  isGuest: boolean;
}

/**
 * Runs the monitor in the order of the specification's rules: list, check, explain, print, post. Throws if
 * the list of runs cannot be read to its end; then it reports nothing. Each target gets what it has not been told.
 */
export async function runHour(watch: HourSetup, given: Omit<Context, "opensLogPages">): Promise<Report> {
  const startedAt = given.clock.now();
  const read = withoutTrial(await readMemory(watch.config, watch.ownPipeline, watch.forms, given), watch);
  const features = openFeatures(
    watch.features,
    read.ledger?.parts ?? {},
    knownBefore(watch, read, given),
    given,
  );
  const others = features.targets(given);
  try {
    const isGuest = isOfGuest(watch, read);
    const targets = targetsOf(watch.channel, others, isGuest);
    const memory = withEntries(read, (entry) =>
      handedOver(withPermittedQuotes(entry, watch.config), targets),
    );
    const context = { ...given, opensLogPages: targets.some(({ opensLogPages }) => opensLogPages) };
    warnOfMentions(watch, targets, context);
    return await reportHour(watch, { startedAt, memory, features, targets, isGuest }, context);
  } finally {
    for (const { dispose } of others) dispose();
  }
}

/** Reads the runs, finds what is wrong, enters it into the ledger, decides, tells, and remembers. */
async function reportHour(
  watch: HourSetup,
  { startedAt, memory, features, targets, isGuest }: OpenedHour,
  context: Context,
): Promise<Report> {
  const { config, origin, ownRun, onIssues, channel } = watch;
  const { silence } = features;
  const { projectIds: known = {} } = memory.ledger ?? {};
  const { configs, isListed, projectIds } = await findProjects(config, known, watch.others, context);
  const { projects: hours, unread } = await checkProjects(configs, watch.others, context, {
    begin: (one, of) => openList(windowOf(one, memory), startedAt, of, features.since),
    complete: (list, one, of) => hourOfProject(one, list, { memory, targets, features }, of),
  });
  const now = nowOf(hours);
  const read = { config, projects: hours.map((hour) => hour.report), unread, isListed };
  const { crossProject, gone, unasked } = entriesOfOthers(memory, { configs, ...read });
  const overview = { ...read, ...memory, isFirst: isFirst(watch, memory) };
  const { notes, asides } = features.notesOnAll(overview, context);
  const folded = foldNotes(crossProject, overview, notes, now);
  const circumstances = { config, now, remembers: !memory.isUnknown, silence };
  const skipped = [
    memory.skipped,
    features.faults(),
    ...read.projects.map((project) => project.skipped),
  ].flat();
  const { byTarget, whole } = reportsFor(targets, {
    ...read,
    origin,
    asides,
    skipped: [...new Set(skipped)],
    isBlind: memory.isUnknown,
    edits: memory.ledger ? editsBetween(memory.ledger.configuration, watch.configuration) : [],
    hours,
    gone,
    unasked,
    silence,
    crossProject: { folded, decisions: decideAll(folded, targets, circumstances) },
  });
  const projects = whole.projects.map((one) => ({ ...one, sections: features.sections(one) }));
  const shown = { onIssues, ownRun, form: channel.form };
  const told = await tellAll({ byTarget, whole: { ...whole, projects } }, shown, context);
  const decided = [...hours.flatMap((hour) => hour.folded.entries), ...folded.entries, ...gone];
  const entries = [...settledEntries(decided, told.answered, now), ...unasked];
  return followUp(
    told.report,
    { ...read, entries, now, memory, projectIds, isGuest, features },
    watch,
    context,
  );
}

function knownBefore(
  { config, ownPipeline, ownRun, configuration }: HourSetup,
  { ledger, isUnknown, lost, unfinished }: Memory,
  { service }: Pick<Context, "service">,
): Parameters<typeof openFeatures>[2] {
  return {
    ownProject: { service, projectId: config.projectId },
    own: readableOf(ownPipeline),
    ownRun,
    isBlind: isUnknown || lost.length > 0,
    isUnknown,
    unfinished,
    reportedUntil: ledger?.reportedUntil,
    configuration: fingerprint([JSON.stringify(configuration)]),
  };
}

function withPermittedQuotes(entry: Entry, { keys }: Config): Entry {
  return keys.quote_logs === false ? withoutQuote(entry) : entry;
}

function warnOfMentions(
  { config }: HourSetup,
  targets: readonly Target[],
  { agent }: Pick<Context, "agent">,
): void {
  if (config.testFlag) return;
  for (const warning of mentionWarnings(config.keys, targets)) agent.warn(`configFile: ${warning}`);
}

/** Outside a pipeline, no report is known to be the first. */
function isFirst({ ownPipeline }: HourSetup, { ledger, startTime, isUnknown }: Memory): boolean {
  return (
    readableOf(ownPipeline) !== undefined && ledger === undefined && startTime === undefined && !isUnknown
  );
}
