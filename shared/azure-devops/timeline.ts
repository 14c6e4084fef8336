import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { objectOf } from "../json/schema";

/** An error in the timeline of a run: of a step, a job or a stage. */
export interface TimelineError {
  message: string;
  /** The agent that ran the step or job; empty if none is named. */
  agent: string;
}

const timelineSchema = objectOf({ records: v.custom<unknown[]>(Array.isArray) }, "a timeline");
const optionalText = v.fallback(v.nullish(v.string()), undefined);
const recordSchema = objectOf(
  {
    workerName: optionalText,
    result: optionalText,
    issues: v.fallback(v.nullish(v.array(v.unknown())), undefined),
  },
  "a record",
);
const issueSchema = objectOf({ type: v.literal("error"), message: v.string() }, "an issue");

/**
 * The first 100 errors of a timeline in its order, without those of steps and jobs that succeeded. Throws `Unreadable`
 * if the response is not a timeline.
 */
export function parseTimelineErrors(body: unknown): TimelineError[] {
  const timeline = v.safeParse(timelineSchema, body);
  if (!timeline.success)
    throw new Unreadable("JSON that is not a timeline: `records` is missing or is not an array");
  const errors: TimelineError[] = [];
  for (const entry of timeline.output.records) {
    errors.push(...errorsOf(entry));
    if (errors.length >= maxErrors) break;
  }
  return errors.slice(0, maxErrors);
}

/** Each error is searched for causes and secrets. A run with this many errors has one cause for them. */
const maxErrors = 100;
/** Warnings count too; there are more of them. */
const maxIssues = 10_000;

function errorsOf(entry: unknown): TimelineError[] {
  const record = v.safeParse(recordSchema, entry);
  if (!record.success) return [];
  const { workerName, result, issues } = record.output;
  // The run did not fail because of errors in a step that succeeded.
  if (result === "succeeded" || result === "succeededWithIssues") return [];
  return (issues ?? []).slice(0, maxIssues).flatMap((listed) => {
    const issue = v.safeParse(issueSchema, listed);
    return issue.success ? [{ message: issue.output.message, agent: workerName ?? "" }] : [];
  });
}
