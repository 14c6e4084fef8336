import type { Phrase } from "../../shared/chat/message";
import { messageOf } from "../../shared/errors";
import { journalType } from "../../shared/journal/schema";
import type { Config } from "./config/parse";
import type { HourAfter } from "./feature";
import { attempt, type Context } from "./issue/context";
import type { Entry } from "./issue/entry";
import { type Ledger, type OwnPipeline, ownTarget, projectFingerprint } from "./issue/ledger";
import type { Note } from "./issue/note";
import type { Report } from "./issue/report";
import { renderJournal } from "./journal/journal-file";
import { isAside } from "./ledger/decide";
import { ledgerName, ledgerType, renderBlindReports, renderLedger } from "./ledger/ledger-file";
import type { Memory } from "./ledger/read";
import { withEndTold } from "./ledger/settle";
import { ledgerAfter } from "./ledger/write";
import type { OpenFeatures } from "./open-features";
import { readableOf, type Watch } from "./setup";

/**
 * Does what features do after a report, and writes the ledger: `entries` as all targets know them by now, and who the step's
 * own webhook told.
 */
export async function followUp(
  posted: Report,
  {
    memory,
    features,
    isGuest,
    ...known
  }: { memory: Memory; features: OpenFeatures; entries: readonly Entry[]; now: number } & Pick<
    Ledger,
    "projectIds" | "webhook" | "isTried"
  > &
    Pick<HourAfter, "isGuest">,
  { ownPipeline, ownRun, channel, configuration }: Watch,
  context: Context,
): Promise<Report> {
  const { config } = posted;
  const own = readableOf(ownPipeline);
  // A ledger that a later report may be able to read is not replaced.
  const marked = memory.isUnknown || config.testFlag ? undefined : own;
  let report = posted;
  let { entries } = known;
  const asides = asidesOf(entries, config);
  const toldAsides = () => {
    entries = entries.map((entry) => (asides.has(entry) ? withEndTold(entry, ownTarget) : entry));
  };
  const hour = {
    form: channel.form,
    post: channel.post,
    ownRun,
    isRemembered: marked !== undefined,
    isGuest,
    asides: [...asides].flatMap(({ end }) => (end?.note === undefined ? [] : [phraseOf(end.note)])),
    toldAsides,
    past: features.past,
  };
  try {
    for (const { name, run } of features.after) {
      const done = await attempt(name, context, () => run({ ...hour, report }, context));
      if (done !== "done") report = { ...report, skipped: [...report.skipped, name] };
    }
    return { ...report, skipped: [...new Set([...report.skipped, ...features.faults()])] };
  } finally {
    // Whatever becomes of what follows, the targets have the report.
    const parts = features.parts();
    const ledger = ledgerAfter({ ...posted, ...known, configuration, parts, entries }, memory);
    if (marked !== undefined) write(ledger, journalAfter(posted, memory, ledger), marked, context);
    else if (own !== undefined && memory.blindReports > 0 && !config.testFlag)
      writeBlind(memory.blindReports, own, context);
  }
}

function asidesOf(entries: readonly Entry[], config: Config): ReadonlySet<Entry> {
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
function journalAfter({ config, projects }: Report, memory: Memory, ledger: Ledger) {
  const after = projects.map(({ config: of, journal }) => {
    const namedJournal = { ...journal, name: of.projectName, url: of.project.href };
    return [projectFingerprint(of), namedJournal] as const;
  });
  const journal = config.sinceLastReport
    ? new Map([...(memory.journal ?? []), ...after].filter(([project]) => ledger.projects.has(project)))
    : undefined;
  const ownerOf = (pipeline: string) => config.pipelines.entryFor(pipeline).owner;
  return { journal, now: ledger.reportedUntil, zone: config.zone, ownerOf };
}
