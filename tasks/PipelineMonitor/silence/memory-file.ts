import * as v from "valibot";
import { Unreadable } from "../../../shared/http/errors";
import { finiteNumber, objectOf } from "../../../shared/json/schema";
import type { Memory } from "../issue/memory";
import { createScheduleRenderer, parseSchedules } from "./schedule-file";

/** The type of the attachment with what a monitor's reports have told. */
export const memoryType = "pipeline-keeper.reported";

/** The version of its form. Another version is not read: everything is told again then. */
const formVersion = 3;

const fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const id = v.pipe(v.number(), v.safeInteger());
const stateSchema = objectOf(
  { key: fingerprint, reportedAt: finiteNumber, runId: v.optional(id), isOfProject: v.optional(v.boolean()) },
  "a state",
);
const projectSchema = objectOf(
  {
    project: fingerprint,
    until: finiteNumber,
    wholeUntil: finiteNumber,
    dueUntil: v.optional(finiteNumber),
    seen: v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,40}:\d+$/))),
    problems: v.array(
      objectOf(
        {
          row: fingerprint,
          key: fingerprint,
          kind: v.picklist(["failure", "limit", "missed"]),
          since: finiteNumber,
          lastSeen: finiteNumber,
          reportedAt: finiteNumber,
          wasTold: v.boolean(),
          held: v.optional(objectOf({ runId: v.optional(id), pipeline: v.string() }, "a run")),
        },
        "a problem",
      ),
    ),
    states: v.array(stateSchema),
    schedules: v.optional(v.pipe(v.string(), v.transform(parseSchedules))),
  },
  "the memory of a project",
);
const memorySchema = objectOf(
  {
    version: v.literal(formVersion),
    run: v.string(),
    othersUntil: finiteNumber,
    unread: v.array(stateSchema),
    mutesUntil: v.optional(finiteNumber),
    limitsUntil: v.optional(finiteNumber),
    digestUntil: v.optional(finiteNumber),
    projects: v.array(projectSchema),
  },
  "the memory of a monitor",
);

/** No attachment is larger. What does not fit is told once more. */
const maxOfEach = 2000;
/** A project that was not read, and a pipeline or branch that has not run for so long, is forgotten. */
const maxAgeSeconds = 31 * 24 * 3600;

/** Renders the attachment of a run, by its id. */
export function renderMemory(memory: Memory, run: string): string {
  const recent = [...memory.projects].filter(([, { until }]) => until > memory.othersUntil - maxAgeSeconds);
  const renderedSchedules = createScheduleRenderer();
  const projects = recent.map(([project, { problems, states, seen, schedules, ...times }]) => ({
    project,
    ...times,
    schedules: schedules && renderedSchedules(schedules),
    seen: seen.slice(-maxOfEach),
    problems: problems
      .filter(({ lastSeen, held }) => held !== undefined || lastSeen > times.until - maxAgeSeconds)
      .sort((one, other) => other.lastSeen - one.lastSeen)
      .slice(0, maxOfEach),
    states: states.slice(0, maxOfEach),
  }));
  const unread = memory.unread.filter(({ reportedAt }) => reportedAt > memory.othersUntil - maxAgeSeconds);
  return JSON.stringify({ version: formVersion, run, ...memory, unread, projects });
}

/** Parses the attachment of a run; undefined if it is of another run. Throws `Unreadable` if it is none of this version. */
export function parseMemory(content: unknown, run: string): Memory | undefined {
  const parsed = v.safeParse(memorySchema, content);
  if (!parsed.success) throw new Unreadable("the attachment of the last report has an unknown form");
  const { projects, version: _, run: ofRun, ...memory } = parsed.output;
  if (ofRun !== run) return undefined;
  return { ...memory, projects: new Map(projects.map(({ project, ...known }) => [project, known])) };
}

/** Returns the name of the attachment with what a monitor has told. */
export function memoryName(tag: string): string {
  return `${tag}.json`;
}
