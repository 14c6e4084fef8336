import type { Clock } from "../clock";
import { maxPageSize, pageSizeOf, queryUntil } from "./queries";
import { idOf, type RunRecord } from "./records";

/** A list of runs to read to its end. */
export interface RunList {
  query: string;
  /** The time that orders the list, newest first; undefined if the service promises no order. */
  orderedBy: "queueTime" | "finishTime" | undefined;
  /** Appended to the error if the list cannot be read to its end. */
  whenEndless: string;
}

const maxPages = 1000;
/** Twenty of the service's largest pages; each run in the list costs memory. */
const maxRuns = 100_000;
/** Ten times what so many runs have of names, numbers and results. */
const maxTextCharacters = 16 * 2 ** 20;
/** A monitor that runs hourly has no use for a list that takes longer. */
export const maxRunsSeconds = 900;

/**
 * Yields the runs of a list, each once, page by page. A full page without a token may be the last, or a
 * gateway may have removed the token. The list is then requested again up to the oldest time so far. Throws
 * if the list cannot be read to its end. `token` names the next page; empty if the response names none.
 */
export async function* readRunPages(
  { query, orderedBy, whenEndless }: RunList,
  readPage: (query: string) => Promise<{ records: RunRecord[]; token: string }>,
  clock: Clock,
): AsyncGenerator<RunRecord[]> {
  const unreadable = (how: string) =>
    new Error(`build service: the list of runs could not be read to its end: ${how}.${whenEndless}`);
  const requested = new Set<string>();
  const ids = new Set<number>();
  const startedAt = clock.now();
  let textCharacters = 0;
  let base = query;
  for (let next: string | undefined = query; next !== undefined; ) {
    // A page that is requested by time begins with known runs, and may have no others.
    const isByTime: boolean = next === base && next !== query;
    requested.add(next);
    const { records, token } = await readPage(next);
    const newRecords = addNew(ids, records);
    // After a full page, there may be more.
    const isFull = [pageSizeOf(query), maxPageSize].includes(records.length);
    const isLast: boolean = token === "" && !isFull;
    // Some services return the first page again instead of the next.
    const isRepeated = records.length > 0 && newRecords.length === 0 && !(isByTime && isLast);
    textCharacters += newRecords.reduce((sum, record) => sum + textCharactersOf(record), 0);
    const problem = isRepeated
      ? "the service returned the same runs again"
      : tooMuchOf(textCharacters, ids.size);
    if (problem !== undefined) throw unreadable(problem);
    yield newRecords;
    if (isLast) return;
    if (token === "") {
      const until = oldest(records, orderedBy);
      if (until === undefined)
        throw unreadable("the service returned a full page without naming the next one");
      base = queryUntil(until, base);
    }
    next = token === "" ? base : `${base}&continuationToken=${encodeURIComponent(token)}`;
    const endless = endlessBy(requested, next, clock.now() - startedAt);
    if (endless !== undefined) throw unreadable(endless);
  }
}

function tooMuchOf(textCharacters: number, runCount: number): string | undefined {
  if (textCharacters > maxTextCharacters) return "it has more text than the monitor accepts";
  return runCount > maxRuns ? `it has more than ${maxRuns} runs` : undefined;
}

/** Why a list has no end, by what was requested and is requested next. */
function endlessBy(requested: ReadonlySet<string>, next: string, milliseconds: number): string | undefined {
  if (requested.has(next)) return "the service named a page that it had already returned";
  if (requested.size >= maxPages) return `it did not end after ${maxPages} pages`;
  return milliseconds > maxRunsSeconds * 1000 ? `it took longer than ${maxRunsSeconds} s` : undefined;
}

/** Commit and branch have a limit of their own. */
function textCharactersOf(record: RunRecord): number {
  const { pipeline, ...run } = "run" in record ? record.run : record.unreadable;
  return Object.entries({ ...run, name: pipeline?.name }).reduce(
    (sum, [name, text]) => sum + (typeof text === "string" && !ownLimit.has(name) ? text.length : 0),
    0,
  );
}

const ownLimit: ReadonlySet<string> = new Set(["commit", "branch"]);

/** In the order of the list; undefined if there is none. */
function oldest(records: readonly RunRecord[], orderedBy: RunList["orderedBy"]): number | undefined {
  const times = records.flatMap((record) =>
    orderedBy !== undefined && "run" in record ? (record.run[orderedBy] ?? []) : [],
  );
  return times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other));
}

/** Each id once. Adds the ids to those that are known. */
function addNew(knownIds: Set<number>, records: readonly RunRecord[]): RunRecord[] {
  return records.filter((record) => {
    const id = idOf(record);
    if (id === undefined) return true;
    const isNew = !knownIds.has(id);
    knownIds.add(id);
    return isNew;
  });
}
