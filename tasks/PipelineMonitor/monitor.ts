import type * as v from "valibot";
import { checkHour } from "./check-hour";
import { editsBetween } from "./config/edits";
import { fingerprint } from "./config/fingerprint";
import type { Config } from "./config/parse";
import type { FeatureOn } from "./feature";
import { type Followed, followUp, readableOf } from "./follow-up";
import type { Context } from "./issue/context";
import { type Entry, ownTarget, projectFingerprint } from "./issue/ledger";
import type { Report } from "./issue/report";
import { foldNotes } from "./ledger/notes";
import { withoutQuote } from "./ledger/quotes";
import { type Memory, readMemory, windowOf } from "./ledger/read";
import { type OpenFeatures, openFeatures } from "./open-features";
import { checkProjects, findProjects, type OtherProjects } from "./projects";
import { openList } from "./rules/run-list";
import type { Setup } from "./setup";
import type { Channel } from "./targets/channel";
import { chatTarget } from "./targets/chat";
import { mentionWarnings } from "./targets/mentions";
import { decideAll, nowOf, reportsFor } from "./targets/reports";
import { guestOf, handedOver, type Target } from "./targets/target";
import { settled, tellAll } from "./tell";

/** Given to a run of the monitor besides its context. */
export interface Watch extends Followed, Pick<Setup, "onIssues" | "origin"> {
  /** The other projects of the organization. */
  others: OtherProjects;
  /** Those that the configuration enables, and what all of them may have in the memory. */
  features: readonly FeatureOn[];
  forms: v.ObjectEntries;
}

/** The beginning of an hour. */
interface Begun {
  /** In milliseconds since 1970. */
  startedAt: number;
  read: Memory;
  features: OpenFeatures;
  /** The targets beside the step's own webhook. */
  others: readonly Target[];
}

/**
 * Runs the monitor in the order of the specification's rules: list, check, explain, print, post. Throws if
 * the list of runs cannot be read to its end; then it reports nothing. Each target gets what it has not been told.
 */
export async function monitor(watch: Watch, context: Omit<Context, "opensLogPages">): Promise<Report> {
  const { config, ownPipeline, ownRun, forms } = watch;
  const startedAt = context.clock.now();
  const read = withoutTrial(await readMemory(config, ownPipeline, forms, context), watch);
  const { ledger, isUnknown, lost, unfinished } = read;
  const before = {
    own: readableOf(ownPipeline),
    ownRun,
    isBlind: isUnknown || lost.length > 0,
    isUnknown,
    unfinished,
    reportedUntil: ledger?.reportedUntil,
    configuration: fingerprint([JSON.stringify(watch.configuration)]),
  };
  const features = openFeatures(watch.features, ledger?.parts ?? {}, before, context);
  const others = features.targets(context);
  try {
    return await watchHour(watch, { startedAt, read, features, others }, context);
  } finally {
    for (const { dispose } of others) dispose();
  }
}

async function watchHour(
  watch: Watch,
  { startedAt, read, features, others }: Begun,
  given: Omit<Context, "opensLogPages">,
): Promise<Report> {
  const { config, origin, ownRun, onIssues, channel } = watch;
  const isGuest = isOfGuest(watch, read);
  const targets = targetsOf(channel, others, isGuest);
  const context = { ...given, opensLogPages: targets.some(({ opensLogPages }) => opensLogPages) };
  if (!config.testFlag)
    for (const warning of mentionWarnings(config.pipelines, targets))
      context.agent.warn(`configFile: ${warning}`);
  const quotes = config.keys.quote_logs !== false;
  const memory = withEntries(read, (entry) => handedOver(quotes ? entry : withoutQuote(entry), targets));
  const { configs, isListed } = await findProjects(config, watch.others, context);
  const { projects: hours, unread } = await checkProjects(configs, watch.others, context, {
    begin: (one, of) => openList(windowOf(one, memory), startedAt, of, features.since),
    complete: (list, one, of) => checkHour(one, list, { memory, targets, features }, of),
  });
  const [now, projects] = [nowOf(hours), hours.map(({ report }) => report)];
  const hour = { config, projects, unread, isListed };
  const overview = { ...hour, ...memory, isFirst: isFirst(watch, memory) };
  const { general, gone, unasked } = otherEntries(memory, { configs, ...hour });
  const { notes, asides } = features.general(overview, context);
  const folded = foldNotes(general, overview, notes, now);
  const { silence } = features;
  const skipped = new Set([
    ...memory.skipped,
    ...features.faults(),
    ...projects.flatMap((project) => project.skipped),
  ]);
  const edits = memory.ledger ? editsBetween(memory.ledger.configuration, watch.configuration) : [];
  const reports = reportsFor(targets, {
    ...{ ...hour, origin, asides, skipped: [...skipped], edits, hours, gone, silence },
    general: {
      folded,
      decisions: decideAll(folded, targets, { config, now, remembers: !memory.isUnknown, silence }),
    },
  });
  const shown = { onIssues, ownRun, form: channel.form };
  const whole = {
    ...reports.whole,
    projects: reports.whole.projects.map((one) => ({ ...one, sections: features.sections(one) })),
  };
  const { report, answered } = await tellAll({ ...reports, whole }, shown, context);
  const decided = [...hours.flatMap((one) => one.folded.entries), ...folded.entries, ...gone];
  const entries = [...settled(decided, answered, now), ...unasked];
  return followUp(report, { ...hour, entries, now, memory, isGuest, features }, watch, context);
}

/** What a person told another channel before the first scheduled run, its own has not been told. */
function withoutTrial(memory: Memory, { webhook, isStartedByPerson }: Watch): Memory {
  const { ledger } = memory;
  if (ledger?.isTried !== true || isStartedByPerson || ledger.webhook === webhook) return memory;
  return withEntries(memory, (entry) => {
    const { [ownTarget]: _, ...told } = entry.told;
    return { ...entry, told };
  });
}

function withEntries(memory: Memory, change: (entry: Entry) => Entry): Memory {
  const { ledger } = memory;
  return ledger === undefined
    ? memory
    : { ...memory, ledger: { ...ledger, entries: ledger.entries.map(change) } };
}

/** Whether a person started the monitor with another webhook, such as that of a test channel. */
function isOfGuest({ webhook, isStartedByPerson }: Watch, { ledger }: Memory): boolean {
  return isStartedByPerson && ledger !== undefined && ledger.webhook !== webhook;
}

/**
 * The step's own webhook takes what no other chat takes. A guest takes nothing away from the channel of the scheduled
 * runs: that is owed what this run finds.
 */
function targetsOf(channel: Channel, others: readonly Target[], isGuest: boolean): Target[] {
  const own = chatTarget(
    ownTarget,
    "",
    channel,
    (pipeline) => !others.some((one) => one.kind === "chat" && one.takes(pipeline)),
  );
  return isGuest ? [guestOf(own), { ...own, tell: undefined }, ...others] : [own, ...others];
}

/** Outside a pipeline, no report is known to be the first. */
function isFirst({ ownPipeline }: Watch, { ledger, startTime, isUnknown }: Memory): boolean {
  return (
    readableOf(ownPipeline) !== undefined && ledger === undefined && startTime === undefined && !isUnknown
  );
}

/** The known problems that are not of the projects that were read. */
function otherEntries(
  { ledger }: Memory,
  { configs, unread, isListed }: { configs: readonly Config[]; unread: readonly Config[]; isListed: boolean },
): Record<"general" | "gone" | "unasked", Entry[]> {
  const entries = ledger?.entries ?? [];
  const [asked, missing] = [configs, unread].map((some) => new Set(some.map(projectFingerprint)));
  const others = entries.filter(({ project }) => project !== "" && asked?.has(project) !== true);
  return {
    general: entries.filter(({ project }) => project === ""),
    gone: isListed ? others : [],
    unasked: [
      ...entries.filter(({ project }) => missing?.has(project) === true),
      ...(isListed ? [] : others),
    ],
  };
}
