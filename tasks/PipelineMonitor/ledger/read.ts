import type * as v from "valibot";
import { messageOf } from "../../../shared/errors";
import { journalType } from "../../../shared/journal/content-schema";
import type { Zone } from "../../../shared/text/zone";
import type { Config } from "../config/parse";
import { attempt, type Context, withinBudget } from "../issue/context";
import type { Note } from "../issue/issue";
import type { Journal } from "../issue/journal";
import { type Ledger, type OwnPipeline, projectFingerprint } from "../issue/ledger";
import { words } from "../issue/parts";
import { lastHour, sinceLast, type Window } from "../issue/window";
import { parseJournal } from "../journal/journal-file";
import { ledgerName, ledgerType, parseLedger } from "./ledger-file";

/** What is known of earlier reports. */
export interface Memory {
  /** Undefined if there is none, or it is unknown. */
  ledger: Ledger | undefined;
  /** What ran until then; undefined if it is lost, or there is none. */
  journal: Journal | undefined;
  /** When the run started that wrote it, in seconds since 1970; undefined if there is none, or it is unknown. */
  startTime: number | undefined;
  /** Names what could not be read. */
  skipped: readonly string[];
  /** Says in the message that ends of problems may go untold. */
  lost: readonly Note[];
  /** Runs of the monitor since, by their ids, that ended before they wrote their ledger. */
  unfinished: readonly number[];
  /** Whether a later report may be able to read it, so that this one must not take its place. */
  isUnknown: boolean;
}

/** Names in the report what could not be compared. */
const whatWasReported = "what earlier messages reported";

/** What a monitor knows that has not reported yet. */
export const noMemory: Memory = {
  ledger: undefined,
  journal: undefined,
  startTime: undefined,
  skipped: [],
  lost: [],
  unfinished: [],
  isUnknown: false,
};

/** Reads the ledger, if the configuration depends on it. Logs a warning if it cannot be read. */
export async function readMemory(
  { sinceLastReport, alerts, zone }: Config,
  ownPipeline: OwnPipeline | { unknown: string } | undefined,
  parts: v.ObjectEntries,
  context: Pick<Context, "agent" | "cancelled" | "time">,
): Promise<Memory> {
  if (ownPipeline === undefined) return noMemory;
  const name = alerts.remindSeconds === undefined ? "the time of the last report" : whatWasReported;
  const last = await attempt(name, context, () =>
    withinBudget(context, (signal) => {
      if ("unknown" in ownPipeline) throw new Error(ownPipeline.unknown);
      // Only a monitor that reads everything since its last report has a journal.
      return readLast(ownPipeline, { zone, parts, hasJournal: sinceLastReport }, signal);
    }),
  );
  if (last !== undefined && last.journalProblem !== "")
    context.agent.warn(`Could not read the journal, so earlier runs are read again: ${last.journalProblem}`);
  if (last === undefined && sinceLastReport) context.agent.print("Checking the last hour instead.");
  if (last?.problem === "") {
    const { ledger, journal, startTime, unfinished } = last;
    return { ...noMemory, ledger, journal, startTime, unfinished };
  }
  if (alerts.remindSeconds !== undefined)
    context.agent.print("Reporting everything, even if an earlier message has reported it.");
  if (last === undefined) return { ...noMemory, skipped: [name], isUnknown: true };
  context.agent.warn(`Could not check ${name}: ${last.problem}`);
  return {
    ...{ ...noMemory, startTime: last.startTime, skipped: [name], lost: [forgotten] },
    unfinished: last.unfinished,
  };
}

const forgotten: Note = {
  parts: [words("Earlier messages are forgotten: problems that they reported may have ended since.")],
  severity: "note",
  rank: 7,
  tally: { thing: "memory", what: "lost" },
};

/** More runs with the tag are not looked at for one whose attachment agrees. */
const maxTagged = 5;

/**
 * Reads what the last run of this monitor attached. A run of another branch, or with a tag but no attachment of its own,
 * is none. Of several attempts, the one that covers most counts. Throws if the service cannot say; `problem` says why an
 * attachment is of no use.
 */
async function readLast(
  { service, definitionId, branch, tag }: OwnPipeline,
  { hasJournal, ...form }: { zone: Zone; parts: v.ObjectEntries; hasJournal: boolean },
  signal: AbortSignal,
): Promise<
  Pick<Memory, "ledger" | "journal" | "startTime" | "unfinished"> & {
    problem: string;
    journalProblem: string;
  }
> {
  const unfinished: number[] = [];
  const none = { ledger: undefined, journal: undefined, journalProblem: "", unfinished };
  for (const run of await service.taggedRuns(definitionId, tag, maxTagged, signal)) {
    if (branch !== "" && run.branch !== undefined && run.branch !== branch) continue;
    const [ledgers, journals] = await Promise.allSettled([
      service.attachments(run.id, ledgerType, ledgerName(tag), signal),
      hasJournal ? service.attachments(run.id, journalType, ledgerName(tag), signal) : [],
    ]);
    // Only now: the step must not end while the other request waits to be repeated.
    if (ledgers.status === "rejected") throw ledgers.reason;
    try {
      const attempts = ledgers.value.flatMap((content) => parseLedger(content, String(run.id), form) ?? []);
      const [ledger] = attempts.sort((one, other) => other.othersUntil - one.othersUntil);
      if (ledger === undefined) {
        unfinished.push(run.id);
        continue;
      }
      const [journalProblem, files] =
        journals.status === "rejected" ? [messageOf(journals.reason), []] : ["", journals.value];
      const journal = files
        .map((content) => parseJournal(content, String(run.id), ledger.reportedUntil))
        .find((one) => one);
      return { ledger, journal, journalProblem, startTime: run.startTime, unfinished, problem: "" };
    } catch (error) {
      return { ...none, startTime: run.startTime, problem: messageOf(error) };
    }
  }
  return { ...none, startTime: undefined, problem: "" };
}

/** The window is a function of the time in milliseconds since 1970. */
export function windowOf(config: Config, { ledger, startTime, isUnknown }: Memory): (now: number) => Window {
  if (!config.sinceLastReport || isUnknown) return lastHour;
  // A project that no report has read yet, such as a new one, begins where the reports on the others did.
  const others = ledger?.othersUntil ?? startTime;
  const known =
    ledger?.projects.get(projectFingerprint(config)) ??
    (others === undefined ? undefined : { until: others });
  return (now) => sinceLast(now, known);
}
