import * as v from "valibot";
import { parseAs } from "../http/body";
import { Unreadable } from "../http/errors";
import { jsonOf, memberAt, scalarText } from "../json/path";
import { asciiName } from "../text/domain-name";
import { parseTime } from "../text/parse-time";
import { type Sanitize, shorten } from "../text/sanitize";
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
  objectClassName: v.literal("domain"),
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
  const record = parseAs(recordSchema, body, "JSON that is not the record of a domain");
  const { ldhName, unicodeName, status, events } = record;
  // Each is optional, and some servers write Unicode or a final dot into the first.
  if (asciiName(ldhName ?? unicodeName ?? "") !== domain)
    throw new Unreadable("the record of another domain");
  return {
    registeredAt: timeOf(events, "registration"),
    // The registry of .kg has a word of its own (louislam/uptime-kuma#7860).
    expiresAt: timeOf(events, "expiration", "record expires"),
    changedAt: timeOf(events, "last changed"),
    statuses: readStatuses(status),
  };
}

/** Dates of other centuries are mistakes of a record. Some are so late that no calendar can add a month. */
const [firstTime, lastTime] = [Date.UTC(1970, 0, 2), Date.UTC(2200, 0, 1)];

/** A record may repeat an event; the latest one counts. Undefined if the date of one of them cannot be read. */
function timeOf(events: readonly unknown[], ...actions: readonly string[]): number | undefined {
  const times = events
    .filter((event) => actions.includes(String(memberAt(event, ["eventAction"])).toLowerCase()))
    .map((event) => parseTime(memberAt(event, ["eventDate"])))
    .map((time) => (time !== undefined && time >= firstTime && time < lastTime ? time : Number.NaN));
  const latest = Math.max(...times);
  return Number.isFinite(latest) ? latest : undefined;
}

const maxCharacters = 200;

/**
 * Parses the body of a 404 (RFC 9083, section 6), which may be empty. Returns what it says apart from that there is no
 * record, such as that the name is reserved; empty if it says nothing. Throws `Unreadable` if it is not RDAP's, because
 * every web server and proxy has a 404 of its own.
 */
export function parseNoRecord(body: string, sanitize: Sanitize): string {
  if (body.trim() === "") return "";
  const error = jsonOf(body);
  if (scalarText(memberAt(error, ["errorCode"])) !== "404")
    throw new Unreadable(
      "404 without an error of RDAP, so it may come from something else than the registry",
    );
  const notices: unknown = memberAt(error, ["notices"]);
  const says = [
    ...[textOf(error)].filter((text) => !isPlain(text)),
    ...(Array.isArray(notices) ? notices : []).filter(isTold).map(textOf),
  ];
  return shorten(sanitize(says.join(" ")), maxCharacters);
}

/** Title and description in one line. */
function textOf(part: unknown): string {
  const texts = ["title", "description"].flatMap((name) => memberAt(part, [name]));
  return texts.filter((text) => typeof text === "string" && text.trim() !== "").join(": ");
}

/** Such texts say that nobody can simply register the name. */
const restriction =
  /reserv|block|prohibit|forbid|restrict|withh[eo]ld|not available|unavailable|auction|premium|allocat|quarantin|access period|dropzone/i;

/** Registries add their terms of use to every response, which also speak of rights and restrictions. */
const boilerplate = /terms|conditions|copyright|privacy|polic|disclaimer|status codes|complaint|limit/i;

/** Whether an error says no more than that there is no such domain. */
function isPlain(text: string): boolean {
  const isAbsent =
    /not[ -]?found|\bno (such|match|data|record|object|entr|result|info)|n[o']t (exist|find|registered)/i;
  return text === "" || (isAbsent.test(text) && !restriction.test(text.replace(/rights reserved/gi, "")));
}

function isTold(notice: unknown): boolean {
  const text = textOf(notice);
  return text.length <= maxCharacters && restriction.test(text) && !boilerplate.test(text);
}
