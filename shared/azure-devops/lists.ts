import * as v from "valibot";
import { parseAs } from "../http/body";
import { Unreadable } from "../http/errors";
import { finiteNumber, parsedBy } from "../json/schema";
import { id } from "./records";

const listSchema = v.object(
  // `v.array` would copy it, and a list may be millions of zeros.
  { count: v.optional(v.unknown()), value: v.custom<unknown[]>(Array.isArray) },
);

/** The service itself returns up to 5000 entries a page. */
const maxEntries = 10_000;

/** Throws `Unreadable` if it is not a list, or an incomplete one. */
export function parseList(body: unknown): unknown[] {
  const noList = "JSON that is not a list: `value` is missing or is not an array";
  const { count, value } = parseAs(listSchema, body, noList);
  if (typeof count === "number" && count !== value.length)
    throw new Unreadable(
      `a list that claims ${count} ${count === 1 ? "entry" : "entries"} but has ${value.length}`,
    );
  if (value.length > maxEntries) throw new Unreadable(`a list with more than ${maxEntries} entries`);
  return value;
}

export interface Log {
  id: number;
  lineCount: number;
}

const logSchema = v.object({ id, lineCount: v.nullish(finiteNumber) });

/** None for an empty response. An entry without a valid id is undefined. */
export function parseLogs(body: unknown): (Log | undefined)[] {
  if (body === undefined) return [];
  return parseList(body)
    .map((entry) => parsedBy(logSchema, entry))
    .map((log) => log && { id: log.id, lineCount: log.lineCount ?? 0 });
}
