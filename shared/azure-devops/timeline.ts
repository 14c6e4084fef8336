import * as v from "valibot";
import { parseAs } from "../http/body";
import { finiteNumber, parsedBy } from "../json/schema";
import { lineageOf, noWaits, type TimedRecord, type Waits, waitsOf } from "../waits";
import { wholeSeconds } from "./records";

/** The part of a run's timeline that explains its failure, and what it waited for. */
export interface Timeline extends Waits {
  /** The messages of the first 100 warnings, whatever the result. */
  warnings: string[];
  /** The first 100 errors of parts that succeeded, which say nothing where a part failed. */
  errorsOfSuccesses: { record: TimelineRecord; error: TimelineError }[];
  records: TimelineRecord[];
  /** How often the part was run that was run most often: 1, unless the run was run again. */
  attempt: number;
}

export const emptyTimeline: Timeline = {
  warnings: [],
  errorsOfSuccesses: [],
  records: [],
  attempt: 1,
  ...noWaits,
};

/** An error in the timeline of a run: of a step, a job or a stage. */
export interface TimelineError {
  message: string;
  /** The agent that ran the step or job; empty if none is named. */
  agent: string;
  /** The line of the record's log that it is from, counted from 1. */
  line?: number | undefined;
}

/** A step, a job, a stage, or what a stage waits for. Texts that are unknown are empty. */
export interface TimelineRecord extends TimedRecord {
  /** Such as succeeded, succeededWithIssues, failed, canceled, skipped or abandoned; empty while there is none. */
  result: string;
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
const text = v.fallback(v.string(), "");
// The page's URL holds it.
const recordId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const time = v.fallback(v.optional(v.pipe(v.string(), v.transform(wholeSeconds))), undefined);
const list = v.fallback(v.array(v.unknown()), () => []);
const recordSchema = v.object({
  id: v.fallback(recordId, ""),
  parentId: v.fallback(v.optional(recordId), undefined),
  type: text,
  log: v.fallback(v.nullish(v.object({ id: v.pipe(v.number(), v.safeInteger()) })), undefined),
  workerName: text,
  result: text,
  name: text,
  state: text,
  attempt: v.fallback(finiteNumber, 1),
  previousAttempts: list,
  task: v.fallback(v.object({ name: v.string() }), { name: "" }),
  startTime: time,
  finishTime: time,
  issues: list,
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
  const otherwise = "JSON that is not a timeline: `records` is missing or is not an array";
  const warnings: string[] = [];
  const errorsOfSuccesses: Timeline["errorsOfSuccesses"] = [];
  const records = parseAs(timelineSchema, body, otherwise).records.flatMap((entry): TimelineRecord[] => {
    const parsed = parsedBy(recordSchema, entry);
    if (parsed === undefined) return [];
    const { workerName: agent, log, previousAttempts, attempt: counted, issues, task, ...others } = parsed;
    const listed = issues.slice(0, maxIssues).flatMap((issue) => parsedBy(issueSchema, issue) ?? []);
    const ofType = (type: string) => listed.filter((issue) => issue.type === type);
    const more = ofType("warning").slice(0, maxWarnings - warnings.length);
    warnings.push(...more.map(({ message }) => message.slice(0, maxCharacters)));
    const found = ofType("error").map(({ message, data }) => ({
      message,
      agent,
      line: data?.logFileLineNumber,
    }));
    const hasSucceeded = others.result === "succeeded";
    const errors = hasSucceeded ? [] : found;
    // A record without its own number may still have those of the attempts before.
    const attempt = Math.max(1, counted, previousAttempts.length + 1);
    const record = { ...others, task: task.name, attempt, logId: log?.id, errors };
    const left = hasSucceeded ? found.slice(0, maxErrors - errorsOfSuccesses.length) : [];
    errorsOfSuccesses.push(...left.map((error) => ({ record, error })));
    return [record];
  });
  const attempt = records.reduce((most, record) => Math.max(most, record.attempt ?? 1), 1);
  return { warnings, errorsOfSuccesses, records, attempt, ...waitsOf(records.filter(({ id }) => id !== "")) };
}

const maxWarnings = 100;
const maxErrors = 100;
/** A longer warning is none of the platform. */
const maxCharacters = 2000;
/** Warnings count too; there are more of them. */
const maxIssues = 10_000;

/** The record of a type that a record is, or is below; undefined if there is none. */
export function aboveOfType(
  { records }: Timeline,
  record: TimelineRecord,
  type: string,
): TimelineRecord | undefined {
  const byId = new Map(records.map((each) => [each.id, each]));
  return lineageOf(byId, record).find((above) => above.type === type);
}

/** Where the page shows a line of a step's log; undefined if the step is of no job. */
export function placeOfStep(
  timeline: Timeline,
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
  timeline: Timeline,
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
