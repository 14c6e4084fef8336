import type * as v from "valibot";
import { messageOf } from "../../../shared/errors";
import { HttpError, statusOf } from "../../../shared/http/errors";
import type { Journal, PipelineJournal } from "../../../shared/journal/schema";
import { journalType } from "../../../shared/journal/schema";
import type { PipelineId } from "../../../shared/pipeline";
import type { Zone } from "../../../shared/text/zone";
import { type Config, tellsChanges } from "../config/parse";
import { attempt, type Context, type OwnPipeline, withinBudget } from "../issue/context";
import { parseJournal } from "../journal/journal-file";
import { ledgerName, ledgerType, parseBlindReports, parseLedger, UnknownForm } from "./ledger-file";
import { type Memory, nameOfMemory, noMemory } from "./memory";

/** Reads the ledger, if the configuration depends on it. Logs a warning if it cannot be read. */
export async function readMemory(
  config: Config,
  ownPipeline: OwnPipeline | { unknown: string } | undefined,
  parts: v.ObjectEntries,
  context: Context,
): Promise<Memory> {
  if (ownPipeline === undefined) return noMemory;
  const { agent } = context;
  const { sinceLastReport, zone } = config;
  const name = nameOfMemory(config);
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
  if (tellsChanges(config) && ["unreadable", "lost"].includes(memory.state))
    agent.print("Reporting everything, even if an earlier message has reported it.");
  return memory;
}

/** As if no pipeline had been watched: it is unknown whether the last failure of each was told, so it is told again. */
function unwatched(journal: Journal): Journal {
  return new Map(
    [...journal].map(([key, project]) => [
      key,
      { ...project, pipelines: new Map([...project.pipelines].map(withAllOut)) },
    ]),
  );
}

function withAllOut([id, pipeline]: [PipelineId, PipelineJournal]): [PipelineId, PipelineJournal] {
  return [id, { ...pipeline, branches: pipeline.branches.map((branch) => ({ ...branch, isOut: true })) }];
}

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
    files.map((content) => parseJournal(content, String(id), until)).find((journal) => journal);
  const none = {
    ledger: undefined,
    journal: undefined,
    journalProblem: "",
    problem: "",
    blindReports: 0,
    isLost: false,
  };
  try {
    if (ledgers.status === "rejected") throw ledgers.reason;
    const counts = ledgers.value.map((content) => parseBlindReports(content, String(id)));
    const blindReports = Math.max(0, ...counts);
    if (blindReports > 0) return { ...none, blindReports };
    // Of several attempts, the one that covers most counts.
    const attempts = ledgers.value.flatMap((content) => parseLedger(content, String(id), form) ?? []);
    const [ledger] = attempts.sort((one, other) => other.reportedUntil - one.reportedUntil);
    const journalProblem = journals.status === "rejected" ? messageOf(journals.reason) : "";
    return { ...none, ledger, journal: ledger && journalOf(ledger.reportedUntil), journalProblem };
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
