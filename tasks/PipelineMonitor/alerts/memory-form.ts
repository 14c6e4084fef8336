import * as v from "valibot";
import { Unreadable } from "../../../shared/http/errors";
import { finiteNumber, objectOf } from "../../../shared/json/schema";
import type { Memory } from "./known-problem";

/** The type of the attachment with what a monitor's reports have reported. */
export const memoryType = "pipeline-keeper.reported";

/** The version of its form. Another version is not read: everything is reported then. */
const formVersion = 2;

const fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const id = v.pipe(v.number(), v.safeInteger());
const memorySchema = objectOf(
  {
    project: fingerprint,
    until: finiteNumber,
    problems: v.array(
      objectOf(
        {
          pipeline: fingerprint,
          definitionId: v.optional(id),
          key: fingerprint,
          verdict: fingerprint,
          kind: v.picklist(["failure", "limit", "missed"]),
          since: finiteNumber,
          lastSeen: finiteNumber,
          reportedAt: finiteNumber,
        },
        "a problem",
      ),
    ),
    states: v.array(objectOf({ key: fingerprint, reportedAt: finiteNumber }, "a state")),
    reportedRuns: v.array(v.pipe(v.string(), v.regex(/^\d+:\d+$/))),
  },
  "the memory of a project",
);
const attachmentSchema = objectOf(
  { version: v.literal(formVersion), projects: v.array(memorySchema) },
  "the memory of a monitor",
);

/** What a monitor's report knows, by the fingerprint of each project's URL. */
export type Memories = ReadonlyMap<string, Memory>;

/** No attachment is larger. What does not fit is reported once more. */
const maxOfEach = 2000;
/** A project that was not read, and a pipeline that has not run for so long, is forgotten. */
const maxAgeSeconds = 31 * 24 * 3600;

/** Renders memories as the text of the attachment. */
export function renderMemories(memories: Memories): string {
  const latest = Math.max(0, ...[...memories.values()].map(({ until }) => until));
  const recent = [...memories].filter(([, { until }]) => until > latest - maxAgeSeconds);
  const projects = recent.map(([project, { until, problems, states, reportedRuns }]) => ({
    project,
    until,
    problems: problems
      .filter(({ lastSeen }) => lastSeen > until - maxAgeSeconds)
      .sort((one, other) => other.lastSeen - one.lastSeen)
      .slice(0, maxOfEach),
    states: states.slice(0, maxOfEach),
    reportedRuns: reportedRuns.slice(-maxOfEach),
  }));
  return JSON.stringify({ version: formVersion, projects });
}

/** Parses the attachment. Throws `Unreadable` if it is none of this version. */
export function parseMemories(content: unknown): Memories {
  const parsed = v.safeParse(attachmentSchema, content);
  if (!parsed.success) throw new Unreadable("the attachment of the last report has an unknown form");
  return new Map(parsed.output.projects.map(({ project, ...memory }) => [project, memory]));
}
