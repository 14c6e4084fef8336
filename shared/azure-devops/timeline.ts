import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { finiteNumber } from "../json/schema";
import { noWaits, type TimedRecord, type Waits, waitsOf } from "../waits";
import { wholeSeconds } from "./records";

/** The part of a run's timeline that explains its failure, and what it waited for. */
export interface Timeline extends Waits {
  /** The messages of the first 100 warnings, whatever the result. */
  warnings: string[];
  records: TimelineRecord[];
  /** How often the part was run that was run most often: 1, unless the run was run again. */
  attempt: number;
}

export const emptyTimeline: Timeline = { warnings: [], records: [], attempt: 1, ...noWaits };

/** An error in the timeline of a run: of a step, a job or a stage. */
export interface TimelineError {
  message: string;
  /** The agent that ran the step or job; empty if none is named. */
  agent: string;
  /** The line of the record's log that it is from, counted from 1. */
  line?: number | undefined;
}

/** A step, a job, a stage, or what a stage waits for. */
export interface TimelineRecord {
  /** Empty if it is unknown. */
  id: string;
  parentId: string | undefined;
  /** Such as Task, Job, Phase, Stage, Checkpoint or Checkpoint.Approval; empty if it is unknown. */
  type: string;
  name: string;
  /** The name of a step's task, such as ManualValidation; empty if it is none. */
  task: string;
  /** Such as succeeded, succeededWithIssues, failed, canceled, skipped or abandoned; empty while there is none. */
  result: string;
  isCompleted: boolean;
  /** In seconds since 1970. */
  finishTime: number | undefined;
  logId: number | undefined;
  /** Empty if it succeeded. */
  errors: readonly TimelineError[];
}

/** A place that the page of a run can show. `line` counts the lines of the step's log from 1. */
export interface LogPlace {
  job: string;
  step?: string;
  line?: number | undefined;
  /** The log of the step. */
  logId?: number | undefined;
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
  const timeline: Omit<Timeline, keyof Waits> = { warnings: [], records: [], attempt: 1 };
  const timed: TimedRecord[] = [];
  for (const entry of parsed.output.records) {
    const parsedRecord = v.safeParse(recordSchema, entry);
    if (!parsedRecord.success) continue;
    const record = parsedRecord.output;
    timed.push(...timedRecord(record));
    const listed = (record.issues ?? []).slice(0, maxIssues).flatMap(parseIssue);
    const warnings = listed
      .filter(({ type }) => type === "warning")
      .slice(0, maxWarnings - timeline.warnings.length);
    timeline.warnings.push(...warnings.map(({ message }) => message.slice(0, maxCharacters)));
    const agent = record.workerName ?? "";
    const errors = (record.result === "succeeded" ? [] : listed)
      .filter(({ type }) => type === "error")
      .map(({ message, data }) => ({ message, agent, line: data?.logFileLineNumber }));
    timeline.attempt = Math.max(timeline.attempt, attemptIn(record));
    timeline.records.push({
      id: record.id ?? "",
      parentId: record.parentId,
      type: record.type ?? "",
      name: record.name ?? "",
      task: record.task?.name ?? "",
      result: record.result ?? "",
      isCompleted: (record.state ?? "completed") === "completed",
      finishTime: wholeSeconds(record.finishTime ?? ""),
      logId: record.log?.id,
      errors,
    });
  }
  return { ...timeline, ...waitsOf(timed) };
}

/** From its number, or from the attempts before. */
function attemptIn({ attempt, previousAttempts }: v.InferOutput<typeof recordSchema>): number {
  return Math.max(1, attempt ?? 1, (previousAttempts?.length ?? 0) + 1);
}

function timedRecord(record: v.InferOutput<typeof recordSchema>): TimedRecord[] {
  const { id, parentId, type, name, state, task, startTime, finishTime } = record;
  if (id === undefined) return [];
  return [
    {
      id,
      parentId,
      type: type ?? "",
      name: name ?? "",
      state: state ?? "",
      task: task?.name ?? "",
      startTime: wholeSeconds(startTime ?? ""),
      finishTime: wholeSeconds(finishTime ?? ""),
      attempt: attemptIn(record),
    },
  ];
}

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

/** The record of a type that a record is, or is below; undefined if there is none. */
export function aboveOfType(
  { records }: Pick<Timeline, "records">,
  record: TimelineRecord,
  type: string,
): TimelineRecord | undefined {
  let above: TimelineRecord | undefined = record;
  for (let level = 0; level < maxLevels && above !== undefined && above.type !== type; level++) {
    const { parentId }: TimelineRecord = above;
    above = records.find(({ id }) => id === parentId);
  }
  return above?.type === type ? above : undefined;
}

/** Where the page shows a line of a step's log; undefined if the step is of no job. */
export function placeOfStep(
  timeline: Pick<Timeline, "records">,
  step: TimelineRecord,
  line: number | undefined,
): LogPlace | undefined {
  const job = aboveOfType(timeline, step, "Job");
  if (job === undefined || job === step || job.id === "" || step.id === "") return undefined;
  return { job: job.id, step: step.id, line, logId: step.logId };
}

/**
 * Undefined if the timeline has no such log. A job's log repeats those of its steps, and the page shows only theirs. So
 * for a job's log, the place is the first error of the step that failed.
 */
export function placeOfLine(
  timeline: Pick<Timeline, "records">,
  logId: number,
  line: number | undefined,
): LogPlace | undefined {
  const { records } = timeline;
  const logRecord = records.find((record) => record.logId === logId);
  if (logRecord === undefined || logRecord.id === "") return undefined;
  if (logRecord.type !== "Job") return placeOfStep(timeline, logRecord, line);
  const failed = records.find(
    ({ id, parentId, result }) => id !== "" && parentId === logRecord.id && result === "failed",
  );
  if (failed === undefined) return { job: logRecord.id };
  const { id: step, logId: ofStep, errors } = failed;
  return { job: logRecord.id, step, line: errors.find((error) => error.line)?.line, logId: ofStep };
}
