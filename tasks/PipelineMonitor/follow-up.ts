import type { Phrase } from "../../shared/chat/message";
import { messageOf } from "../../shared/errors";
import { journalType } from "../../shared/journal/content-schema";
import { attempt, type Context } from "./issue/context";
import type { Entry } from "./issue/entry";
import {
  type Ledger,
  type OwnPipeline,
  ownTarget,
  type ProjectIds,
  projectFingerprint,
} from "./issue/ledger";
import type { Note } from "./issue/note";
import type { Report } from "./issue/report";
import { renderJournal } from "./journal/journal-file";
import { isAside } from "./ledger/decide";
import { ledgerName, ledgerType, renderBlindReports, renderLedger } from "./ledger/ledger-file";
import type { Memory } from "./ledger/read";
import { withEndTold } from "./ledger/settle";
import { ledgerAfter } from "./ledger/write";
import type { OpenFeatures } from "./open-features";
import type { Setup } from "./setup";
import type { Channel } from "./targets/channel";

/** Given to a run of the monitor for what follows its report. */
export interface FollowUpSetup extends Pick<Setup, "config" | "ownRun"> {
  /** Behind the step's own webhook. */
  channel: Channel;
  /**
   * The monitor's own pipeline, whose last report says where the window begins and what was told, or why it cannot be
   * read; undefined if nothing depends on it.
   */
  ownPipeline: OwnPipeline | { unknown: string } | undefined;
  /** The fingerprint of the step's own webhook. */
  webhook: string;
  /** Whether a person started the monitor's run, rather than its schedule. */
  isStartedByPerson: boolean;
  /** The fingerprints of the parts of the configuration, by their paths. */
  configuration: Ledger["configuration"];
}

/** The state after all targets have answered. */
interface AnsweredHour extends Pick<Report, "config" | "projects" | "unread" | "isListed"> {
  entries: readonly Entry[];
  now: number;
  memory: Memory;
  projectIds: ProjectIds;
  /** Whether the step's own webhook is not that of the scheduled runs. */
  isGuest: boolean;
  features: OpenFeatures;
}

/** Does what features do after a report, and writes the ledger. */
export async function followUp(
  posted: Report,
  known: AnsweredHour,
  followed: FollowUpSetup,
  context: Context,
): Promise<Report> {
  const { memory, isGuest, features } = known;
  const { ledger } = memory;
  const { config, ownRun, channel } = followed;
  const { form, post } = channel;
  const own = readableOf(followed.ownPipeline);
  // A ledger that a later report may be able to read is not replaced.
  const marked = memory.isUnknown || config.testFlag ? undefined : own;
  let report = posted;
  let entries = known.entries;
  const asides = asidesOf(known);
  const toldAsides = () => {
    entries = entries.map((entry) => (asides.has(entry) ? withEndTold(entry, ownTarget) : entry));
  };
  try {
    for (const after of features.after) {
      const hour = {
        report,
        ownRun,
        form,
        post,
        isRemembered: marked !== undefined,
        isGuest,
        asides: [...asides].flatMap(({ end }) => (end?.note === undefined ? [] : [phraseOf(end.note)])),
        toldAsides,
        past: features.past,
      };
      const done = await attempt(after.name, context, () => after.run(hour, context));
      if (done !== "done") report = { ...report, skipped: [...report.skipped, after.name] };
    }
    return { ...report, skipped: [...new Set([...report.skipped, ...features.faults()])] };
  } finally {
    // Whatever becomes of what follows, the targets have the report.
    const webhook = isGuest && ledger !== undefined ? ledger.webhook : followed.webhook;
    const isTried = followed.isStartedByPerson && ledger?.isTried !== false;
    const { configuration } = followed;
    const facts = { webhook, isTried, configuration, parts: features.parts() };
    const after = ledgerAfter({ ...known, ...facts, entries }, memory);
    if (marked !== undefined) write(after, journalAfter(known, after), marked, context);
    else if (own !== undefined && memory.blindReports > 0 && !config.testFlag)
      writeBlind(memory.blindReports, own, context);
  }
}

function asidesOf({ entries, config }: Pick<AnsweredHour, "entries" | "config">): ReadonlySet<Entry> {
  const own = projectFingerprint(config);
  return new Set(
    entries.filter((one) => one.project === own && isAside(one) && one.told[ownTarget] !== undefined),
  );
}

function phraseOf({ parts }: Note): Phrase {
  return parts.map((part) => ("url" in part ? part.label : part));
}

/** The attachment comes first: a run that is marked without it would have all of its problems repeated. */
function write(
  ledger: Ledger,
  { journal, ...facts }: ReturnType<typeof journalAfter>,
  { tag, runId }: OwnPipeline,
  { agent }: Context,
): void {
  // Without its journal, the next report reads the earlier runs again; without its ledger, it would repeat everything.
  try {
    if (journal !== undefined) {
      const text = renderJournal(journal, { ...facts, run: runId }, agent.sanitize);
      agent.attachReport(journalType, ledgerName(tag), text);
    }
  } catch (error) {
    agent.warn(`Could not write the journal: ${messageOf(error)}`);
  }
  agent.attachReport(ledgerType, ledgerName(tag), renderLedger(ledger, runId, agent.sanitize));
  agent.tagRun(tag);
}

/** So that the reports that cannot read a ledger are counted. */
function writeBlind(reports: number, { tag, runId }: OwnPipeline, { agent }: Context): void {
  agent.attachReport(ledgerType, ledgerName(tag), renderBlindReports(runId, reports));
  agent.tagRun(tag);
}

/** Only a monitor that reads everything since its last report knows what ran. Of projects that were not read, it is what was known. */
function journalAfter({ config, projects, memory, now }: AnsweredHour, ledger: Ledger) {
  const after = projects.map(({ config: of, journal }) => {
    const namedJournal = { ...journal, name: of.projectName, url: of.project.href };
    return [projectFingerprint(of), namedJournal] as const;
  });
  const journal = config.sinceLastReport
    ? new Map([...(memory.journal ?? []), ...after].filter(([project]) => ledger.projects.has(project)))
    : undefined;
  const ownerOf = (pipeline: string) => config.pipelines.entryFor(pipeline).owner;
  return { journal, now, zone: config.zone, ownerOf };
}

export function readableOf(ownPipeline: FollowUpSetup["ownPipeline"]): OwnPipeline | undefined {
  return ownPipeline === undefined || "unknown" in ownPipeline ? undefined : ownPipeline;
}
