import type * as v from "valibot";
import { messageOf } from "../../shared/errors";
import { journalType } from "../../shared/journal/schema";
import { fingerprint } from "./config/fingerprint";
import type { Config } from "./config/parse";
import type { Context, OwnPipeline } from "./issue/context";
import { withoutTold } from "./issue/knowledge";
import { type Ledger, ownTarget, projectFingerprint } from "./issue/ledger";
import type { Report } from "./issue/report";
import { renderJournal } from "./journal/journal-file";
import { ledgerName, ledgerType, renderBlindReports, renderLedger } from "./ledger/ledger-file";
import { withoutQuote } from "./ledger/quotes";
import { type Memory, readMemory, withEntries } from "./ledger/read";
import { ledgerAfter } from "./ledger/write";

/** The memory of a monitor, which is attached to the runs of its own pipeline. It is read once, and written once. */
export function openMemory(
  config: Config,
  {
    ownPipeline,
    forms,
    webhook,
    isStartedByPerson,
    configuration,
  }: {
    /** The reason if it cannot be read; undefined if nothing depends on it. */
    ownPipeline: OwnPipeline | { unknown: string } | undefined;
    /** The members of the ledger that features may have. */
    forms: v.ObjectEntries;
    /** The fingerprint of the step's own webhook. */
    webhook: string;
    isStartedByPerson: boolean;
    configuration: Ledger["configuration"];
  },
) {
  const own = ownPipeline === undefined || "unknown" in ownPipeline ? undefined : ownPipeline;
  // A ledger that a later report may be able to read is not replaced.
  const isKept = ({ isUnknown }: Memory) => own !== undefined && !isUnknown && !config.testFlag;
  const isOther = (ledger: Ledger | undefined) => ledger !== undefined && ledger.webhook !== webhook;
  /** Whether a person started the monitor with another webhook, such as that of a test channel. */
  const isGuest = ({ ledger }: Memory) => isStartedByPerson && isOther(ledger);
  return {
    /** Undefined if nothing can be written there. */
    own,
    async read(context: Context): Promise<Memory> {
      const memory = await readMemory(config, ownPipeline, forms, context);
      const { ledger } = memory;
      // What a person told another channel before the first scheduled run is forgotten.
      const isForgotten = ledger?.isTried === true && !isStartedByPerson && isOther(ledger);
      const read = isForgotten ? withEntries(memory, (entry) => withoutTold(entry, ownTarget)) : memory;
      return config.keys.quote_logs === false ? withEntries(read, withoutQuote) : read;
    },
    /** Before the hour of features. */
    knownFrom({ ledger, startTime, isUnknown, lost, unfinished }: Memory) {
      return {
        own,
        // Outside a pipeline, no report is known to be the first.
        isFirst: own !== undefined && ledger === undefined && startTime === undefined && !isUnknown,
        isBlind: isUnknown || lost.length > 0,
        isUnknown,
        unfinished,
        reportedUntil: ledger?.reportedUntil,
        configuration: fingerprint([JSON.stringify(configuration)]),
        parts: ledger?.parts ?? {},
      };
    },
    isGuest,
    /** Whether the next report will know what is kept. */
    isKept,
    /** Replaces what was known before by what all targets know now. */
    write(
      report: Report,
      { entries, projectIds, parts, now }: Pick<Ledger, "entries" | "projectIds" | "parts"> & { now: number },
      before: Memory,
      { agent }: Context,
    ): void {
      if (own === undefined || config.testFlag) return;
      const { tag, runId } = own;
      if (isKept(before)) {
        const facts = {
          entries,
          projectIds,
          parts,
          configuration,
          webhook: isGuest(before) ? (before.ledger?.webhook ?? webhook) : webhook,
          isTried: isStartedByPerson && before.ledger?.isTried !== false,
        };
        const ledger = ledgerAfter(report, facts, before, now);
        // Without its journal, the next report reads the earlier runs again; without its ledger, it would repeat everything.
        try {
          // Only a monitor that reads everything since its last report knows what ran.
          if (config.sinceLastReport)
            agent.attachReport(
              journalType,
              ledgerName(tag),
              journalText(ledger, before, report, runId, agent.sanitize),
            );
        } catch (error) {
          agent.warn(`Could not write the journal: ${messageOf(error)}`);
        }
        agent.attachReport(ledgerType, ledgerName(tag), renderLedger(ledger, runId, agent.sanitize));
      } else if (before.blindReports > 0) {
        // So that the reports that cannot read a ledger are counted.
        agent.attachReport(ledgerType, ledgerName(tag), renderBlindReports(runId, before.blindReports));
      } else return;
      // The attachment comes first: a run that is marked without it would have all of its problems repeated.
      agent.tagRun(tag);
    },
  };
}

/** The journal of projects that were not read is the one that was known. */
function journalText(
  { projects: known, reportedUntil: now }: Ledger,
  { journal = new Map() }: Memory,
  { config, projects }: Report,
  run: string,
  sanitize: Context["agent"]["sanitize"],
): string {
  const after = projects.map(({ config: of, journal: one }) => {
    const named = { ...one, name: of.projectName, url: of.project.href };
    return [projectFingerprint(of), named] as const;
  });
  const kept = new Map([...journal, ...after].filter(([project]) => known.has(project)));
  const ownerOf = (pipeline: string) => config.pipelines.entryFor(pipeline).owner;
  return renderJournal(kept, { run, now, zone: config.zone, ownerOf }, sanitize);
}
