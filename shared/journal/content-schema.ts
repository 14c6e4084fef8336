import * as v from "valibot";
import { finiteNumber } from "../json/schema";

/** The type of the attachment with a monitor's journal. */
export const journalType = "pipeline-keeper.journal";

/** How the runs ended that were queued, or due, in an hour or a day; the worst comes last. */
export const states = ["none", "well", "limit", "stuck", "missed", "failed"] as const;
export type State = (typeof states)[number];

/** How the file writes what became of the runs of an hour or a day. */
export const letters = {
  none: ".",
  well: "w",
  limit: "l",
  stuck: "s",
  missed: "m",
  failed: "f",
} as const satisfies Record<State, string>;
export const notWatched = "?";

const time = v.pipe(finiteNumber, v.description("Seconds since 1970."));
const cells = (what: string) =>
  v.pipe(
    v.string(),
    v.regex(/^[.wlsmf?]*$/),
    v.description(
      `A letter for each ${what}, the last one last: . no runs, w all well, l over a limit, s stuck, m missed, f failed, ? not watched.`,
    ),
  );
// There are hundreds of thousands of numbers, and an array of valibot takes ten times as long.
const numbers = v.pipe(
  v.custom<number[]>((value) => Array.isArray(value) && value.every(Number.isSafeInteger)),
  v.metadata({ type: "array", items: { type: "integer" } }),
);
const differences = v.pipe(
  numbers,
  v.description("Each is the difference from the one before; the first is whole."),
);
const secondsBefore = v.pipe(
  v.custom<(number | null)[]>(
    (value) => Array.isArray(value) && value.every((one) => one === null || Number.isSafeInteger(one)),
  ),
  v.metadata({ type: "array", items: { type: ["integer", "null"] } }),
  v.description("How many seconds before the end of the run; null if unknown."),
);
const flag = (what: string) => v.pipe(v.boolean(), v.description(what));

/** A member of each list is a run; the one that finished last comes last. */
export const branchSchema = v.object({
  branch: v.pipe(v.string(), v.description("Such as refs/heads/main; empty if unknown.")),
  commit: v.pipe(v.string(), v.description("The beginning of the commit of the last run.")),
  commitResults: v.pipe(
    v.array(v.picklist(["failed", "passed"])),
    v.description("How runs of this commit ended."),
  ),
  isCut: flag("Whether it is unknown what ran before all of these."),
  isOut: flag("Whether the configuration excluded the last run from the rules."),
  older: v.pipe(
    v.nullable(v.object({ isGood: v.boolean(), count: finiteNumber, since: time })),
    v.description("The runs in a row before those of the list that all succeeded, or all did not."),
  ),
  ids: differences,
  finished: v.pipe(differences, v.description("Seconds since 1970, as differences.")),
  queued: secondsBefore,
  started: secondsBefore,
  outcomes: v.pipe(numbers, v.description("Status and result, as indexes in the list of texts.")),
  reasons: v.pipe(numbers, v.description("Indexes in the list of texts.")),
  causes: v.pipe(numbers, v.description("Kinds of causes, as indexes in the list of texts.")),
  commits: v.pipe(
    v.string(),
    v.regex(/^[+=?]*$/),
    v.description(
      "A letter for each run: + another commit than that of the run before, = the same, ? unknown.",
    ),
  ),
  attempts: v.pipe(numbers, v.description("1, unless the run was run again.")),
});

export const pipelineSchema = v.object({
  pipeline: v.string(),
  owner: v.optional(v.string()),
  definitionId: v.optional(finiteNumber),
  isRead: flag("Whether earlier runs were looked up for `history`."),
  hours: cells("hour"),
  queued: v.pipe(numbers, v.description("How many runs were queued in each hour.")),
  checked: v.pipe(numbers, v.description("How many of these the rules saw.")),
  failed: v.pipe(numbers, v.description("How many of those did not succeed.")),
  flaky: v.pipe(
    numbers,
    v.description("On how many commits runs of each hour showed that they fail and pass."),
  ),
  days: cells("day"),
  figures: v.pipe(
    v.array(numbers),
    v.description(
      "For each day with runs: the day since 1970, runs, failures, runs with a time, their seconds, the median, the longest, the longest wait, the id of its run, and how many commits failed and passed.",
    ),
  ),
  times: v.pipe(
    differences,
    v.description("The minutes since 1970 in which its schedule queued it, as differences."),
  ),
  slots: v.pipe(
    differences,
    v.description("When its runs show that it is due: minutes of the week or month."),
  ),
  slotsSince: v.pipe(
    v.nullable(finiteNumber),
    v.description("Since when its runs show that, in minutes since 1970; null if they show nothing."),
  ),
  missed: v.pipe(
    differences,
    v.description("The minutes of the day at which it did not run when it was due last, as differences."),
  ),
  isStopped: flag("Whether it has not run at any of its times since."),
  proofs: v.pipe(
    differences,
    v.description("When it ran although nothing had changed, in minutes since 1970, as differences."),
  ),
  gaps: v.pipe(
    differences,
    v.description("When it did not run, unexplained, in minutes since 1970, as differences."),
  ),
  branches: v.array(branchSchema),
});

export const projectSchema = v.object({
  project: v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{16}$/),
    v.description("The fingerprint of the project's URL."),
  ),
  name: v.string(),
  url: v.string(),
  since: v.pipe(
    v.nullable(time),
    v.description("Runs that finished since, in seconds since 1970, are known, but for the gaps."),
  ),
  gaps: v.pipe(v.array(v.tuple([time, time])), v.description("When nobody watched.")),
  isFilled: flag("Whether the runs before the first report were read."),
  contradictedAt: v.pipe(
    time,
    v.description("When a report said that runs contradict the configured schedules; 0 if none did."),
  ),
  lastHour: v.pipe(
    finiteNumber,
    v.description("The hour since 1970, in UTC, of the last letter of `hours`."),
  ),
  lastDay: v.pipe(
    finiteNumber,
    v.description("The day since 1970, in the configured zone, of the last letter of `days`."),
  ),
  pipelines: v.array(pipelineSchema),
});

/** The content of the attachment, deflated (RFC 1951) and in Base64; for docs/journal.schema.json too. */
export const journalContentSchema = v.object({
  texts: v.pipe(v.array(v.string()), v.description("The texts that the indexes mean.")),
  projects: v.array(projectSchema),
});

/** Another version is not read; the journal is filled again. */
export const journalVersion = 1;

/** The attachment itself. */
export const journalFileSchema = v.object({
  version: v.literal(journalVersion),
  run: v.string(),
  until: finiteNumber,
  deflated: v.string(),
});

/** Larger content is not read. */
export const maxContentBytes = 64 * 2 ** 20;

export type JournalContent = v.InferOutput<typeof journalContentSchema>;
export type PipelineContent = JournalContent["projects"][number]["pipelines"][number];
/** The figures of a day, in their order. */
export const figureNames = [
  ...(["runs", "failures", "timedRuns", "totalSeconds", "medianSeconds", "longestSeconds"] as const),
  ...(["longestWaitSeconds", "longestWaitId", "flakyCommits"] as const),
];
