import type { Clock } from "../clock";
import { messageOf } from "../errors";
import { readJsonBody } from "../http/body";
import { createHttpClient, expectStatus200 } from "../http/client";
import { HttpError, type HttpProblem, statusOf } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { urlBelow } from "../http/url";
import { type PublicRecord, parsePublicRecord } from "./record";
import { readServerList, serverListUrl } from "./server-list";
import { findServer } from "./servers";

/** What is known about a domain's public record. */
export type Lookup =
  | { kind: "found"; record: PublicRecord }
  /** The registry has no such domain. */
  | { kind: "absent" }
  /** Nothing is known. `message` says why. */
  | { kind: "unreadable"; message: string };

/** Where public records are read. */
export interface RdapSettings {
  /** The base URL of the server. Undefined for the one that IANA names. */
  server: URL | undefined;
  /** Returns the proxy and certificates for requests to a URL. */
  networkFor: (url: URL) => NetworkSettings;
  clock: Clock;
  /** A folder that outlives the job, for IANA's list. Empty if there is none. */
  cacheFolder: string;
  /** Reads IANA's list elsewhere. For tests. */
  listUrl?: URL;
  /** Called with what a person should know. */
  warn: (text: string) => void;
}

/** Reads public records. */
export interface Rdap {
  /** Looks a domain up. If the signal is aborted, rejects with its reason. */
  lookUp(domain: string, signal: AbortSignal): Promise<Lookup>;
}

const maxBytes = 1024 * 1024;
/** The first check of a step waits for the look, so it takes a few seconds at most, without a retry. */
const deadlineSeconds = 10;

/** Creates a reader of public records (RFC 9082). It needs no credential and keeps no connection open. */
export function createRdap(settings: RdapSettings): Rdap {
  const { networkFor, clock, cacheFolder, warn, listUrl = new URL(serverListUrl) } = settings;

  /** Returns the server of a domain. Undefined if IANA names none for its top-level domain. */
  async function serverFor(domain: string, signal: AbortSignal): Promise<URL | undefined> {
    if (settings.server !== undefined) return settings.server;
    const network = networkFor(listUrl);
    const { list, warning } = await readServerList({ url: listUrl, network, clock, cacheFolder }, signal);
    if (warning !== "") warn(warning);
    const server = findServer(list, domain);
    return server === undefined ? undefined : new URL(server);
  }

  return {
    async lookUp(domain, signal) {
      const server = await serverFor(domain, signal);
      if (server === undefined) {
        const tld = domain.slice(domain.lastIndexOf("."));
        return { kind: "unreadable", message: `The registry of ${tld} publishes no records by RDAP.` };
      }
      return lookUpAt(server, domain, { network: networkFor(server), clock }, signal);
    },
  };
}

async function lookUpAt(
  server: URL,
  domain: string,
  { network, clock }: { network: NetworkSettings; clock: Clock },
  signal: AbortSignal,
): Promise<Lookup> {
  const http = createHttpClient({
    service: "public record",
    headers: {},
    network,
    clock,
    maxConnections: undefined,
    shown: (url) => url.href,
    followsToOtherHosts: true,
  });
  const url = urlBelow(server, ["domain", domain]);
  try {
    const record = await http.send(
      { url, accept: "application/rdap+json", retry: "never", deadlineSeconds, advice, signal },
      async (response) => {
        expectStatus200(response);
        const body = await readJsonBody(response.body, maxBytes);
        return parsePublicRecord(body, domain, network.sanitize);
      },
    );
    return { kind: "found", record };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return statusOf(error.problem) === 404
      ? { kind: "absent" }
      : { kind: "unreadable", message: messageOf(error) };
  } finally {
    http.dispose();
  }
}

function advice(problem: HttpProblem): string {
  if (problem.kind === "notSent" || problem.kind === "broken" || problem.kind === "timeout")
    return "Check that the agent can reach it (proxy, firewall), or set `rdapUrl`.";
  return "";
}
