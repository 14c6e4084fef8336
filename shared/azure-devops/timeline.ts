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

/** The errors of a run's timeline, in its order, but for those of steps and jobs that succeeded. Throws `Unreadable` when the answer is no timeline. */
export function parseTimelineErrors(body: unknown): TimelineError[] {
  const timeline = v.safeParse(timelineSchema, body);
  if (!timeline.success) throw new Unreadable("JSON that is no timeline: `records` is missing or no array");
  return timeline.output.records.flatMap((entry) => {
    const record = v.safeParse(recordSchema, entry);
    if (!record.success) return [];
    const { workerName, result, issues } = record.output;
    // What a step may leave without failing, the run did not fail by.
    if (result === "succeeded" || result === "succeededWithIssues") return [];
    return (issues ?? []).flatMap((listed) => {
      const issue = v.safeParse(issueSchema, listed);
      return issue.success ? [{ message: issue.output.message, agent: workerName ?? "" }] : [];
    });
  });
}
