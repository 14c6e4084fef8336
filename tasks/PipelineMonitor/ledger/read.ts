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
  const isOfReports = alerts.remindSeconds !== undefined;
  const name = isOfReports ? whatWasReported : "the time of the last report";
  const last = await attempt(name, context, () =>
    withinBudget(context, (signal) => {
      if ("unknown" in ownPipeline) throw new Error(ownPipeline.unknown);
      // Only a monitor that reads everything since its last report has a journal.
      return readLast(ownPipeline, { zone, parts, hasJournal: sinceLastReport }, signal);
    }),
  );
  const { agent } = context;
  if (last === undefined || last.blindReports > 0) {
    if (last !== undefined) agent.warn(`Could not check ${name}: ${last.problem}`);
    if (sinceLastReport) agent.print("Checking the last hour instead.");
    if (isOfReports) agent.print("Reporting everything, even if an earlier message has reported it.");
    const { blindReports = 0 } = last ?? {};
    return { ...noMemory, skipped: [name], isUnknown: true, blindReports };
  }
  const { problem, journalProblem, ...memory } = last;
  if (journalProblem !== "")
    agent.warn(`Could not read the journal, so earlier runs are read again: ${journalProblem}`);
  if (problem === "") return { ...noMemory, ...memory };
  agent.warn(`Could not check ${name}: ${problem}`);
  if (memory.ledger === undefined && isOfReports)
    agent.print("Reporting everything, even if an earlier message has reported it.");
  const before = { ...noMemory, ...memory, skipped: [name] };
  if (memory.ledger !== undefined) return { ...before, lost: [isOlder] };
  return { ...before, journal: memory.journal && unwatched(memory.journal), lost: [forgotten] };
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
const maxUnread = 5;
/** The report after so many that could not read a ledger goes on without it. */
const maxBlindReports = 2;

/** The attachments of an earlier run, or why they are of no use. */
interface LastReport
  extends Pick<Memory, "ledger" | "journal" | "startTime" | "unfinished" | "blindReports"> {
  problem: string;
  journalProblem: string;
}

/**
 * Reads what the last run of this monitor attached. A run of another branch, or with a tag but no attachment of its own,
 * is none. A ledger that is lost, or that three reports in a row could not read, is replaced by the one before it. Throws if
 * the service does not list the runs.
 */
async function readLast(
  { service, definitionId, branch, tag }: OwnPipeline,
  { hasJournal, ...form }: { zone: Zone; parts: v.ObjectEntries; hasJournal: boolean },
  signal: AbortSignal,
): Promise<LastReport> {
  const found: LastReport = {
    ledger: undefined,
    journal: undefined,
    startTime: undefined,
    unfinished: [],
    blindReports: 0,
    problem: "",
    journalProblem: "",
  };
  const unfinished: number[] = [];
  let [blindBefore, unread] = [0, 0];
  for (const run of await service.taggedRuns(definitionId, tag, maxTagged, signal)) {
    if (branch !== "" && run.branch !== undefined && run.branch !== branch) continue;
    const own = await readAttached(service, { id: run.id, tag, hasJournal }, form, signal);
    if ("blindReports" in own) {
      blindBefore = Math.max(blindBefore, own.blindReports);
      unfinished.push(run.id);
      continue;
    }
    const { ledger, journal, journalProblem } = own;
    if (ledger !== undefined)
      return { ...found, ledger, journal, journalProblem, startTime: run.startTime, unfinished };
    unfinished.push(run.id);
    if (own.problem === "") continue;
    if (!own.isLost && blindBefore < maxBlindReports)
      return { ...found, problem: own.problem, blindReports: blindBefore + 1 };
    unread += 1;
    if (unread > maxUnread) break;
    // The newest of these says why, and is what is known until an older one can be read.
    if (found.problem === "") {
      found.problem = own.problem;
      found.startTime = run.startTime;
    }
    found.journal ??= journal;
  }
  return { ...found, unfinished };
}

/** The attachments of a run. A problem is one with its ledger, which is lost if no later report could read it either. */
type Attached =
  | { blindReports: number }
  | (Pick<LastReport, "ledger" | "journal" | "problem" | "journalProblem"> & { isLost: boolean });

async function readAttached(
  service: OwnPipeline["service"],
  { id, tag, hasJournal }: { id: number; tag: string; hasJournal: boolean },
  form: { zone: Zone; parts: v.ObjectEntries },
  signal: AbortSignal,
): Promise<Attached> {
  // The step must not end while the other request waits to be repeated.
  const [ledgers, journals] = await Promise.allSettled([
    service.attachments(id, ledgerType, ledgerName(tag), signal),
    hasJournal ? service.attachments(id, journalType, ledgerName(tag), signal) : [],
  ]);
  const [journalProblem, files] =
    journals.status === "rejected" ? [messageOf(journals.reason), []] : ["", journals.value];
  const journalOf = (until?: number) =>
    files.map((content) => parseJournal(content, String(id), until)).find((one) => one);
  const none = { ledger: undefined, journalProblem: "" };
  try {
    if (ledgers.status === "rejected") throw ledgers.reason;
    const blind = ledgers.value.flatMap((content) => parseBlindReports(content, String(id)) ?? []);
    if (blind.length > 0) return { blindReports: Math.max(...blind) };
    // Of several attempts, the one that covers most counts.
    const attempts = ledgers.value.flatMap((content) => parseLedger(content, String(id), form) ?? []);
    const [ledger] = attempts.sort((one, other) => other.othersUntil - one.othersUntil);
    if (ledger === undefined) return { ...none, journal: undefined, problem: "", isLost: false };
    const journal = journalOf(ledger.reportedUntil);
    return { ledger, journal, journalProblem, problem: "", isLost: false };
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
