import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { objectOf, parsedBy, pathOf } from "../json/schema";
import type { Pipeline } from "../pipeline";

/** A run of the list. Times are whole seconds since 1970, undefined if the run has none yet. */
export interface Run {
  id: number;
  buildNumber: string;
  pipeline: Pipeline;
  status: string;
  /** Empty while the run has none. */
  result: string;
  queueTime: number | undefined;
  startTime: number | undefined;
  finishTime: number | undefined;
  /** Such as a commit; undefined if the record has none. */
  commit?: string;
  /** Such as refs/heads/main; undefined if the record has none. */
  branch?: string;
  /** Why it could not start, such as an invalid definition or a missing pool; undefined if it could. */
  problems?: readonly string[];
  /** How it was started, such as schedule or pullRequest; undefined if the record does not tell. */
  reason?: string;
  /** How often it was run, if that is known; its times are of the last attempt then. */
  attempt?: number;
  /** When it was last changed, if it is being canceled. */
  changedTime?: number;
  /** A member that is not readable, such as "startTime: expected a time"; undefined if there is none. */
  problem?: string;
}

export type RunTimes = Pick<Run, "queueTime" | "startTime" | "finishTime">;

/** A record that cannot be parsed: what is known of it, and what is wrong. */
export interface UnreadableRun {
  id: number | undefined;
  buildNumber: string;
  pipeline: Pipeline | undefined;
  /** Such as "definition.name: expected a text". */
  problem: string;
}

export type RunRecord = { run: Run } | { unreadable: UnreadableRun };

/** The runs among records. */
export function runsIn<R extends Run>(records: readonly ({ run: R } | { unreadable: UnreadableRun })[]): R[] {
  return records.flatMap((record) => ("run" in record ? [record.run] : []));
}

/** Enough to tell two commits apart. */
export function shortCommit({ commit }: Run): string | undefined {
  return commit?.slice(0, 12);
}

/** Reads a list to its end. */
export async function allRecords(pages: AsyncIterable<RunRecord[]>): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  for await (const page of pages) records.push(...page);
  return records;
}

/** Undefined if the record has no valid one. */
export function idOf(record: RunRecord): number | undefined {
  return "run" in record ? record.run.id : record.unreadable.id;
}

export const id = v.pipe(v.number("expected a whole number"), v.safeInteger("expected a whole number"));
const text = v.string("expected a text");
const expectedTime = "expected a time such as 2026-01-31T12:00:00Z";
const time = v.nullish(
  v.pipe(
    v.string(expectedTime),
    v.check((value) => isNoTime(value) || wholeSeconds(value) !== undefined, expectedTime),
    v.transform(wholeSeconds),
  ),
);
/** No version, branch or reason is longer. A longer text would only cost memory, so it counts as none. */
const maxSourceCharacters = 256;
const source = v.fallback(
  v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(maxSourceCharacters))),
  undefined,
);
const definition = objectOf(
  { name: text, id: v.fallback(v.optional(id), undefined), path: source },
  "expected an object",
);
const runMembers = {
  id,
  buildNumber: text,
  status: text,
  result: v.nullish(text),
  queueTime: time,
  startTime: time,
  finishTime: time,
  definition,
  sourceVersion: source,
  sourceBranch: source,
  reason: source,
  lastChangedDate: v.fallback(time, undefined),
  validationResults: v.fallback(v.nullish(v.array(v.unknown())), undefined),
};
const runSchema = objectOf(runMembers, "expected an object");
/** Its result is known all the same. */
const oddRunSchema = objectOf(
  {
    ...runMembers,
    buildNumber: v.fallback(text, ""),
    queueTime: v.fallback(time, undefined),
    startTime: v.fallback(time, undefined),
    finishTime: v.fallback(time, undefined),
  },
  "expected an object",
);

const validationSchema = v.object({ result: v.literal("error"), message: v.string() });
/** A definition can have hundreds; the first say enough. */
const maxProblems = 10;

function problemsIn(results: readonly unknown[] | null | undefined): string[] {
  const messages = (results ?? []).flatMap((result) => {
    const { message = "" } = parsedBy(validationSchema, result) ?? {};
    return message.trim() === "" ? [] : [message];
  });
  return messages.slice(0, maxProblems);
}

/** .NET writes its first moment where there is no time. */
function isNoTime(value: string): boolean {
  return value.startsWith("0001-01-01T");
}

/** Without the fraction (rule 4); undefined if it is not a time. UTC also comes as an offset of zero. */
export function wholeSeconds(value: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(value);
  const milliseconds = match === null || isNoTime(value) ? Number.NaN : Date.parse(`${match[1]}${match[2]}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/**
 * If a member without which a run is still a run is missing or mistyped, names it. Without another member, returns what is
 * known of the run.
 */
export function parseRun(record: unknown): RunRecord {
  const parsed = v.safeParse(runSchema, record);
  const [issue] = parsed.issues ?? [];
  const problem = issue && `${pathOf(issue).join(".") || "record"}: ${issue.message}`;
  const odd = parsed.success ? parsed : v.safeParse(oddRunSchema, record);
  if (!odd.success) return { unreadable: unreadableRun(record, problem) };
  const { id, buildNumber, status, result, definition, sourceVersion, sourceBranch, reason, ...times } =
    odd.output;
  const problems = problemsIn(times.validationResults);
  const changedTime = status === "cancelling" ? (times.lastChangedDate ?? undefined) : undefined;
  return {
    run: {
      id,
      buildNumber,
      pipeline: pipelineOf(definition),
      status,
      result: result ?? "",
      queueTime: times.queueTime ?? undefined,
      startTime: times.startTime ?? undefined,
      finishTime: times.finishTime ?? undefined,
      ...(sourceVersion === undefined ? {} : { commit: sourceVersion }),
      ...(sourceBranch === undefined ? {} : { branch: sourceBranch }),
      ...(reason === undefined ? {} : { reason }),
      ...(problems.length === 0 ? {} : { problems }),
      ...(changedTime === undefined ? {} : { changedTime }),
      ...(problem === undefined ? {} : { problem }),
    },
  };
}

const ofProjectSchema = v.object({ project: v.object({ id: v.string() }) });

/** The id of the project that a run belongs to; undefined if the record does not tell. */
export function projectIdOf(record: unknown): string | undefined {
  return parsedBy(ofProjectSchema, record)?.project.id.toLowerCase();
}

const tagsSchema = v.object({ tags: v.array(v.unknown()) });

/**
 * Undefined if the run does not have the tag. Throws `Unreadable` if its start is not known, because callers depend on
 * it.
 */
export function parseTaggedRun(record: unknown, tag: string) {
  if (!parsedBy(tagsSchema, record)?.tags.includes(tag)) return undefined;
  const parsed = parseRun(record);
  if ("unreadable" in parsed)
    throw new Unreadable(`a run that cannot be parsed: ${parsed.unreadable.problem}`);
  const { id, startTime, branch, problem = "startTime: missing" } = parsed.run;
  if (startTime === undefined) throw new Unreadable(`a run that cannot be parsed: ${problem}`);
  return { id, startTime, branch };
}

const knownSchema = v.object({
  id: v.fallback(v.optional(id), undefined),
  buildNumber: v.fallback(v.string(), ""),
  definition: v.fallback(v.optional(definition), undefined),
});

function pipelineOf({ name, id, path }: v.InferOutput<typeof definition>): Pipeline {
  return { name, ...(id === undefined ? {} : { id }), ...(path === undefined ? {} : { folder: path }) };
}

function unreadableRun(record: unknown, problem = ""): UnreadableRun {
  const { id, buildNumber = "", definition } = parsedBy(knownSchema, record) ?? {};
  return { id, buildNumber, pipeline: definition && pipelineOf(definition), problem };
}

/** Identifies an attempt of a run. A run that is run again keeps its id, and finishes later. */
export function attemptOf({ id, finishTime = 0 }: { id: number; finishTime: number | undefined }): string {
  return `${id}:${finishTime}`;
}
