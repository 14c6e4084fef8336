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

/** Whole seconds since 1970. */
const time = finiteNumber;
/** A letter for each hour or day, the last one last. */
const cells = v.pipe(v.string(), v.regex(/^[.wlsmf?]*$/));
// There are hundreds of thousands of numbers, and an array of valibot takes ten times as long.
const numbers = v.custom<number[]>((value) => Array.isArray(value) && value.every(Number.isSafeInteger));
/** Each is the difference from the one before; the first is whole. */
const differences = numbers;
/** How many seconds before the end of the run; null if unknown. */
const secondsBefore = v.custom<(number | null)[]>(
  (value) => Array.isArray(value) && value.every((one) => one === null || Number.isSafeInteger(one)),
);

/** A member of each list is a run; the one that finished last comes last. */
export const branchSchema = v.object({
  /** Such as refs/heads/main; empty if unknown. */
  branch: v.string(),
  /** The beginning of the commit of the last run, and how runs of it ended. */
  commit: v.string(),
  commitResults: v.array(v.picklist(["failed", "passed"])),
  /** Whether it is unknown what ran before all of these. */
  isCut: v.boolean(),
  /** Whether the configuration excluded the last run from the rules. */
  isOut: v.boolean(),
  /** The runs in a row before those of the list that all succeeded, or all did not. */
  older: v.nullable(v.object({ isGood: v.boolean(), count: finiteNumber, since: time })),
  ids: differences,
  finished: differences,
  queued: secondsBefore,
  started: secondsBefore,
  /** Status and result, as indexes in the list of texts; so are reasons, and kinds of causes. */
  outcomes: numbers,
  reasons: numbers,
  causes: numbers,
  /** A letter for each run: + another commit than that of the run before, = the same, ? unknown. */
  commits: v.pipe(v.string(), v.regex(/^[+=?]*$/)),
  /** 1, unless the run was run again. */
  attempts: numbers,
});

export const pipelineSchema = v.object({
  pipeline: v.string(),
  owner: v.optional(v.string()),
  definitionId: v.optional(finiteNumber),
  /** Whether earlier runs were looked up for `history`. */
  isRead: v.boolean(),
  hours: cells,
  /** How many runs were queued in each hour, how many of these the rules saw, and how many of those did not succeed. */
  queued: numbers,
  checked: numbers,
  failed: numbers,
  /** On how many commits runs of each hour showed that they fail and pass. */
  flaky: numbers,
  days: cells,
  /** For each day with runs: the day since 1970, and `figureNames`. */
  figures: v.array(numbers),
  /** The minutes since 1970 in which its schedule queued it. */
  times: differences,
  /** When its runs show that it is due: minutes of the week or month. */
  slots: differences,
  /** Since when its runs show that, in minutes since 1970; null if they show nothing. */
  slotsSince: v.nullable(finiteNumber),
  /** The minutes of the day at which it did not run when it was due last. */
  missed: differences,
  /** Whether it has not run at any of its times since. */
  isStopped: v.boolean(),
  /** When it ran although nothing had changed, and when it did not run, unexplained, in minutes since 1970. */
  proofs: differences,
  gaps: differences,
  branches: v.array(branchSchema),
});

export const projectSchema = v.object({
  /** The fingerprint of the project's URL. */
  project: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  name: v.string(),
  url: v.string(),
  /** Runs that finished since are known, but for the gaps, in which nobody watched. */
  since: v.nullable(time),
  gaps: v.array(v.tuple([time, time])),
  /** Whether the runs before the first report were read. */
  isFilled: v.boolean(),
  /** When a report said that runs contradict the configured schedules; 0 if none did. */
  contradictedAt: time,
  /** The hour since 1970, in UTC, of the last letter of `hours`; the day, in the configured zone, of that of `days`. */
  lastHour: finiteNumber,
  lastDay: finiteNumber,
  pipelines: v.array(pipelineSchema),
});

/** The content of the attachment, deflated (RFC 1951) and in Base64. */
export const journalContentSchema = v.object({
  /** The texts that the indexes mean. */
  texts: v.array(v.string()),
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
