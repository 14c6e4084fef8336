import * as v from "valibot";
import { Unreadable } from "../../../shared/http/errors";
import { finiteNumber, objectOf } from "../../../shared/json/schema";
import { type Issue, isIssueLine, runOf } from "../issue/issue";
import { type Memories, type Memory, type OwnPipeline, projectFingerprint } from "../issue/memory";
import type { Report } from "../issue/report";
import { attemptOf, identityOf, stateKeyOf } from "./identity";

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

/** Returns the name of the attachment with what a monitor has reported. */
export function memoryName(tag: string): string {
  return `${tag}.json`;
}

/**
 * Reads what the last report of this monitor knew, from the attachment of its run. Of several attempts of that run, the
 * latest counts. Empty if it attached nothing. Throws if it cannot be read.
 */
export async function readMemories(
  { service, tag }: OwnPipeline,
  lastId: number | undefined,
  signal: AbortSignal,
): Promise<Memories> {
  if (lastId === undefined) return new Map();
  const attachments = await service.attachments(lastId, memoryType, memoryName(tag), signal);
  return new Map(
    attachments
      .flatMap((content) => [...parseMemories(content)])
      .sort(([, one], [, other]) => one.until - other.until),
  );
}

/** Returns what a monitor knows after a report, by what it knew before. */
export function memoriesOf({ projects, message, omitted }: Report, before: Memories): Memories {
  const [hidden = [], shown = []] = [true, false].map((isOmitted) =>
    message.lines
      .filter(isIssueLine)
      .filter((line) => omitted.includes(line) === isOmitted)
      .flatMap(({ issues }) => issues),
  );
  const memories = new Map(before);
  for (const { config, memory } of projects)
    if (memory === undefined) memories.delete(projectFingerprint(config));
    else memories.set(projectFingerprint(config), withoutOmitted(memory, hidden, shown));
  return memories;
}

/**
 * Returns a memory without the issues that did not fit into the message: the next report has them. A problem that
 * another line of the message shows stays known.
 */
export function withoutOmitted(memory: Memory, omitted: readonly Issue[], shown: readonly Issue[]): Memory {
  const keysOf = (issues: readonly Issue[]) =>
    new Set(issues.flatMap((issue) => stateKeyOf(issue) ?? identityOf(issue)?.key ?? []));
  const shownKeys = keysOf(shown);
  const gone = new Set([...keysOf(omitted)].filter((key) => !shownKeys.has(key)));
  const attempts = new Set(
    omitted.flatMap((issue) => {
      const run = issue.isState === true ? undefined : runOf(issue);
      return run === undefined ? [] : [attemptOf(run)];
    }),
  );
  return {
    ...memory,
    problems: memory.problems.filter(({ key }) => !gone.has(key)),
    states: memory.states.filter(({ key }) => !gone.has(key)),
    reportedRuns: memory.reportedRuns.filter((attempt) => !attempts.has(attempt)),
  };
}
