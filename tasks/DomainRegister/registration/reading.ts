import * as v from "valibot";
import { objectOf } from "../../../shared/json/schema";
import type { Ownership } from "../../../shared/registrar/registrar";

const optionalText = v.optional(v.string());

/** A moment's word of the account about the domain. */
export const readingSchema = objectOf(
  {
    at: v.string(),
    kind: v.picklist(["owned", "listed", "notOwned", "unprovable"]),
    status: optionalText,
    id: optionalText,
    createdAt: optionalText,
    orderNumber: optionalText,
  },
  "a reading of the account",
);

export type Reading = v.InferInput<typeof readingSchema>;

export function readingOf(ownership: Ownership, at: string): Reading {
  return ownership.kind === "unprovable" ? { at, kind: ownership.kind } : { at, ...ownership };
}

/** The latest changes. An account that changes its mind every hour must not fill the disk. */
const maxReadings = 50;

/** A reading that shows the same as the one before it is not added, so that the first time of a state stays. */
export function withReading(readings: readonly Reading[], reading: Reading): Reading[] {
  const last = readings.at(-1);
  const isNews = last === undefined || shownIn(last) !== shownIn(reading);
  return isNews ? [...readings, reading].slice(-maxReadings) : [...readings];
}

function shownIn({ kind, status, id, createdAt, orderNumber }: Reading): string {
  return JSON.stringify([kind, status, id, createdAt, orderNumber]);
}
