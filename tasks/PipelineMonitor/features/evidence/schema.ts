import * as v from "valibot";

/**
 * A line of the evidence. This one definition serves the producer's type and docs/evidence.schema.json. Every value is a
 * text: the agent hides secrets wherever they occur, and three asterisks in a number would break the JSON.
 */

const text = (what: string) => v.pipe(v.string(), v.description(what));
const known = (what: string) => v.optional(text(what));
const list = (what: string) => v.pipe(v.array(v.string()), v.description(what));
const time = (what: string) => text(`${what}, such as 2026-11-20T03:19:00Z.`);

const projectSchema = v.object({
  kind: v.literal("project"),
  project: v.string(),
  from: time("The beginning of the time that was checked"),
  until: time("Its end"),
  runs: text("How many runs finished in it."),
  problems: text("How many problems the project has, without muted ones."),
  notChecked: list("The checks and projects that could not be read, and times in which nobody watched."),
});

const problemSchema = v.object({
  kind: v.literal("problem"),
  project: v.string(),
  pipeline: known("Missing for a problem of the project."),
  branch: known("Such as refs/heads/main."),
  what: text("Follows the name of the pipeline, such as failed."),
  state: known(
    "What became of it in the chats, such as told or muted. Missing for one that is already over.",
  ),
  since: time("When it was noticed first, or when the first failure in a row finished"),
  last: time("When it happened last"),
  count: text("How often it happened since."),
  cause: known("The name of the cause."),
  line: known("The line that says why, or the error of the step."),
  owner: known("Whom to ask."),
  runbook: known("What to do."),
  run: known("The id of its last run."),
  number: known("The number of that run, as people know it."),
  log: known("The id of the log to read, in that run."),
  logLine: known("The number of the line in that log to begin with."),
  record: known("The id of the record in the timeline of that run: of the step, or else of the job."),
  notChecked: list("What nobody could find out about it, and the checks of its project that were skipped."),
});

export const evidenceSchema = v.variant("kind", [projectSchema, problemSchema]);

export type Evidence = v.InferOutput<typeof evidenceSchema>;
