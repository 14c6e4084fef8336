import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { memberAt } from "../json/path";
import { type Sanitize, shorten } from "../text/sanitize";

/** All times are in milliseconds since 1970. */
export interface PublicRecord {
  registeredAt?: number | undefined;
  expiresAt: number | undefined;
  /** When the record was changed last, in whatever way. */
  changedAt: number | undefined;
  /** The statuses of RFC 8056, as the record spells them. */
  statuses: readonly string[];
  /** The name of the company that sold the domain. */
  registrar?: string | undefined;
}

const list = v.fallback(v.array(v.unknown()), []);
const recordSchema = v.object({
  objectClassName: v.string(),
  ldhName: v.string(),
  status: list,
  events: list,
  entities: list,
});

/**
 * Parses the record of `domain` (RFC 9083) and leaves out everything about people. Throws `Unreadable` if it is
 * not the record of that domain. Members that are missing or mistyped are left out.
 */
export function parsePublicRecord(body: unknown, domain: string, sanitize: Sanitize): PublicRecord {
  const parsed = v.safeParse(recordSchema, body);
  if (!parsed.success || parsed.output.objectClassName !== "domain")
    throw new Unreadable("JSON that is not the record of a domain");
  const { ldhName, status, events, entities } = parsed.output;
  if (ldhName.toLowerCase().replace(/\.$/, "") !== domain)
    throw new Unreadable("the record of another domain");
  return {
    registeredAt: timeOf(events, "registration"),
    expiresAt: timeOf(events, "expiration"),
    changedAt: timeOf(events, "last changed"),
    statuses: status
      .filter((word): word is string => typeof word === "string" && /^[A-Za-z ]{1,60}$/.test(word))
      .slice(0, 30),
    registrar: registrarIn(entities, sanitize),
  };
}

/** Dates of other centuries are mistakes of a record. Some are so late that no calendar can add a month. */
const [firstTime, lastTime] = [Date.UTC(1970, 0, 2), Date.UTC(2200, 0, 1)];

/** A record may repeat an event; the latest one counts. */
function timeOf(events: readonly unknown[], action: string): number | undefined {
  const times = events
    .filter((event) => memberAt(event, ["eventAction"]) === action)
    .map((event) => Date.parse(String(memberAt(event, ["eventDate"]))))
    .filter((time) => time >= firstTime && time < lastTime);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** From the card of the registrar. The cards of other roles are about people. */
function registrarIn(entities: readonly unknown[], sanitize: Sanitize): string | undefined {
  const registrar = entities.find((entity) => {
    const roles = memberAt(entity, ["roles"]);
    return Array.isArray(roles) && roles.includes("registrar");
  });
  const card = memberAt(registrar, ["vcardArray", 1]);
  const property = (Array.isArray(card) ? card : []).find((item) => memberAt(item, [0]) === "fn");
  const name = memberAt(property, [3]);
  return (typeof name === "string" && shorten(sanitize(name), 80)) || undefined;
}
