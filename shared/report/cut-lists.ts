import type { Report } from "./schema";

/** The largest attachment: a page has to fetch and parse it while somebody waits. */
export const maxReportBytes = 256 * 1024;

type LeftOut = NonNullable<Report["leftOut"]>;

/** One entry for each list. */
function merged(before: LeftOut = [], now: LeftOut): LeftOut {
  const counts = new Map<string, number>();
  for (const { list, count } of [...before, ...now]) counts.set(list, (counts.get(list) ?? 0) + count);
  return [...counts].map(([list, count]) => ({ list, count }));
}

/** `kept` returns the entries of one of the lists that fit, the first lists first; `leftOut` counts all others. */
export function fitLists(
  report: Report,
  maxBytes: number,
  lists: readonly (readonly [name: string, entries: readonly unknown[]])[],
) {
  // Room for `leftOut` itself, with every count at its largest.
  const everything = lists.map(([list, { length }]) => ({ list, count: length }));
  let room = maxBytes - bytesOf({ ...report, leftOut: merged(report.leftOut, everything) });
  for (const [, entries] of lists) room += bytesOf(entries) - "[]".length;
  const counts = new Map<readonly unknown[], number>();
  const missing: LeftOut = [];
  for (const [list, entries] of lists) {
    let count = 0;
    for (const entry of entries) {
      const bytes = bytesOf(entry) + ",".length;
      if (bytes > room) break;
      room -= bytes;
      count++;
    }
    counts.set(entries, count);
    if (count < entries.length) missing.push({ list, count: entries.length - count });
  }
  const kept = <Entry>(entries: readonly Entry[]) => entries.slice(0, counts.get(entries));
  return { kept, leftOut: merged(report.leftOut, missing) };
}

const encoder = new TextEncoder();

/** As JSON. */
export function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}
