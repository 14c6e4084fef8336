import type { TaskContext } from "../agent/task";
import { messageOf } from "../errors";
import { HttpError, type HttpProblem, statusOf } from "../http/errors";
import { urlBelow } from "../http/url";
import { type PublicRecord, parsePublicRecord } from "./record";
import { requestJson } from "./request";
import { readServerList, serverListUrl } from "./server-list";
import { findServer } from "./servers";

/** "absent": the registry has no such domain. */
export type Seen = PublicRecord | "absent";

export interface Look {
  /** Undefined if the record could not be read. */
  seen: Seen | undefined;
  /** Why the record could not be read. */
  problem: string;
}

/**
 * Looks up the public record of a domain (RFC 9082). `server` is the base URL to ask, undefined for the one that IANA
 * names; tests read IANA's list elsewhere. Never throws, except the reason of the signal.
 */
export async function lookUp(
  domain: string,
  context: TaskContext,
  server: URL | undefined,
  listUrl = new URL(serverListUrl),
): Promise<Look> {
  const base = server ?? findServer(await readServerList(listUrl, context), domain);
  if (base === undefined) {
    const tld = domain.slice(domain.lastIndexOf("."));
    return { seen: undefined, problem: `The registry of ${tld} publishes no records by RDAP.` };
  }
  const url = urlBelow(new URL(base), ["domain", domain]);
  const request = { service: "public record", url, accept: "application/rdap+json", advice };
  try {
    const seen = await requestJson(context, request, 1024 * 1024, (body) => parsePublicRecord(body, domain));
    return { seen, problem: "" };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return statusOf(error.problem) === 404
      ? { seen: "absent", problem: "" }
      : { seen: undefined, problem: messageOf(error) };
  }
}

function advice(problem: HttpProblem): string {
  return ["notSent", "broken", "timeout"].includes(problem.kind)
    ? "Check that the agent can reach it (proxy, firewall), or set `rdapUrl`."
    : "";
}
