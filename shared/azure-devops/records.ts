import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { finiteNumber, objectOf, pathOf } from "../json/schema";

/** A run as the list shows it; times in whole seconds since 1970, undefined where the run has none yet. */
export interface Run {
  id: number;
  buildNumber: string;
  pipeline: string;
  /** The id of the pipeline's definition; undefined where the record names none. */
  definitionId: number | undefined;
  status: string;
  /** Empty while the run has none. */
  result: string;
  queueTime: number | undefined;
  startTime: number | undefined;
  finishTime: number | undefined;
}

/** A record of the list that is no run we understand: what is known of it, and what is wrong. */
export interface UnreadableRun {
  id: number | undefined;
  buildNumber: string;
  pipeline: string | undefined;
  /** Which member is missing or mistyped, such as "definition.name: expected a text". */
  problem: string;
}

/** A record of the run list. */
export type RunRecord = { run: Run } | { unreadable: UnreadableRun };

/** The id of a record; undefined where it has none that can be understood. */
export function idOf(record: RunRecord): number | undefined {
  return "run" in record ? record.run.id : record.unreadable.id;
}

/** An entry of a run's list of logs. */
export interface Log {
  id: number;
  lineCount: number;
}

const listSchema = objectOf(
  // Not `v.array`, which copies it: a list can be millions of zeros.
  { count: v.optional(v.unknown()), value: v.custom<unknown[]>(Array.isArray) },
  "a list",
);

/** The service itself gives 5000 entries a page at most. */
const maxEntries = 10_000;

/** The entries of a list answer. Throws `Unreadable` when it is none, or not the whole of one. */
export function parseList(body: unknown): unknown[] {
  const list = v.safeParse(listSchema, body);
  if (!list.success) throw new Unreadable("JSON that is no list: `value` is missing or no array");
  const { count, value } = list.output;
  if (typeof count === "number" && count !== value.length)
    throw new Unreadable(`a list that says it has ${count} entries, and has ${value.length}`);
  if (value.length > maxEntries) throw new Unreadable(`a list of more than ${maxEntries} entries`);
  return value;
}

const id = v.pipe(v.number("expected a whole number"), v.safeInteger("expected a whole number"));
const logSchema = objectOf({ id, lineCount: v.nullish(finiteNumber) }, "a log");

/** A log out of an entry of the log list; undefined when its id is missing or mistyped. */
export function parseLog(entry: unknown): Log | undefined {
  const log = v.safeParse(logSchema, entry);
  return log.success ? { id: log.output.id, lineCount: log.output.lineCount ?? 0 } : undefined;
}

const text = v.string("expected a text");
const expectedTime = "expected a time such as 2026-01-31T12:00:00Z";
const time = v.nullish(
  v.pipe(
    v.string(expectedTime),
    v.check((value) => wholeSeconds(value) !== undefined, expectedTime),
  ),
);
const runSchema = objectOf(
  {
    id,
    buildNumber: text,
    status: text,
    result: v.nullish(text),
    queueTime: time,
    startTime: time,
    finishTime: time,
    definition: objectOf({ name: text, id: v.fallback(v.optional(id), undefined) }, "expected an object"),
  },
  "expected an object",
);

/** The seconds since 1970 of a UTC time, its fraction dropped (rule 4); undefined when it is none. */
export function wholeSeconds(value: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(value);
  const milliseconds = match === null ? Number.NaN : Date.parse(`${match[1]}Z`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

const optionalSeconds = (value: string | null | undefined) =>
  typeof value === "string" ? wholeSeconds(value) : undefined;

/** A run out of a record of the list; where a member that is needed is missing or mistyped, what is known of it. */
export function parseRun(record: unknown): RunRecord {
  const parsed = v.safeParse(runSchema, record);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return {
      unreadable: { ...knownOf(record), problem: `${pathOf(issue).join(".") || "record"}: ${issue.message}` },
    };
  }
  const { id, buildNumber, status, result, definition, ...times } = parsed.output;
  return {
    run: {
      id,
      buildNumber,
      pipeline: definition.name,
      definitionId: definition.id,
      status,
      result: result ?? "",
      queueTime: optionalSeconds(times.queueTime),
      startTime: optionalSeconds(times.startTime),
      finishTime: optionalSeconds(times.finishTime),
    },
  };
}

const pipelineSchema = objectOf({ id, name: v.string() }, "a pipeline");

/** The id of an entry of the list of pipelines; undefined for one of another name, as upper and lower case tell. */
export function parsePipelineId(entry: unknown, name: string): number | undefined {
  const pipeline = v.safeParse(pipelineSchema, entry);
  return pipeline.success && pipeline.output.name === name ? pipeline.output.id : undefined;
}

/** A run that carries tags, as far as they tell of it. */
export interface TaggedRun {
  id: number;
  /** In whole seconds since 1970. */
  startTime: number;
  tags: unknown[];
}

const tagsSchema = objectOf({ tags: v.array(v.unknown()) }, "a record");

/**
 * The run of a record that carries a tag; undefined for one that does not. Throws `Unreadable` when it is not known when that
 * run started: who asks for it has to know.
 */
export function parseTaggedRun(record: unknown, tag: string): TaggedRun | undefined {
  const tagged = v.safeParse(tagsSchema, record);
  if (!tagged.success || !tagged.output.tags.includes(tag)) return undefined;
  const parsed = parseRun(record);
  if ("unreadable" in parsed)
    throw new Unreadable(`a run that cannot be understood: ${parsed.unreadable.problem}`);
  const { id, startTime } = parsed.run;
  if (startTime === undefined) throw new Unreadable("a run that cannot be understood: startTime: missing");
  return { id, startTime, tags: tagged.output.tags };
}

const knownSchema = objectOf(
  {
    id: v.fallback(v.optional(id), undefined),
    buildNumber: v.fallback(v.string(), ""),
    definition: v.fallback(v.optional(objectOf({ name: v.string() }, "a definition")), undefined),
  },
  "a record",
);

function knownOf(record: unknown): Omit<UnreadableRun, "problem"> {
  const parsed = v.safeParse(knownSchema, record);
  const known = parsed.success ? parsed.output : undefined;
  return {
    id: known?.id,
    buildNumber: known?.buildNumber ?? "",
    pipeline: known?.definition?.name,
  };
}
