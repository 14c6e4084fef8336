import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { finiteNumber } from "../json/schema";
import { type TimedRecord, type Waits, waitsOf } from "../waits";
import { wholeSeconds } from "./records";

/** The part of a run's timeline that explains its failure, and what it waited for. */
export interface Timeline extends Waits {
  /** The first 100 in its order, without those of steps and jobs that succeeded. */
  errors: TimelineError[];
  /** The messages of the first 100 warnings, whatever the result. */
  warnings: string[];
  records: TimelineRecord[];
  /** The jobs and steps that did not succeed. */
  failures: TimelineFailure[];
  /** How often the part was run that was run most often: 1, unless the run was run again. */
  attempt: number;
}

/** A job, or a step, that did not succeed, with the errors of its own record: a script writes into those of steps only. */
export interface TimelineFailure {
  isJob: boolean;
  errors: TimelineError[];
}

/** An error in the timeline of a run: of a step, a job or a stage. */
export interface TimelineError {
  message: string;
  /** The agent that ran the step or job; empty if none is named. */
  agent: string;
}

/** A step, a job or a stage. */
interface TimelineRecord {
  id: string;
  parentId: string | undefined;
  isJob: boolean;
  hasFailed: boolean;
  logId: number | undefined;
  /** The line of its log with its first error, counted from 1. */
  errorLine?: number | undefined;
}

/** A place that the page of a run can show. `line` counts the lines of the step's log from 1. */
export interface LogPlace {
  job: string;
  step?: string;
  line?: number | undefined;
}

const timelineSchema = v.object({ records: v.custom<unknown[]>(Array.isArray) });
const optionalText = v.fallback(v.nullish(v.string()), undefined);
// The page's URL holds it.
const optionalId = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))), undefined);
const optionalLog = v.fallback(v.nullish(v.object({ id: v.pipe(v.number(), v.safeInteger()) })), undefined);
const recordSchema = v.object({
  id: optionalId,
  parentId: optionalId,
  type: optionalText,
  log: optionalLog,
  workerName: optionalText,
  result: optionalText,
  name: optionalText,
  state: optionalText,
  attempt: v.fallback(v.nullish(finiteNumber), undefined),
  previousAttempts: v.fallback(v.nullish(v.array(v.unknown())), undefined),
  task: v.fallback(v.nullish(v.object({ name: v.string() })), undefined),
  startTime: optionalText,
  finishTime: optionalText,
  issues: v.fallback(v.nullish(v.array(v.unknown())), undefined),
});
const lineNumber = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.safeInteger(),
  v.minValue(1),
);
const issueSchema = v.object({
  type: v.picklist(["error", "warning"]),
  message: v.string(),
  data: v.fallback(v.nullish(v.object({ logFileLineNumber: lineNumber })), undefined),
});

/** Throws `Unreadable` if the response is not a timeline. */
export function parseTimeline(body: unknown): Timeline {
  const parsed = v.safeParse(timelineSchema, body);
  if (!parsed.success)
    throw new Unreadable("JSON that is not a timeline: `records` is missing or is not an array");
  const timeline: Omit<Timeline, keyof Waits> = {
    ...{ errors: [], warnings: [], records: [], failures: [], attempt: 1 },
  };
  const timed: TimedRecord[] = [];
  for (const entry of parsed.output.records) {
    const record = v.safeParse(recordSchema, entry);
    if (!record.success) continue;
    const { id, parentId, type, log, workerName, result, issues, state } = record.output;
    timed.push(...timedRecord(record.output));
    // The run did not fail because of errors in a step that succeeded.
    const hasSucceeded = result === "succeeded" || result === "succeededWithIssues";
    const listed = (issues ?? []).slice(0, maxIssues).flatMap(parseIssue);
    const warnings = listed
      .filter((issue) => issue.type === "warning")
      .slice(0, maxWarnings - timeline.warnings.length);
    timeline.warnings.push(...warnings.map(({ message }) => message.slice(0, maxCharacters)));
    const errors = hasSucceeded ? [] : listed.filter((issue) => issue.type === "error");
    for (const { message } of errors.slice(0, maxErrors - timeline.errors.length))
      timeline.errors.push({ message, agent: workerName ?? "" });
    const errorLine = errors.find(({ data }) => data)?.data?.logFileLineNumber;
    const [isJob, hasFailed] = [type === "Job", result === "failed"];
    timeline.attempt = Math.max(timeline.attempt, attemptIn(record.output));
    const isOver = (state ?? "completed") === "completed" && result !== "skipped" && !hasSucceeded;
    const isFailure = isJob ? isOver && (errors.length > 0 || typeof result === "string") : hasFailed;
    if (isFailure && (isJob || type === "Task"))
      timeline.failures.push({
        isJob,
        errors: errors.slice(0, maxErrors).map(({ message }) => ({ message, agent: workerName ?? "" })),
      });
    if (id !== undefined)
      timeline.records.push({ id, parentId, isJob, hasFailed, logId: log?.id, errorLine });
  }
  return { ...timeline, ...waitsOf(timed) };
}

/** By its number, or by the attempts before. */
function attemptIn({ attempt, previousAttempts }: v.InferOutput<typeof recordSchema>): number {
  return Math.max(1, attempt ?? 1, (previousAttempts?.length ?? 0) + 1);
}

function timedRecord(record: v.InferOutput<typeof recordSchema>): TimedRecord[] {
  const { id, parentId, type, name, state, task, startTime, finishTime } = record;
  if (id === undefined) return [];
  return [
    {
      ...{ id, parentId, type: type ?? "", name: name ?? "", state: state ?? "", task: task?.name ?? "" },
      startTime: wholeSeconds(startTime ?? ""),
      finishTime: wholeSeconds(finishTime ?? ""),
      attempt: attemptIn(record),
    },
  ];
}

/** Each error is searched for causes and secrets. A run with this many errors has one cause for them. */
const maxErrors = 100;
const maxWarnings = 100;
/** A longer warning is none of the platform. */
const maxCharacters = 2000;
/** Warnings count too; there are more of them. */
const maxIssues = 10_000;

function parseIssue(listed: unknown) {
  const issue = v.safeParse(issueSchema, listed);
  return issue.success ? [issue.output] : [];
}

/** A step is below a job, which is below a phase and a stage. */
const maxLevels = 10;

/**
 * Undefined if the timeline has no such log. A job's log repeats those of its steps, and the page shows only
 * theirs. So for a job's log, the place is the first error of the step that failed.
 */
export function placeOfLine(
  { records }: Timeline,
  logId: number,
  line: number | undefined,
): LogPlace | undefined {
  const named = records.find((record) => record.logId === logId);
  if (named === undefined) return undefined;
  if (named.isJob) {
    const failed = records.find(({ parentId, hasFailed }) => parentId === named.id && hasFailed);
    return failed === undefined
      ? { job: named.id }
      : { job: named.id, step: failed.id, line: failed.errorLine };
  }
  let above: TimelineRecord | undefined = named;
  for (let level = 0; level < maxLevels && above !== undefined && !above.isJob; level++) {
    const { parentId }: TimelineRecord = above;
    above = records.find(({ id }) => id === parentId);
  }
  return above?.isJob === true ? { job: above.id, step: named.id, line } : undefined;
}
