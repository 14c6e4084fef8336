import type { TaskContext } from "../agent/task";
import { messageOf } from "../errors";
import { readTextBody } from "../http/body";
import { HttpError, type HttpProblem } from "../http/errors";
import { urlBelow } from "../http/url";
import { type PublicRecord, parseNoRecord, parsePublicRecord } from "./record";
import { readJson, requestOnce } from "./request";
import { readServerList, serverListUrl } from "./server-list";
import { findRegistry } from "./servers";

export type Lookup =
  | PublicRecord
  | {
      /** Why it does not show that the domain is released that a server has no record; empty if it does. */
      doubt: string;
    };

export function isRecord(seen: Lookup): seen is PublicRecord {
  return "statuses" in seen;
}

/**
 * Looks up the public record of a domain (RFC 9082). `server` is the base URL to ask, undefined for the one that IANA
 * names; tests read IANA's list elsewhere. `problem` is why the record could not be read. Never throws, except the reason of the signal.
 */
export async function lookUp(
  domain: string,
  context: TaskContext,
  server: URL | undefined,
  listUrl = new URL(serverListUrl),
): Promise<{ seen: Lookup; problem: "" } | { seen: undefined; problem: string }> {
  const registry =
    server === undefined ? findRegistry(await readServerList(listUrl, context), domain) : undefined;
  const base = server ?? registry?.server;
  if (base === undefined) {
    const tld = domain.slice(domain.lastIndexOf("."));
    return { seen: undefined, problem: `The registry of ${tld} publishes no records by RDAP.` };
  }
  const url = urlBelow(new URL(base), ["domain", domain]);
  const request = {
    service: "public record",
    url,
    accept: "application/rdap+json",
    advice,
    answerStatus: 404,
  };
  try {
    const seen = await requestOnce<Lookup>(context, request, async (response) => {
      if (response.status !== 404) return parsePublicRecord(await readJson(response, maxBytes), domain);
      const says = parseNoRecord(await readTextBody(response.body, maxBytes), context.agent.sanitize);
      const host = response.url.host === url.host ? undefined : response.url.host;
      return { doubt: says === "" ? doubtOf(domain, registry, host) : `The server says: "${says}".` };
    });
    return { seen, problem: "" };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { seen: undefined, problem: messageOf(error) };
  }
}

const maxBytes = 1024 * 1024;

/**
 * Only a registry knows what is not registered, and only of names directly below its ending. `passedOnTo` is the host
 * of another server that responded. Empty if there is no doubt.
 */
function doubtOf(
  domain: string,
  registry: ReturnType<typeof findRegistry>,
  passedOnTo: string | undefined,
): string {
  if (registry === undefined)
    return "Only the registry knows that, and `rdapUrl` may lead to another server.";
  const { ending } = registry;
  const who = `the registry of .${ending}`;
  if (passedOnTo !== undefined) return `It is not ${who} that responded, but ${passedOnTo}.`;
  const parent = domain.slice(domain.indexOf(".") + 1);
  return parent === ending
    ? ""
    : `It is ${who} that responded, which may not know the names below ${parent}.`;
}

function advice(problem: HttpProblem): string {
  return ["notSent", "broken", "timeout"].includes(problem.kind)
    ? "Check that the agent can reach it (proxy, firewall), or set `rdapUrl`."
    : "";
}
