import type * as v from "valibot";
import { writeOrWarn } from "../../shared/agent/write-or-warn";
import { journalType } from "../../shared/journal/schema";
import { fingerprint } from "./config/fingerprint";
import type { Config } from "./config/parse";
import type { Context, OwnPipeline } from "./issue/context";
import { withoutTold } from "./issue/knowledge";
import { type Ledger, ownTarget, projectFingerprint } from "./issue/ledger";
import type { Report } from "./issue/report";
import { renderJournal } from "./journal/journal-file";
import { ledgerName, ledgerType, renderBlindReports, renderLedger } from "./ledger/ledger-file";
import { ledgerOf, type Memory, rememberedOf, withEntries } from "./ledger/memory";
import { withoutQuote } from "./ledger/quotes";
import { readMemory } from "./ledger/read";
import { ledgerAfter } from "./ledger/write";

/** As all targets know it by now, in seconds since 1970. */
export interface KnownAfter extends Pick<Ledger, "entries" | "projectIds" | "parts"> {
  now: number;
  /** Whether the other projects could be listed, if they are to be checked. */
  isListRead: boolean;
}

export type MemoryStore = ReturnType<typeof openMemory>;

/** Where the memory of a monitor is: attached to the runs of its own pipeline. It is read once, and written once. */
export function openMemory(
  config: Config,
  {
    ownPipeline,
    forms,
    webhookId,
    isStartedByPerson,
    configuration,
  }: {
    /** The reason if it cannot be read; undefined if nothing depends on it. */
    ownPipeline: OwnPipeline | { unknown: string } | undefined;
    /** The members of the ledger that features may have. */
    forms: v.ObjectEntries;
    /** The fingerprint of the step's own webhook. */
    webhookId: string;
    isStartedByPerson: boolean;
    configuration: Ledger["configuration"];
  },
) {
  const own = ownPipeline === undefined || "unknown" in ownPipeline ? undefined : ownPipeline;
  // A ledger that a later report may be able to read is not replaced.
  const isWritten = ({ state }: Memory) => own !== undefined && state !== "unreadable" && !config.testFlag;
  return {
    /** Undefined if nothing can be written there. */
    own,
    async read(context: Context): Promise<Memory> {
      const memory = await readMemory(config, ownPipeline, forms, context);
      if (!("ledger" in memory)) return memory;
      const { isTried, webhook: before } = memory.ledger;
      // With the same webhook, the memory stays as it is, whoever started this run.
      const isOther = before !== webhookId;
      // The first scheduled run forgets what a person told another channel. Later, another webhook is a new URL of the same channel.
      const isForgotten = isTried && !isStartedByPerson && isOther;
      const read = isForgotten ? withEntries(memory, (entry) => withoutTold(entry, ownTarget)) : memory;
      // A person who tries another webhook changes nothing for the scheduled runs.
      const isGuest = isStartedByPerson && isOther && "ledger" in read;
      const served: Memory = isGuest ? { ...read, state: "guest" } : read;
      return config.keys.quote_logs === false ? withEntries(served, withoutQuote) : served;
    },
    /** Before the hour of features. */
    knownFrom(memory: Memory) {
      const ledger = ledgerOf(memory);
      return {
        own,
        remembered: rememberedOf(memory),
        unfinished: "unfinished" in memory ? memory.unfinished : [],
        reportedUntil: ledger?.reportedUntil,
        configuration: fingerprint([JSON.stringify(configuration)]),
        memory: ledger?.parts ?? {},
      };
    },
    /** Whether this report writes a ledger, so that the next one knows what is kept. */
    isWritten,
    /** Replaces what was known before by what all targets know now. */
    write(
      report: Report,
      { entries, projectIds, parts, now, isListRead }: KnownAfter,
      before: Memory,
      { agent }: Context,
    ): void {
      if (own === undefined || config.testFlag) return;
      const { tag, runId } = own;
      let text: () => string;
      if (isWritten(before)) {
        const facts = {
          entries,
          projectIds,
          parts,
          configuration,
          webhook: before.state === "guest" ? before.ledger.webhook : webhookId,
          isTried: isStartedByPerson && ledgerOf(before)?.isTried !== false,
        };
        const ledger = ledgerAfter({ ...report, isListRead }, facts, before, now);
        // Without its journal, the next report reads the earlier runs again; without its ledger, it would repeat everything.
        writeOrWarn("the journal", agent, () => {
          // Only a monitor that reads everything since its last report knows what ran.
          if (!config.sinceLastReport) return;
          const journal = journalText(ledger, before, report, runId, agent.sanitize);
          agent.attachReport(journalType, ledgerName(tag), journal);
        });
        text = () => renderLedger(ledger, runId, agent.sanitize);
      } else if (before.state === "unreadable" && before.reports > 0) {
        // So that the reports that cannot read a ledger are counted.
        text = () => renderBlindReports(runId, before.reports);
      } else return;
      const attach = () => agent.attachReport(ledgerType, ledgerName(tag), text());
      // A run that is marked without its attachment would have all of its problems repeated.
      if (writeOrWarn("the memory of this report", agent, attach)) agent.tagRun(tag);
    },
  };
}

/** The journal of projects that were not read is the one that was known. */
function journalText(
  { projects: remembered, reportedUntil: now }: Ledger,
  memory: Memory,
  { config, projects }: Report,
  run: string,
  sanitize: Context["agent"]["sanitize"],
): string {
  const after = projects.map(({ config: { projectName, project, projectId }, journal }) => {
    const named = { ...journal, name: projectName, url: project.href, id: projectId };
    return [projectFingerprint({ project, projectId }), named] as const;
  });
  const before = "journal" in memory ? (memory.journal ?? []) : [];
  const kept = new Map([...before, ...after].filter(([project]) => remembered.has(project)));
  const ownerOf = (pipeline: string) => config.pipelines.entryFor(pipeline).owner;
  return renderJournal(kept, { run, now, zone: config.zone, ownerOf }, sanitize);
}
