import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../clock";
import { messageOf } from "../errors";
import { readJsonBody } from "../http/body";
import { createHttpClient, expectStatus200 } from "../http/client";
import type { NetworkSettings } from "../http/network";
import { bundledServers } from "./bundled-servers";
import { parseServers, type RdapServers } from "./servers";

/** Where IANA's list of RDAP servers is read and kept. */
export interface ServerListSettings {
  url: URL;
  network: NetworkSettings;
  clock: Clock;
  /** A folder that outlives the job. Empty if there is none. */
  cacheFolder: string;
}

/** IANA's list, at its well-known URL. */
export const serverListUrl = "https://data.iana.org/rdap/dns.json";

/** A list of servers, and what a person should know about where it comes from. */
export interface FoundServers {
  list: RdapServers;
  /** Empty if there is nothing to say. */
  warning: string;
}

const dayMilliseconds = 24 * 3600 * 1000;
const freshDays = 7;
const maxBundledDays = 365;
const maxBytes = 4 * 1024 * 1024;

/**
 * Returns the list of RDAP servers: the kept one if it is younger than a week, otherwise IANA's. If that
 * cannot be read, an older kept one, and at last the one in the package. Never throws for a problem of the
 * service or the folder. If the signal is aborted, rejects with its reason.
 */
export async function readServerList(
  settings: ServerListSettings,
  signal: AbortSignal,
): Promise<FoundServers> {
  const { clock, cacheFolder } = settings;
  const path = cacheFolder === "" ? "" : join(cacheFolder, "rdap-servers.json");
  const kept = readKept(path);
  if (kept !== undefined && isYounger(kept.readAt, freshDays, clock)) return { list: kept.list, warning: "" };
  try {
    const body = await requestList(settings, signal);
    const list = parseServers(body);
    keep(path, { readAt: clock.wallNow(), body });
    return { list, warning: "" };
  } catch (error) {
    signal.throwIfAborted();
    if (kept !== undefined) return { list: kept.list, warning: "" };
    const isOld = !isYounger(Date.parse(bundledServers.published), maxBundledDays, clock);
    const age = isOld ? ` It is from ${bundledServers.published}: update the extension.` : "";
    return {
      list: bundledServers,
      warning: `Could not read IANA's list of RDAP servers, so the task uses its own.${age} ${messageOf(error)}`,
    };
  }
}

function isYounger(time: number, days: number, clock: Clock): boolean {
  const age = clock.wallNow() - time;
  return age >= 0 && age < days * dayMilliseconds;
}

async function requestList(
  { url, network, clock }: ServerListSettings,
  signal: AbortSignal,
): Promise<unknown> {
  const http = createHttpClient({
    service: "list of RDAP servers",
    headers: {},
    network,
    clock,
    maxConnections: undefined,
    shown: (shown) => shown.href,
    followsToOtherHosts: true,
  });
  try {
    return await http.send(
      { url, accept: "application/json", retry: "never", deadlineSeconds: 10, advice: () => "", signal },
      async (response) => {
        expectStatus200(response);
        const body = await readJsonBody(response.body, maxBytes);
        parseServers(body);
        return body;
      },
    );
  } finally {
    http.dispose();
  }
}

/** Reads the kept list. Anything that cannot be used counts as none. */
function readKept(path: string): { readAt: number; list: RdapServers } | undefined {
  if (path === "") return undefined;
  try {
    const kept: unknown = JSON.parse(readFileSync(path, "utf8"));
    const readAt: unknown = Reflect.get(Object(kept), "readAt");
    return typeof readAt === "number"
      ? { readAt, list: parseServers(Reflect.get(Object(kept), "body")) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a list for later runs. A folder that cannot be written to costs them a request, nothing else. */
function keep(path: string, kept: object): void {
  if (path === "") return;
  try {
    mkdirSync(join(path, ".."), { recursive: true });
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(kept));
    renameSync(temporary, path);
  } catch {
    // See above.
  }
}
