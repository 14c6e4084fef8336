import { memberAt } from "../../shared/json/path";
import {
  json,
  type LoopbackServer,
  type ReceivedRequest,
  type Reply,
  type ServerIdentity,
  startServer,
} from "./loopback";

/** A paging service on loopback, which judges what is asked of it. */
export interface SandboxPaging extends LoopbackServer {
  /** The titles of the open alerts, by their keys. */
  open: Map<string, string>;
  /** Those that took effect, in order. */
  events: string[];
  /** Requests that the service's documentation does not allow. */
  violations: string[];
}

/** The credential of every account. */
export const pagingKey = "canary0123456789abcdef0123456789";

/** How a service is told to open or close an alert. */
interface Asked {
  action: "open" | "close";
  key: unknown;
  title?: unknown;
  /** Members that the service requires to be texts. */
  texts: unknown[];
}

interface Rules {
  host: string;
  /** Undefined if the request is none of the service's, or shows the wrong credential. */
  read(request: ReceivedRequest, body: unknown): Asked | undefined;
  confirm(key: string): Reply;
}

const at = memberAt;
const accepted = (value: unknown): Reply => ({ ...json(value), status: 202 });

export const pagingRules = {
  pagerduty: {
    host: "events.pagerduty.com",
    read({ path, headers }, body) {
      if (path !== "/v2/enqueue" || headers.authorization !== undefined) return undefined;
      if (at(body, ["routing_key"]) !== pagingKey) return undefined;
      const key = at(body, ["dedup_key"]);
      if (at(body, ["event_action"]) === "resolve") return { action: "close", key, texts: [] };
      const [title, source] = [at(body, ["payload", "summary"]), at(body, ["payload", "source"])];
      const severity = String(at(body, ["payload", "severity"]));
      const isKnown = ["critical", "error", "warning", "info"].includes(severity);
      const isOpening = at(body, ["event_action"]) === "trigger" && isKnown;
      return isOpening ? { action: "open", key, title, texts: [source] } : undefined;
    },
    confirm: (key) => accepted({ status: "success", message: "Event processed", dedup_key: key }),
  },
  jsm: {
    host: "api.atlassian.com",
    read({ path, query, headers }, body) {
      if (headers.authorization !== `GenieKey ${pagingKey}`) return undefined;
      const [, key] = /^\/jsm\/ops\/integration\/v2\/alerts\/([^/]+)\/close$/.exec(path) ?? [];
      if (key !== undefined)
        return query.get("identifierType") === "alias" ? { action: "close", key, texts: [] } : undefined;
      const [title, priority] = [at(body, ["message"]), String(at(body, ["priority"]))];
      const isOpening = path === "/jsm/ops/integration/v2/alerts" && /^P[1-5]$/.test(priority);
      return isOpening
        ? { action: "open", key: at(body, ["alias"]), title, texts: [at(body, ["description"])] }
        : undefined;
    },
    confirm: () => accepted({ result: "Request will be processed", requestId: "43a29c5c-3dbf-4fa4-9c26" }),
  },
  incidentio: {
    host: "api.incident.io",
    read({ path, headers }, body) {
      if (headers.authorization !== `Bearer ${pagingKey}`) return undefined;
      if (path !== "/v2/alert_events/http/01GW2G3V0S59R238FAHPDS1R66") return undefined;
      const [title, status] = [at(body, ["title"]), at(body, ["status"])];
      const key = at(body, ["deduplication_key"]);
      if (status === "resolved") return { action: "close", key, texts: [title] };
      return status === "firing"
        ? { action: "open", key, title, texts: [at(body, ["description"])] }
        : undefined;
    },
    confirm: () => accepted({ status: "success", deduplication_key: "x", message: "Event accepted" }),
  },
} satisfies Record<string, Rules>;

export type SandboxPagingKind = keyof typeof pagingRules;

/** Starts a paging service, over TLS if it has an identity. An alert that is opened twice, or closed before it is open, is one of its events. */
export async function startPaging(
  kind: SandboxPagingKind,
  identity?: ServerIdentity,
): Promise<SandboxPaging> {
  const rules: Rules = pagingRules[kind];
  const open = new Map<string, string>();
  const [events, violations]: [string[], string[]] = [[], []];
  const server = await startServer((request) => {
    const asked = request.method === "POST" ? rules.read(request, parsed(request.body)) : undefined;
    const isText = (text: unknown) => text !== "" && typeof text === "string";
    const isWhole = asked !== undefined && [...asked.texts, asked.key].every(isText);
    if (!isWhole || (asked.action === "open" && typeof asked.title !== "string")) {
      violations.push(`${request.target} ${request.body}`);
      return { status: 400, body: "invalid" };
    }
    const key = String(asked.key);
    if (asked.action === "open") {
      events.push(`open${open.has(key) ? " again" : ""}: ${asked.title}`);
      open.set(key, String(asked.title));
    } else {
      events.push(open.has(key) ? `close: ${open.get(key)}` : "close: nothing");
      open.delete(key);
    }
    return rules.confirm(key);
  }, identity);
  return { ...server, open, events, violations };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
