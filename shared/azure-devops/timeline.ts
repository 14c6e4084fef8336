import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { objectOf } from "../json/schema";

/** An error that the timeline of a run lists: of a step, a job or a stage. */
export interface TimelineError {
  message: string;
  /** The agent that the step or job ran on; empty where none is named. */
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

/** The first hundred errors of a run's timeline, in its order, but for those of steps and jobs that succeeded. Throws `Unreadable` when the answer is no timeline. */
export function parseTimelineErrors(body: unknown): TimelineError[] {
  const timeline = v.safeParse(timelineSchema, body);
  if (!timeline.success) throw new Unreadable("JSON that is no timeline: `records` is missing or no array");
  const errors: TimelineError[] = [];
  for (const entry of timeline.output.records) {
    errors.push(...errorsOf(entry));
    if (errors.length >= maxErrors) break;
  }
  return errors.slice(0, maxErrors);
}

/** Each is searched for causes and secrets; whoever has as many has one cause for them. */
const maxErrors = 100;
/** Among warnings, which come in greater numbers. */
const maxIssues = 10_000;

function errorsOf(entry: unknown): TimelineError[] {
  const record = v.safeParse(recordSchema, entry);
  if (!record.success) return [];
  const { workerName, result, issues } = record.output;
  // What a step may leave without failing, the run did not fail by.
  if (result === "succeeded" || result === "succeededWithIssues") return [];
  return (issues ?? []).slice(0, maxIssues).flatMap((listed) => {
    const issue = v.safeParse(issueSchema, listed);
    return issue.success ? [{ message: issue.output.message, agent: workerName ?? "" }] : [];
  });
}
