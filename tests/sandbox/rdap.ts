import { json, type LoopbackServer, type ReceivedRequest, type Reply, startServer } from "./loopback";

/** A domain as the sandbox's registry knows it at a time of the service. Undefined if it has no record. */
export type RecordAt = (now: number) => SandboxRecord | undefined;

/** Times are in milliseconds since 1970. */
export interface SandboxRecord {
  /** Most are texts. */
  status: readonly unknown[];
  expiresAt?: number;
  registeredAt?: number;
  changedAt?: number;
}

/** RDAP on loopback: a registry and IANA's list of servers, which names it. */
export interface SandboxRdap extends LoopbackServer {
  listUrl: URL;
  server: URL;
  /** How often the list, and how often a record was asked for. */
  asked(): { list: number; records: number };
}

const dayMilliseconds = 24 * 3600 * 1000;

/**
 * A domain that passes its lifecycle on the service's clock: so many days of auto-renew grace after its
 * expiration, then redemption (30 days) and pending delete (5 days), then it has no record.
 */
export function expiringRecord(expiresAt: number, autoRenewDays: number): RecordAt {
  const stages: [number, string[]][] = [
    [0, ["client transfer prohibited"]],
    [autoRenewDays, ["auto renew period", "client hold"]],
    [30, ["redemption period", "pending delete"]],
    [5, ["pending delete"]],
  ];
  return (now) => {
    let end = expiresAt;
    for (const [days, status] of stages) {
      end += days * dayMilliseconds;
      if (now < end) return { status, expiresAt, registeredAt: expiresAt - 365 * dayMilliseconds };
    }
    return undefined;
  };
}

/** Starts a registry for the top-level domains of `records`. */
export async function startRdap(
  records: Readonly<Record<string, RecordAt>>,
  now: () => number,
): Promise<SandboxRdap> {
  const server = await startServer(answer);
  const base = new URL("registry/", server.address);
  function answer({ path, headers }: ReceivedRequest): Reply {
    if (path.endsWith("/dns.json")) {
      const tlds = Object.keys(records).map((name) => name.slice(name.lastIndexOf(".") + 1));
      return json({
        version: "1.0",
        publication: new Date(now()).toISOString(),
        services: [[[...new Set(tlds)], ["ftp://one.invalid/", base.href]]],
      });
    }
    if (headers.accept !== "application/rdap+json") return { status: 406 };
    const name = decodeURIComponent(/^\/(?:registry|rdap)\/domain\/(.*)$/.exec(path)?.[1] ?? "");
    const record = records[name]?.(now());
    return record === undefined
      ? { ...json({ errorCode: 404, title: "Not found" }), status: 404 }
      : json(domainObject(name, record), { "content-type": "application/rdap+json" });
  }
  const count = (form: RegExp) => server.requests.filter(({ path }) => form.test(path)).length;
  return {
    ...server,
    listUrl: new URL("dns.json", server.address),
    server: base,
    asked: () => ({ list: count(/dns\.json$/), records: count(/\/domain\//) }),
  };
}

/** A record with the people of a registrant, as some registries still publish them. */
function domainObject(name: string, { status, ...times }: SandboxRecord) {
  const events = {
    registration: times.registeredAt,
    expiration: times.expiresAt,
    "last changed": times.changedAt,
  };
  const version = ["version", {}, "text", "4.0"];
  const card = (fn: string) => ["vcard", [version, ["fn", {}, "text", fn]]];
  return {
    objectClassName: "domain",
    ldhName: name.toUpperCase(),
    status,
    events: Object.entries(events).flatMap(([eventAction, time]) =>
      time === undefined ? [] : [{ eventAction, eventDate: new Date(time).toISOString() }],
    ),
    entities: [
      { objectClassName: "entity", roles: ["registrant"], vcardArray: card("Erika Mustermann") },
      { objectClassName: "entity", roles: ["registrar"], vcardArray: card("Example Registrar, Inc.") },
    ],
  };
}
