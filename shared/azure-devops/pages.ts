import type { Clock } from "../clock";
import { maxPageSize, pageSizeOf, queryUntil } from "./queries";
import { idOf, type RunRecord } from "./records";

/** One page of the list of runs, as the service gave it. */
export interface RunPage {
  records: RunRecord[];
  /** Names the next page; empty when the response names none. */
  token: string;
}

/** A list of runs to read to its end. */
export interface RunList {
  query: string;
  /** The time that the list is ordered by, newest first; undefined where the service promises no order. */
  orderedBy: "queueTime" | "finishTime" | undefined;
  /** What an error says besides, when the list cannot be read to its end. */
  whenEndless: string;
}

const maxPages = 1000;
/** Twenty of the service's largest pages; each run that is listed costs memory. */
const maxRuns = 100_000;
/** Ten times what so many runs have of names, numbers and results. */
const maxTextCharacters = 16 * 2 ** 20;
/** A monitor that runs hourly has no use for a list that takes longer. */
export const maxRunsSeconds = 900;

/**
 * The runs of a list, each once, page by page. A full page that names no next one may be the last, or a gateway has removed
 * the header that does: the list is then asked for once more, until the oldest time so far. Throws when the list cannot be
 * read to its end.
 */
export async function* readRunPages(
  { query, orderedBy, whenEndless }: RunList,
  readPage: (query: string) => Promise<RunPage>,
  clock: Clock,
): AsyncGenerator<RunRecord[]> {
  const endless = (how: string) =>
    new Error(`build service: the list of runs cannot be read to its end, because it ${how}.${whenEndless}`);
  const asked = new Set<string>();
  const ids = new Set<number>();
  const startedAt = clock.now();
  let textCharacters = 0;
  let base = query;
  for (let next: string | undefined = query; next !== undefined; ) {
    // What is asked again by time begins with runs that are known, and may hold no others.
    const isByTime: boolean = next === base && next !== query;
    asked.add(next);
    const { records, token } = await readPage(next);
    const news = recordsBeside(ids, records);
    const isLast: boolean = token === "" && !isFull(records, query);
    // Services have been seen to give the first page once more in place of the next.
    if (records.length > 0 && news.length === 0 && !(isByTime && isLast))
      throw endless("gives the same runs once more");
    textCharacters += news.reduce((sum, record) => sum + textCharactersOf(record), 0);
    if (textCharacters > maxTextCharacters) throw endless("holds more text than a monitor has room for");
    if (ids.size > maxRuns) throw endless(`has more than ${maxRuns} runs`);
    yield news;
    if (isLast) return;
    const until = token === "" ? oldest(records, orderedBy) : undefined;
    if (token === "" && until === undefined)
      throw endless("gives a full page and does not name the next one");
    if (until !== undefined) base = queryUntil(until, base);
    next = token === "" ? base : `${base}&continuationToken=${encodeURIComponent(token)}`;
    if (asked.has(next)) throw endless("names a page again that it has already given");
    if (asked.size >= maxPages) throw endless(`does not end after ${maxPages} pages`);
    if (clock.now() - startedAt > maxRunsSeconds * 1000)
      throw endless(`takes longer than ${maxRunsSeconds} s`);
  }
}

/** Whether a page holds as many records as the service gives at a time: there may be more. */
function isFull({ length }: readonly RunRecord[], query: string): boolean {
  return length === pageSizeOf(query) || length === maxPageSize;
}

/** How many characters the texts of a record have. */
function textCharactersOf(record: RunRecord): number {
  const texts = Object.values("run" in record ? record.run : record.unreadable);
  return texts.reduce((sum: number, text) => sum + (typeof text === "string" ? text.length : 0), 0);
}

/** The earliest time of some records by which a list is ordered; undefined where there is none. */
function oldest(records: readonly RunRecord[], orderedBy: RunList["orderedBy"]): number | undefined {
  const times = records.flatMap((record) =>
    orderedBy !== undefined && "run" in record ? (record.run[orderedBy] ?? []) : [],
  );
  return times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other));
}

/** The records whose ids are not among the known ones, each id once; adds them to those. */
function recordsBeside(knownIds: Set<number>, records: readonly RunRecord[]): RunRecord[] {
  return records.filter((record) => {
    const id = idOf(record);
    if (id === undefined) return true;
    const isNew = !knownIds.has(id);
    knownIds.add(id);
    return isNew;
  });
}
