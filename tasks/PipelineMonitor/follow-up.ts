import { messageOf } from "../../shared/errors";
import { journalType } from "../../shared/journal/content-schema";
import { type Digested, tellDigest } from "./digest/weekly-digest";
import type { Context } from "./issue/context";
import { type Entry, type Ledger, type OwnPipeline, projectFingerprint } from "./issue/ledger";
import type { Report } from "./issue/report";
import { renderJournal } from "./journal/journal-file";
import { ledgerName, ledgerType, renderLedger } from "./ledger/ledger-file";
import type { Memory } from "./ledger/read";
import { ledgerAfter } from "./ledger/write";
import { countMetrics, type Metrics } from "./metrics/count";

/** Given to a run of the monitor for what follows its report. */
export interface Followed extends Digested {
  /**
   * The monitor's own pipeline, whose last report says where the window begins and what was told, or why it cannot be
   * read; undefined if nothing depends on it.
   */
  ownPipeline: OwnPipeline | { unknown: string } | undefined;
  /** Sends figures of all runs; undefined if the configuration asks for none. Throws only if the step is cancelled. */
  sendMetrics: ((metrics: Metrics) => Promise<void>) | undefined;
  /** The fingerprint of the step's own webhook. */
  webhook: string;
  /** Whether a person started the monitor's run, rather than its schedule. */
  isStartedByPerson: boolean;
  /** The fingerprints of the parts of the configuration, by their paths. */
  configuration: Ledger["configuration"];
}

/** What is known after all targets have answered. */
interface Known extends Pick<Report, "config" | "projects" | "unread" | "isListed"> {
  entries: readonly Entry[];
  now: number;
  memory: Memory;
  closed: Ledger["closed"];
  doubtful: Ledger["doubtful"];
  /** Whether the step's own webhook is not that of the scheduled runs. */
  isGuest: boolean;
}

const notCounted = "Sent no metrics, because the next report could count the same runs again.";

/** Tells the digest, sends the metrics, and writes the ledger. */
export async function followUp(
  posted: Report,
  known: Known,
  followed: Followed,
  context: Context,
): Promise<Report> {
  const { memory, isGuest } = known;
  const { ledger } = memory;
  const { sendMetrics, config } = followed;
  const { agent } = context;
  const own = readableOf(followed.ownPipeline);
  // A ledger that a later report may be able to read is not replaced.
  const marked = memory.isUnknown || config.testFlag ? undefined : own;
  // A digest that no ledger remembers is left to the next report.
  const isLeft = isGuest || (marked === undefined && own !== undefined);
  let report = posted;
  let metricsUntil = ledger?.metricsUntil;
  try {
    if (!isLeft) report = await tellDigest(posted, ledger?.digestUntil, followed, context);
    if (marked === undefined && sendMetrics !== undefined) agent.print(notCounted);
    if (marked !== undefined && sendMetrics !== undefined) {
      const counted = countMetrics(posted.projects, metricsUntil, agent.sanitize);
      // What may have arrived is not sent again, even if the step is cancelled.
      metricsUntil = counted.until;
      await sendMetrics(counted);
    }
    return report;
  } finally {
    // Whatever becomes of the digest and the metrics, the targets have the report.
    const digestUntil = report.digestUntil ?? ledger?.digestUntil;
    const webhook = isGuest && ledger !== undefined ? ledger.webhook : followed.webhook;
    const isTried = followed.isStartedByPerson && ledger?.isTried !== false;
    const { configuration } = followed;
    const facts = { digestUntil, metricsUntil, webhook, isTried, configuration };
    const after = ledgerAfter({ ...known, ...facts }, memory);
    if (marked !== undefined) write(after, journalAfter(known, after), marked, context);
  }
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

/** Only a monitor that reads everything since its last report knows what ran. Of projects that were not read, it is what was known. */
function journalAfter({ config, projects, memory, now }: Known, ledger: Ledger) {
  const after = projects.map(({ config: of, journal }) => {
    const named = { ...journal, name: of.projectName, url: of.project.href };
    return [projectFingerprint(of), named] as const;
  });
  const journal = config.sinceLastReport
    ? new Map([...(memory.journal ?? []), ...after].filter(([project]) => ledger.projects.has(project)))
    : undefined;
  const ownerOf = (pipeline: string) => config.pipelines.entryFor(pipeline).owner;
  return { journal, now, zone: config.zone, ownerOf };
}

export function readableOf(ownPipeline: Followed["ownPipeline"]): OwnPipeline | undefined {
  return ownPipeline === undefined || "unknown" in ownPipeline ? undefined : ownPipeline;
}
