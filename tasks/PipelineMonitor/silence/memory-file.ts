import * as v from "valibot";
import { finiteNumber } from "../../../shared/json/schema";
import type { Memories, Memory } from "../issue/memory";
import { createScheduleRenderer, parseSchedules } from "./schedule-file";

/** The type of the attachment with what a monitor's reports have told. */
export const memoryType = "pipeline-keeper.reported";

/** The version of its form. Another version is not read: everything is told again then. */
const formVersion = 4;

const fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const id = v.pipe(v.number(), v.safeInteger());
const stateSchema = v.object({
  key: fingerprint,
  reportedAt: finiteNumber,
  runId: v.optional(id),
  isOfProject: v.optional(v.boolean()),
});
const projectSchema = v.object({
  project: fingerprint,
  until: finiteNumber,
  wholeUntil: finiteNumber,
  dueUntil: v.optional(finiteNumber),
  seen: v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,40}:\d+$/))),
  problems: v.array(
    v.object({
      row: fingerprint,
      key: fingerprint,
      kind: v.picklist(["failure", "limit", "missed"]),
      since: finiteNumber,
      lastSeen: finiteNumber,
      reportedAt: finiteNumber,
      wasTold: v.boolean(),
      held: v.optional(v.object({ runId: v.optional(id), pipeline: v.string() })),
    }),
  ),
  states: v.array(stateSchema),
  waiting: v.optional(
    v.array(v.object({ key: fingerprint, pipeline: v.string(), at: finiteNumber, runId: v.optional(id) })),
  ),
  schedules: v.optional(v.pipe(v.string(), v.transform(parseSchedules))),
});
const alertSchema = v.object({
  key: fingerprint,
  project: fingerprint,
  pipeline: v.optional(v.string()),
  at: v.optional(finiteNumber),
  isState: v.optional(v.boolean()),
  isUnsure: v.optional(v.boolean()),
  isClosed: v.optional(v.boolean()),
});
const targetSchema = v.object({
  target: fingerprint,
  othersUntil: finiteNumber,
  unread: v.array(stateSchema),
  mutesUntil: v.optional(finiteNumber),
  limitsUntil: v.optional(finiteNumber),
  alerts: v.optional(v.array(alertSchema)),
  projects: v.array(projectSchema),
});
const memoriesSchema = v.object({
  version: v.literal(formVersion),
  run: v.string(),
  digestUntil: v.optional(finiteNumber),
  metrics: v.optional(v.object({ until: finiteNumber, causes: v.record(v.string(), v.string()) })),
  targets: v.array(targetSchema),
});

/** An attachment has no more entries of a kind. Others are told once more. */
const maxOfEach = 2000;
/** A project that was not read, and a pipeline or branch that has not run for so long, is forgotten. */
const maxAgeSeconds = 31 * 24 * 3600;

/** Renders the attachment of a run, by its id. */
export function renderMemories({ byTarget, ...memories }: Memories, run: string): string {
  const renderedSchedules = createScheduleRenderer();
  const targets = [...byTarget].map(([target, memory]) => ({
    ...{ target, ...memory },
    ...cut(memory, renderedSchedules),
  }));
  return JSON.stringify({ version: formVersion, run, ...memories, targets });
}

function cut(memory: Memory, renderedSchedules: ReturnType<typeof createScheduleRenderer>) {
  const recent = [...memory.projects].filter(([, { until }]) => until > memory.othersUntil - maxAgeSeconds);
  const projects = recent.map(([project, { problems, states, seen, schedules, waiting, ...times }]) => ({
    project,
    ...times,
    schedules: schedules && renderedSchedules(schedules),
    seen: seen.slice(-maxOfEach),
    problems: problems
      .filter(({ lastSeen, held }) => held !== undefined || lastSeen > times.until - maxAgeSeconds)
      .sort((one, other) => other.lastSeen - one.lastSeen)
      .slice(0, maxOfEach),
    states: states.slice(0, maxOfEach),
    waiting: waiting?.filter(({ at }) => at > times.until - maxAgeSeconds).slice(-maxOfEach),
  }));
  const unread = memory.unread.filter(({ reportedAt }) => reportedAt > memory.othersUntil - maxAgeSeconds);
  return { unread, projects };
}

/** Parses the attachment of a run; undefined if it is of another run. Throws if it is none of this version. */
export function parseMemories(content: unknown, run: string): Memories | undefined {
  const parsed = v.safeParse(memoriesSchema, content);
  if (!parsed.success) throw new Error("the attachment of the last report has an unknown form");
  const { targets, version: _, run: ofRun, ...memories } = parsed.output;
  if (ofRun !== run) return undefined;
  const memoryOf = ({ projects, ...memory }: Omit<(typeof targets)[number], "target">): Memory => ({
    ...memory,
    projects: new Map(projects.map(({ project, ...known }) => [project, known])),
  });
  return { ...memories, byTarget: new Map(targets.map(({ target, ...rest }) => [target, memoryOf(rest)])) };
}

export function memoryName(tag: string): string {
  return `${tag}.json`;
}
