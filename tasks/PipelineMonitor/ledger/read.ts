import type * as v from "valibot";
import { messageOf } from "../../../shared/errors";
import { HttpError, statusOf } from "../../../shared/http/errors";
import type { Journal, PipelineJournal } from "../../../shared/journal/schema";
import { journalType } from "../../../shared/journal/schema";
import { daySeconds } from "../../../shared/text/time";
import type { Zone } from "../../../shared/text/zone";
import type { Config } from "../config/parse";
import { attempt, type Context, type OwnPipeline, withinBudget } from "../issue/context";
import type { Entry } from "../issue/entry";
import { type Ledger, projectFingerprint } from "../issue/ledger";
import type { Note } from "../issue/note";
import { words } from "../issue/parts";
import { lastHour, sinceLast, type Window } from "../issue/window";
import { parseJournal } from "../journal/journal-file";
import { ledgerName, ledgerType, parseBlindReports, parseLedger, UnknownForm } from "./ledger-file";

/**
 * The memory of earlier reports: there is none yet; it was read; nobody can read it any more; or a later report may be able to
 * read it, so that this one must not take its place. `guest` is the memory of the monitor that a person tries with another webhook.
 */
export type Memory =
  | { state: "none"; unfinished: Unfinished }
  | {
      state: "read" | "guest";
      ledger: Ledger;
      /** The runs until then; undefined if it is lost, or there is none. */
      journal: Journal | undefined;
      unfinished: Unfinished;
      /** Whether a later one is lost. */
      isOlder: boolean;
    }
  | {
      state: "lost";
      journal: Journal | undefined;
      /** When the run started that wrote it, in seconds since 1970. */
      startTime: number | undefined;
      unfinished: Unfinished;
    }
  | {
      state: "unreadable";
      /** How many reports in a row could not read it, this one included; 0 if nobody knows. */
      reports: number;
    };

/** Runs of the monitor since, by their ids, that wrote no ledger, or one that nobody can read. */
type Unfinished = readonly number[];

export function ledgerOf(memory: Memory): Ledger | undefined {
  return "ledger" in memory ? memory.ledger : undefined;
}

/** As features are told: of an `unreadable` memory, a later report may know more. */
export type Remembered = Exclude<Memory["state"], "guest">;

export function rememberedOf(memory: Memory): Remembered {
  if (!("ledger" in memory)) return memory.state;
  return memory.isOlder ? "lost" : "read";
}

export function withEntries(memory: Memory, change: (entry: Entry) => Entry): Memory {
  return "ledger" in memory
    ? { ...memory, ledger: { ...memory.ledger, entries: memory.ledger.entries.map(change) } }
    : memory;
}

/** The memory of a monitor that has not reported yet. */
export const noMemory: Memory = { state: "none", unfinished: [] };

/** Names what could not be compared with a memory. */
function nameOf({ alerts }: Config): string {
  return alerts.remindSeconds === undefined
    ? "the time of the last report"
    : "what earlier messages reported";
}

/** The gaps of a memory: the name of what could not be compared, and a note that ends of problems may go untold. */
export function gapsOf(memory: Memory, config: Config): { skipped: string[]; notes: Note[] } {
  const isOlderOne = "isOlder" in memory && memory.isOlder;
  const notes = memory.state === "lost" ? [forgotten] : isOlderOne ? [isOlder] : [];
  return { skipped: notes.length > 0 || memory.state === "unreadable" ? [nameOf(config)] : [], notes };
}

/** Reads the ledger, if the configuration depends on it. Logs a warning if it cannot be read. */
export async function readMemory(
  config: Config,
  ownPipeline: OwnPipeline | { unknown: string } | undefined,
  parts: v.ObjectEntries,
  context: Context,
): Promise<Memory> {
  if (ownPipeline === undefined) return noMemory;
  const { agent } = context;
  const { sinceLastReport, alerts, zone } = config;
  const name = nameOf(config);
  const last = await attempt(name, context, () =>
    withinBudget(context, (signal) => {
      if ("unknown" in ownPipeline) throw new Error(ownPipeline.unknown);
      // Only a monitor that reads everything since its last report has a journal.
      return readLast(ownPipeline, { zone, parts, hasJournal: sinceLastReport }, signal);
    }),
  );
  if (last?.journalProblem)
    agent.warn(`Could not read the journal, so earlier runs are read again: ${last.journalProblem}`);
  if (last?.problem) agent.warn(`Could not check ${name}: ${last.problem}`);
  const memory = last?.memory ?? { state: "unreadable", reports: 0 };
  if (memory.state === "unreadable" && sinceLastReport) agent.print("Checking the last hour instead.");
  if (alerts.remindSeconds !== undefined && ["unreadable", "lost"].includes(memory.state))
    agent.print("Reporting everything, even if an earlier message has reported it.");
  return memory;
}

/** As if nobody had watched any pipeline: the last failure of each, which nobody knows to be told, is told again. */
function unwatched(journal: Journal): Journal {
  return new Map(
    [...journal].map(([project, one]) => [
      project,
      { ...one, pipelines: new Map([...one.pipelines].map(([key, of]) => [key, withAllOut(of)])) },
    ]),
  );
}

function withAllOut(pipeline: PipelineJournal): PipelineJournal {
  return { ...pipeline, branches: pipeline.branches.map((branch) => ({ ...branch, isOut: true })) };
}

const aboutMemory = { severity: "note", rank: 7, tally: { thing: "memory", what: "lost" } } as const;

const forgotten: Note = {
  ...aboutMemory,
  says: [
    words(
      "Earlier messages are forgotten: these problems may have been reported before, and others may have ended since",
    ),
  ],
};

const isOlder: Note = {
  ...aboutMemory,
  says: [words("The latest messages are forgotten: some of these problems may have been reported before")],
};

/** Enough for a day of runs that wrote no ledger. */
const maxTagged = 24;
/** So many ledgers are tried that cannot be read. */
const maxLost = 5;
/** The report after so many that could not read a ledger goes on without it. */
const maxBlindReports = 2;

interface Form {
  zone: Zone;
  parts: v.ObjectEntries;
  hasJournal: boolean;
}

/**
 * Reads what the last run of this monitor attached. A run of another branch, or with a tag but no attachment of its own,
 * is none. A ledger that is lost, or that three reports in a row could not read, is replaced by the one before it. Throws if
 * the service does not list the runs.
 */
async function readLast(own: OwnPipeline, form: Form, signal: AbortSignal): Promise<LastMemory> {
  const unfinished: number[] = [];
  let journal: Journal | undefined;
  // The newest ledger that is lost says why, and is what is known until an older one can be read.
  let newest: { problem: string; startTime: number | undefined } | undefined;
  let [blindBefore, lostCount] = [0, 0];
  for (const run of await own.service.taggedRuns(own.definitionId, own.tag, maxTagged, signal)) {
    if (own.branch !== "" && run.branch !== undefined && run.branch !== own.branch) continue;
    const attached = await readAttached(own, run.id, form, signal);
    const { ledger, problem, journalProblem } = attached;
    if (ledger !== undefined) {
      const memory = { ledger, journal: attached.journal, unfinished, isOlder: newest !== undefined };
      return { memory: { state: "read", ...memory }, problem: newest?.problem ?? "", journalProblem };
    }
    unfinished.push(run.id);
    blindBefore = Math.max(blindBefore, attached.blindReports);
    if (problem === "") continue;
    if (!attached.isLost && blindBefore < maxBlindReports)
      return { memory: { state: "unreadable", reports: blindBefore + 1 }, problem, journalProblem: "" };
    lostCount += 1;
    if (lostCount > maxLost) break;
    newest ??= { problem, startTime: run.startTime };
    journal ??= attached.journal;
  }
  if (newest === undefined) return { memory: { state: "none", unfinished }, problem: "", journalProblem: "" };
  const { problem, startTime } = newest;
  const memory = { journal: journal && unwatched(journal), startTime, unfinished };
  return { memory: { state: "lost", ...memory }, problem, journalProblem: "" };
}

/** With why the newest one, or its journal, cannot be read; empty if nothing is wrong. */
interface LastMemory {
  memory: Memory;
  problem: string;
  journalProblem: string;
}

/** The attachments of a run. A problem is one with its ledger, which is lost if no later report could read it either. */
async function readAttached(
  { service, tag }: OwnPipeline,
  id: number,
  { hasJournal, ...form }: Form,
  signal: AbortSignal,
) {
  // The step must not end while the other request waits to be repeated.
  const [ledgers, journals] = await Promise.allSettled([
    service.attachments(id, ledgerType, ledgerName(tag), signal),
    hasJournal ? service.attachments(id, journalType, ledgerName(tag), signal) : [],
  ]);
  const files = journals.status === "rejected" ? [] : journals.value;
  const journalOf = (until?: number) =>
    files.map((content) => parseJournal(content, String(id), until)).find((one) => one);
  const none = { ledger: undefined, journal: undefined, journalProblem: "", problem: "", blindReports: 0 };
  try {
    if (ledgers.status === "rejected") throw ledgers.reason;
    const blindReports = Math.max(0, ...ledgers.value.map((one) => parseBlindReports(one, String(id))));
    if (blindReports > 0) return { ...none, blindReports, isLost: false };
    // Of several attempts, the one that covers most counts.
    const attempts = ledgers.value.flatMap((content) => parseLedger(content, String(id), form) ?? []);
    const [ledger] = attempts.sort((one, other) => other.othersUntil - one.othersUntil);
    const journalProblem = journals.status === "rejected" ? messageOf(journals.reason) : "";
    return {
      ...none,
      ledger,
      journal: ledger && journalOf(ledger.reportedUntil),
      journalProblem,
      isLost: false,
    };
  } catch (error) {
    signal.throwIfAborted();
    return { ...none, journal: journalOf(), problem: messageOf(error), isLost: isGone(error) };
  }
}

/** An attachment that is not there, or is no JSON of this form, will not be there later. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof HttpError)) return error instanceof UnknownForm;
  return statusOf(error.problem) === 404 || error.problem.kind === "unreadable";
}

/** The window is a function of the time in milliseconds since 1970. A memory that is lost began at most a day before. */
export function windowOf(config: Config, memory: Memory): (now: number) => Window {
  if (!config.sinceLastReport || memory.state === "unreadable") return lastHour;
  const ledger = ledgerOf(memory);
  // A project that no report has read yet, such as a new one, begins where the reports on the others did.
  const others = memory.state === "lost" ? memory.startTime : ledger?.othersUntil;
  const known = ledger?.projects.get(projectFingerprint(config));
  const isForgotten = memory.state === "lost" && config.alerts.remindSeconds !== undefined;
  return (now) => {
    if (known !== undefined || others === undefined) return sinceLast(now, known);
    // Of what earlier reports found, nobody knows who was told.
    return sinceLast(now, {
      until: isForgotten ? Math.min(others, Math.floor(now / 1000) - daySeconds) : others,
    });
  };
}
