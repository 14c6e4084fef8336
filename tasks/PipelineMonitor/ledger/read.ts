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

/** The memory of earlier reports. */
export interface Memory {
  /** Undefined if there is none, or it is unknown. */
  ledger: Ledger | undefined;
  /** The runs until then; undefined if the journal is lost, or there is none. */
  journal: Journal | undefined;
  /** When the run started that wrote it, in seconds since 1970; undefined if there is none, or it is unknown. */
  startTime: number | undefined;
  /** Names what could not be read. */
  skipped: readonly string[];
  /** Says in the message that ends of problems may go untold. */
  lost: readonly Note[];
  /** Runs of the monitor since, by their ids, that wrote no ledger, or one that nobody can read. */
  unfinished: readonly number[];
  /** Whether a later report may be able to read it, so that this one must not take its place. */
  isUnknown: boolean;
  /** How many reports in a row could not read it, this one included; 0 if they could, or nobody knows. */
  blindReports: number;
}

export function withEntries(memory: Memory, change: (entry: Entry) => Entry): Memory {
  const { ledger } = memory;
  return ledger === undefined
    ? memory
    : { ...memory, ledger: { ...ledger, entries: ledger.entries.map(change) } };
}

/** Names in the report what could not be compared. */
const whatWasReported = "what earlier messages reported";

/** The memory of a monitor that has not reported yet. */
export const noMemory: Memory = {
  ledger: undefined,
  journal: undefined,
  startTime: undefined,
  skipped: [],
  lost: [],
  unfinished: [],
  isUnknown: false,
  blindReports: 0,
};

/** Reads the ledger, if the configuration depends on it. Logs a warning if it cannot be read. */
export async function readMemory(
  { sinceLastReport, alerts, zone }: Config,
  ownPipeline: OwnPipeline | { unknown: string } | undefined,
  parts: v.ObjectEntries,
  context: Pick<Context, "agent" | "cancelled" | "time">,
): Promise<Memory> {
  if (ownPipeline === undefined) return noMemory;
  const { agent } = context;
  const isOfReports = alerts.remindSeconds !== undefined;
  const name = isOfReports ? whatWasReported : "the time of the last report";
  const last = await attempt(name, context, () =>
    withinBudget(context, (signal) => {
      if ("unknown" in ownPipeline) throw new Error(ownPipeline.unknown);
      // Only a monitor that reads everything since its last report has a journal.
      return readLast(ownPipeline, { zone, parts, hasJournal: sinceLastReport }, signal);
    }),
  );
  const { problem, journalProblem, ...memory } = last ?? { ...nothing, isUnknown: true };
  if (journalProblem !== "")
    agent.warn(`Could not read the journal, so earlier runs are read again: ${journalProblem}`);
  if (problem !== "") agent.warn(`Could not check ${name}: ${problem}`);
  if (memory.isUnknown && sinceLastReport) agent.print("Checking the last hour instead.");
  if (isOfReports && (memory.isUnknown || memory.lost.includes(forgotten)))
    agent.print("Reporting everything, even if an earlier message has reported it.");
  return { ...memory, skipped: memory.isUnknown || memory.lost.length > 0 ? [name] : [] };
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
  parts: [
    words(
      "Earlier messages are forgotten: these problems may have been reported before, and others may have ended since.",
    ),
  ],
};

const isOlder: Note = {
  ...aboutMemory,
  parts: [words("The latest messages are forgotten: some of these problems may have been reported before.")],
};

/** Enough for a day of runs that wrote no ledger. */
const maxTagged = 24;
/** So many ledgers are tried that cannot be read. */
const maxLost = 5;
/** The report after so many that could not read a ledger goes on without it. */
const maxBlindReports = 2;

/** Why a memory, or its journal, cannot be read; empty if nothing is wrong. */
const nothing = { ...noMemory, problem: "", journalProblem: "" };

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
async function readLast(own: OwnPipeline, form: Form, signal: AbortSignal): Promise<typeof nothing> {
  const unfinished: number[] = [];
  let journal: Journal | undefined;
  // The newest ledger that is lost says why, and is what is known until an older one can be read.
  let { problem, startTime } = nothing;
  let [blindBefore, lostCount] = [0, 0];
  for (const run of await own.service.taggedRuns(own.definitionId, own.tag, maxTagged, signal)) {
    if (own.branch !== "" && run.branch !== undefined && run.branch !== own.branch) continue;
    const { isLost, blindReports, ...attached } = await readAttached(own, run.id, form, signal);
    if (attached.ledger !== undefined) {
      const lost = problem === "" ? [] : [isOlder];
      return { ...nothing, ...attached, problem, lost, startTime: run.startTime, unfinished };
    }
    unfinished.push(run.id);
    blindBefore = Math.max(blindBefore, blindReports);
    if (attached.problem === "") continue;
    if (!isLost && blindBefore < maxBlindReports)
      return { ...nothing, problem: attached.problem, isUnknown: true, blindReports: blindBefore + 1 };
    lostCount += 1;
    if (lostCount > maxLost) break;
    if (lostCount === 1) ({ problem, startTime } = { ...run, problem: attached.problem });
    journal ??= attached.journal;
  }
  if (problem === "") return { ...nothing, unfinished };
  return {
    ...nothing,
    problem,
    startTime,
    unfinished,
    lost: [forgotten],
    journal: journal && unwatched(journal),
  };
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
export function windowOf(
  config: Config,
  { ledger, startTime, isUnknown, lost }: Memory,
): (now: number) => Window {
  if (!config.sinceLastReport || isUnknown) return lastHour;
  // A project that no report has read yet, such as a new one, begins where the reports on the others did.
  const others = ledger?.othersUntil ?? startTime;
  const known = ledger?.projects.get(projectFingerprint(config));
  const isForgotten = ledger === undefined && lost.length > 0 && config.alerts.remindSeconds !== undefined;
  return (now) => {
    if (known !== undefined || others === undefined) return sinceLast(now, known);
    // Of what earlier reports found, nobody knows who was told.
    return sinceLast(now, {
      until: isForgotten ? Math.min(others, Math.floor(now / 1000) - daySeconds) : others,
    });
  };
}
