import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { memberAt } from "../json/path";
import { asciiName } from "../text/domain-name";
import { parseTime } from "../text/parse-time";
import { readStatuses } from "./statuses";

/** All times are in milliseconds since 1970. */
export interface PublicRecord {
  registeredAt?: number | undefined;
  expiresAt: number | undefined;
  /** When the record was changed last, in whatever way. */
  changedAt: number | undefined;
  /** As `readStatuses` returns them. */
  statuses: readonly string[];
}

const name = v.fallback(v.optional(v.string()), undefined);
const recordSchema = v.object({
  objectClassName: v.string(),
  ldhName: name,
  unicodeName: name,
  status: v.optional(v.unknown()),
  events: v.fallback(v.array(v.unknown()), []),
});

/**
 * Parses the record of `domain` (RFC 9083). Throws `Unreadable` if it is not the record of that domain. Dates that are
 * missing or cannot be read are left out.
 */
export function parsePublicRecord(body: unknown, domain: string): PublicRecord {
  const parsed = v.safeParse(recordSchema, body);
  if (!parsed.success || parsed.output.objectClassName !== "domain")
    throw new Unreadable("JSON that is not the record of a domain");
  const { ldhName, unicodeName, status, events } = parsed.output;
  // Each is optional, and some servers write Unicode or a final dot into the first.
  if (asciiName(ldhName ?? unicodeName ?? "") !== domain)
    throw new Unreadable("the record of another domain");
  return {
    registeredAt: timeOf(events, "registration"),
    expiresAt: timeOf(events, "expiration"),
    changedAt: timeOf(events, "last changed"),
    statuses: readStatuses(status),
  };
}

/** Dates of other centuries are mistakes of a record. Some are so late that no calendar can add a month. */
const [firstTime, lastTime] = [Date.UTC(1970, 0, 2), Date.UTC(2200, 0, 1)];

/** A record may repeat an event; the latest one counts. Undefined if the date of one of them cannot be read. */
function timeOf(events: readonly unknown[], action: string): number | undefined {
  const times = events
    .filter((event) => memberAt(event, ["eventAction"]) === action)
    .map((event) => parseTime(memberAt(event, ["eventDate"])))
    .map((time) => (time !== undefined && time >= firstTime && time < lastTime ? time : Number.NaN));
  const latest = Math.max(...times);
  return Number.isFinite(latest) ? latest : undefined;
}
