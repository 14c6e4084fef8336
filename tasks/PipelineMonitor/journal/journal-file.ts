import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as v from "valibot";
import { compact, expand } from "../../../shared/journal/compact";
import {
  type BranchJournal,
  hourOf,
  type Journal,
  journalFileSchema,
  journalSchema,
  journalVersion,
  keptDays,
  keptHours,
  type PipelineJournal,
} from "../../../shared/journal/schema";
import { pathOfRun } from "../../../shared/pipeline";
import type { Sanitize } from "../../../shared/text/sanitize";
import { daySeconds } from "../../../shared/text/time";
import type { Zone } from "../../../shared/text/zone";
import { dayIn } from "../../../shared/text/zone";
import { maxRuns } from "./branch";

/** The size limits of the attachment: for each pipeline, and in all. */
const charactersOfPipeline = 2500;
const maxCharacters = 3 * 2 ** 20;
/** Larger content is not read. */
const maxContentBytes = 64 * 2 ** 20;
const maxBranches = 10;
/** How many are written: the runs of the busiest branch of a pipeline and of each other one, and the times of each schedule. */
interface Room {
  busiest: number;
  others: number;
  times: number;
}
const leastRoom: Room = { busiest: 1, others: 1, times: 300 };
/** If not all fit, step by step fewer are written, of the busiest branch last. */
const rooms: readonly Room[] = [
  { busiest: maxRuns, others: maxRuns, times: Number.POSITIVE_INFINITY },
  { busiest: maxRuns, others: maxRuns, times: 600 },
  ...[30, 15, 8, 4, 1].map((others) => ({ busiest: maxRuns, others, times: 600 })),
  ...[30, 15, 8, 4].map((busiest) => ({ ...leastRoom, busiest })),
];

/** Renders the attachment. What does not fit is left out: the oldest runs first, then the pipelines that ran longest ago. */
export function renderJournal(
  journal: Journal,
  facts: {
    /** The id of the run that it is attached to. */
    run: string;
    /** The present, in seconds since 1970. */
    now: number;
    zone: Zone;
    /** Empty for a pipeline that nobody owns. */
    ownerOf?: (pipeline: string) => string;
  },
  sanitize: Sanitize,
): string {
  const projects = written(journal, facts, sanitize);
  const count = projects.reduce((sum, { pipelines }) => sum + pipelines.length, 0);
  const limit = Math.min(maxCharacters, charactersOfPipeline * Math.max(8, count));
  let pipelinesLeft = count;
  for (let step = 0; ; step++) {
    const room = rooms[step] ?? leastRoom;
    const content = projects.map(({ pipelines, ...project }) => ({
      ...project,
      pipelines: pipelines.slice(0, pipelinesLeft).map((pipeline) => fitted(pipeline, room)),
    }));
    const deflated = deflateRawSync(JSON.stringify(compact(content))).toString("base64");
    if (deflated.length <= limit || pipelinesLeft === 0)
      return JSON.stringify({ version: journalVersion, run: facts.run, until: facts.now, deflated });
    if (step >= rooms.length) pipelinesLeft = Math.floor(pipelinesLeft / 2);
  }
}

/** The part of a journal that is not too old. Every text passes `sanitize`. The latest pipelines and busiest branches come first. */
function written(
  journal: Journal,
  { now, zone, ownerOf = () => "" }: Parameters<typeof renderJournal>[1],
  sanitize: Sanitize,
) {
  const [firstHour, firstDay] = [hourOf(now) - keptHours + 1, dayIn(zone)(now) - keptDays + 1];
  const cleaned = new Map<string, string>();
  const clean = (text: string): string => {
    const sanitized = cleaned.get(text) ?? sanitize(text);
    cleaned.set(text, sanitized);
    return sanitized;
  };
  return [...journal].map(([key, project]) => ({
    ...project,
    key,
    name: clean(project.name),
    gaps: project.gaps.filter(([, until]) => until > now - keptDays * daySeconds),
    pipelines: [...project.pipelines.values()]
      .sort((a, b) => lastFinish(b) - lastFinish(a))
      .map((pipeline) => ({
        ...pipeline,
        pipeline: {
          ...pipeline.pipeline,
          name: clean(pipeline.pipeline.name),
          folder: pipeline.pipeline.folder && clean(pipeline.pipeline.folder),
        },
        owner: clean(ownerOf(pathOfRun(pipeline))) || undefined,
        hours: [...pipeline.hours.values()].filter(({ hour }) => hour >= firstHour),
        days: [...pipeline.days.values()].filter(({ day }) => day >= firstDay),
        schedules: [...pipeline.schedules]
          .sort((a, b) => (b.times.at(-1) ?? 0) - (a.times.at(-1) ?? 0) || b.times.length - a.times.length)
          .slice(0, maxBranches)
          .map((schedule) => ({ ...schedule, branch: schedule.branch && clean(schedule.branch) })),
        branches: [...pipeline.branches]
          .sort((a, b) => recentRuns(b, now) - recentRuns(a, now) || lastOf(b) - lastOf(a))
          .slice(0, maxBranches)
          .map((branch) => ({
            ...branch,
            branch: clean(branch.branch),
            runs: branch.runs.map((run) => ({
              ...run,
              status: clean(run.status),
              result: clean(run.result),
              reason: run.reason && clean(run.reason),
              cause: run.cause && clean(run.cause),
            })),
          })),
      })),
  }));
}

function fitted(
  pipeline: ReturnType<typeof written>[number]["pipelines"][number],
  { busiest, others, times }: Room,
) {
  return {
    ...pipeline,
    schedules: pipeline.schedules.map((schedule) => ({ ...schedule, times: schedule.times.slice(-times) })),
    branches: pipeline.branches.map((branch, index) => {
      const runs = branch.runs.slice(-(index === 0 ? busiest : others));
      // Nobody knows any more which of the others the rules saw.
      return runs.length === branch.runs.length ? branch : { ...branch, runs, older: undefined, isCut: true };
    }),
  };
}

function lastFinish({ branches }: PipelineJournal): number {
  return Math.max(0, ...branches.map(lastOf));
}

function lastOf({ runs }: BranchJournal): number {
  return runs.at(-1)?.finishTime ?? 0;
}

/** How busy a branch was in the last week. */
function recentRuns({ runs }: BranchJournal, now: number): number {
  return runs.filter(({ finishTime }) => finishTime > now - 7 * daySeconds).length;
}

/**
 * Undefined if it is of another run or attempt, or cannot be read: then the journal is filled again. `until` is when the report
 * ended that wrote it, in seconds since 1970; undefined if nobody knows.
 */
export function parseJournal(content: unknown, run: string, until: number | undefined): Journal | undefined {
  const file = v.safeParse(journalFileSchema, content);
  if (!file.success || file.output.run !== run) return undefined;
  if (until !== undefined && file.output.until !== until) return undefined;
  try {
    const bytes = Buffer.from(file.output.deflated, "base64");
    const text = inflateRawSync(bytes, { maxOutputLength: maxContentBytes }).toString();
    return v.parse(journalSchema, expand(JSON.parse(text)));
  } catch {
    return undefined;
  }
}
