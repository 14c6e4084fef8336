import * as v from "valibot";
import { orUndefined } from "../json/schema";
import { type Pipeline, type PipelineId, pipelineIdOf, pipelineSchema as subjectSchema } from "../pipeline";
import { type ProjectId, projectIdSchema } from "../project";

/** The type of the attachment with a monitor's journal. */
export const journalType = "pipeline-keeper.journal";

/** How the runs ended that were queued, or due, in an hour or a day; the worst comes last. */
export const states = ["none", "well", "limit", "stuck", "missed", "failed"] as const;
export type State = (typeof states)[number];

export const keptHours = 7 * 24;
export const keptDays = 28;

/** There are hundreds of thousands of numbers: this takes half the time of valibot's own. All times are whole. */
const whole = v.custom<number>(Number.isSafeInteger);
const numbers = v.pipe(v.array(whole), v.readonly());

/** A run that has finished. Its branch and its pipeline are those of its place in the journal. */
const pastRunSchema = v.object({
  id: whole,
  status: v.string(),
  result: v.string(),
  queueTime: orUndefined(whole),
  startTime: orUndefined(whole),
  finishTime: whole,
  reason: orUndefined(v.string()),
  /** Whether its commit differs from that of the run before; undefined if that is unknown. */
  isOtherCommit: orUndefined(v.boolean()),
  /** 1, unless it was run again. */
  attempt: whole,
  /** The kind of its cause, such as lostAgent; undefined if it has none, or nobody looked. */
  cause: v.optional(v.string()),
});
export type PastRun = v.InferOutput<typeof pastRunSchema>;

/** Runs in a row that all succeeded, or all did not. */
const streakSchema = v.object({
  isGood: v.boolean(),
  count: whole,
  /** When the first of them finished, in seconds since 1970. */
  since: whole,
});

export const branchSchema = v.object({
  /** Such as refs/heads/main; empty if it is unknown. */
  branch: v.string(),
  /** The last ones, in the order in which they finished. */
  runs: v.pipe(v.array(pastRunSchema), v.readonly()),
  /** The streak that ended with the run before these. */
  older: orUndefined(streakSchema),
  /** Whether nobody knows what came before all of these. */
  isCut: v.boolean(),
  /** The beginning of the commit of its last run, and how runs of it ended; empty if it is unknown. */
  commit: v.string(),
  commitResults: v.pipe(v.array(v.picklist(["failed", "passed"])), v.readonly()),
  /** Whether the rules did not see its last run, and nobody has dealt with that since they do. */
  isOut: v.boolean(),
});
export type BranchJournal = v.InferOutput<typeof branchSchema>;

/** How many runs were queued in it, how many of these the rules saw, and how many of those did not succeed. */
const hourSchema = v.object({
  /** Since 1970, in UTC. */
  hour: whole,
  state: v.picklist(states),
  queued: whole,
  checked: whole,
  failed: whole,
  /** On how many commits there are runs that failed and passed. */
  flaky: whole,
});
export type Hour = v.InferOutput<typeof hourSchema>;

/** Times are in seconds. */
const daySchema = v.object({
  /** Since 1970, in the configured time zone. */
  day: whole,
  state: v.picklist(states),
  runs: whole,
  failures: whole,
  /** The runs that have a time, and their times. */
  timedRuns: whole,
  totalSeconds: whole,
  /** Computed from the runs of the day that the journal still has. */
  medianSeconds: whole,
  longestSeconds: whole,
  longestWaitSeconds: whole,
  /** The id of the run that waited longest; 0 if none did. */
  longestWaitId: whole,
  /** How many commits there are on which runs failed and passed. */
  flakyCommits: whole,
});
export type Day = v.InferOutput<typeof daySchema>;

/** When a pipeline is due. Times are whole minutes since 1970. */
const patternSchema = v.object({
  /** In order: a minute of the week from Sunday 00:00 UTC or, from `weekMinutes` on, a minute of the month. */
  slots: numbers,
  /** Since when its runs show it. */
  since: whole,
});
export type Pattern = v.InferOutput<typeof patternSchema>;

/** When the schedule of a branch starts runs, as these show. */
const scheduleSchema = v.object({
  /** Such as refs/heads/main; undefined if it is unknown. */
  branch: v.optional(v.string()),
  /** When it queued a run, in order. A minute counts as often as it has runs. */
  times: numbers,
  /** The last times, two for each quarter of an hour of the day, at which it ran although nothing had changed, which `always: true` alone does. */
  proofs: numbers,
  /** The times of the pattern without a run that nothing explains, of a schedule that was proven. */
  gaps: numbers,
  /** Undefined until it is learned. */
  pattern: v.optional(patternSchema),
  /** The minutes of the day at which it did not run when it was due last. */
  missed: numbers,
  /** Whether it has run at none of its times since a message said that it did not run. */
  isStopped: v.boolean(),
});
export type BranchSchedule = v.InferOutput<typeof scheduleSchema>;

/** With the pipeline that it starts. */
export interface KnownSchedule extends BranchSchedule {
  pipeline: Pipeline;
}

export const pipelineSchema = v.object({
  pipeline: subjectSchema,
  /** As of the last report that wrote it; undefined for a pipeline that nobody owns. */
  owner: v.optional(v.string()),
  branches: v.pipe(v.array(branchSchema), v.readonly()),
  /** Whether its earlier runs were looked up, so that they are not looked up again. */
  isRead: v.boolean(),
  /** Those in which runs were queued or due. */
  hours: mapOf(hourSchema, ({ hour }) => hour),
  days: mapOf(daySchema, ({ day }) => day),
  /** One for each branch that a schedule has started. */
  schedules: v.pipe(v.array(scheduleSchema), v.readonly()),
});
export type PipelineJournal = v.InferOutput<typeof pipelineSchema>;

/** The runs of a project. Times are in seconds since 1970. */
export const projectSchema = v.object({
  /** For people; empty before it is written for the first time. */
  name: v.string(),
  url: v.string(),
  /** The service's; undefined where nobody could ask for it. */
  id: v.optional(v.string()),
  /** Runs that finished from this time on are known, except in the gaps; undefined before the first report. */
  since: orUndefined(whole),
  gaps: v.pipe(v.array(v.pipe(v.tuple([whole, whole]), v.readonly())), v.readonly()),
  /** Whether the runs before the first report were read. */
  isFilled: v.boolean(),
  /** When a report named the given schedules that contradict the runs. */
  contradictedAt: whole,
  pipelines: mapOf(pipelineSchema, pipelineKey),
});
export type ProjectJournal = v.InferOutput<typeof projectSchema>;

export const journalSchema = v.pipe(
  v.array(
    v.object({
      ...projectSchema.entries,
      key: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/), projectIdSchema),
    }),
  ),
  v.transform((all): Journal => new Map(all.map(({ key, ...project }) => [key, project]))),
);
export type Journal = ReadonlyMap<ProjectId, ProjectJournal>;

/** Another version is not read; the journal is filled again. */
export const journalVersion = 1;

/** The attachment itself. */
export const journalFileSchema = v.object({
  version: v.literal(journalVersion),
  run: v.string(),
  /** When the report ended that wrote it, in seconds since 1970. */
  until: whole,
  /** The compact journal as JSON, deflated (RFC 1951) and in Base64. */
  deflated: v.string(),
});

export const emptyJournal: ProjectJournal = {
  name: "",
  url: "",
  since: undefined,
  gaps: [],
  isFilled: false,
  contradictedAt: 0,
  pipelines: new Map(),
};

/** Two folders may have pipelines of one name. */
export function pipelineKey({ pipeline }: { readonly pipeline: Pipeline }): PipelineId {
  return pipelineIdOf(pipeline);
}

export function hourOf(seconds: number): number {
  return Math.floor(seconds / 3600);
}

/** Since when somebody watched, and when not. */
export type Watched = Pick<ProjectJournal, "since" | "gaps">;

/** Whether somebody watched the whole time. The present may be a part of it. */
export function isWatched(
  { since = Number.POSITIVE_INFINITY, gaps }: Watched,
  from: number,
  until: number,
): boolean {
  return from >= since && !gaps.some(([start, end]) => start < until && end > from);
}

/** In the file, a map is a list: its members say their keys. */
function mapOf<Key, const Schema extends v.GenericSchema>(
  schema: Schema,
  keyOf: (member: v.InferOutput<Schema>) => Key,
) {
  return v.pipe(
    v.array(schema),
    v.transform(
      (all): ReadonlyMap<Key, v.InferOutput<Schema>> => new Map(all.map((member) => [keyOf(member), member])),
    ),
  );
}
