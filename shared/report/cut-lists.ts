import type { Report } from "./schema";

/** The largest attachment: a page has to fetch and parse it while somebody waits. */
export const maxReportBytes = 256 * 1024;

/** The lists of a report that can be cut, the most important first. Entries stand worst and latest first. */
type Lists = readonly (readonly [name: string, entries: readonly object[] | readonly string[]])[];

type LeftOut = NonNullable<Report["leftOut"]>;

/** One entry for each list. */
export function merged(before: LeftOut = [], now: LeftOut): LeftOut {
  const counts = new Map<string, number>();
  for (const { list, count } of [...before, ...now]) counts.set(list, (counts.get(list) ?? 0) + count);
  return [...counts].map(([list, count]) => ({ list, count }));
}

/** How many entries of each list fit beside the rest of the report, the first lists first. */
export function entriesThatFit(rest: Report, maxBytes: number, lists: Lists) {
  // Room for `leftOut` itself, with every count at its largest.
  const everything = merged(
    rest.leftOut,
    lists.map(([list, { length }]) => ({ list, count: length })),
  );
  let room = maxBytes - bytesOf({ ...rest, leftOut: everything });
  const kept = new Map<string, number>();
  for (const [name, entries] of lists) {
    let fits = 0;
    for (const entry of entries) {
      const bytes = bytesOf(entry) + 1;
      if (bytes > room) break;
      room -= bytes;
      fits++;
    }
    kept.set(name, fits);
  }
  const missing = lists.map(([list, { length }]) => ({ list, count: length - (kept.get(list) ?? 0) }));
  return { kept, leftOut: missing.filter(({ count }) => count > 0) };
}

const encoder = new TextEncoder();

/** As JSON. */
export function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}
