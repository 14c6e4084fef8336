import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskContext } from "../agent/task";
import type { Clock } from "../clock";
import { messageOf } from "../errors";
import { dayMilliseconds } from "../text/time";
import { bundledServers } from "./bundled-servers";
import { readJson, requestOnce } from "./request";
import { parseServers, type RdapServers } from "./servers";

/** IANA's list, at its well-known URL. */
export const serverListUrl = "https://data.iana.org/rdap/dns.json";

const freshDays = 7;
const maxBundledDays = 365;
const maxBytes = 4 * 1024 * 1024;

/**
 * Reads the kept list if it is younger than a week, otherwise IANA's. If that cannot be read, uses an older kept
 * one, and at last the one in the package, with a warning. Never throws for a problem of the service or the
 * folder. If the signal is aborted, rejects with its reason.
 */
export async function readServerList(url: URL, context: TaskContext): Promise<RdapServers> {
  const { agent, clock, cancelled } = context;
  // Self-hosted agents keep this folder between jobs.
  const tools = agent.variable("Agent.ToolsDirectory");
  const path = tools === "" ? "" : join(tools, "pipeline-keeper", "rdap-servers.json");
  const kept = readKept(path);
  if (kept !== undefined && isYounger(kept.readAt, freshDays, clock)) return kept.list;
  const request = { service: "list of RDAP servers", url, accept: "application/json", advice: () => "" };
  try {
    return await requestOnce(context, request, async (response) => {
      const body = await readJson(response, maxBytes);
      const list = parseServers(body);
      keep(path, { readAt: clock.wallNow(), body });
      return list;
    });
  } catch (error) {
    cancelled.throwIfAborted();
    if (kept !== undefined) return kept.list;
    const isOld = !isYounger(Date.parse(bundledServers.published), maxBundledDays, clock);
    const age = isOld ? ` It is from ${bundledServers.published}: update the extension.` : "";
    agent.warn(
      `Could not read IANA's list of RDAP servers, so the task uses its own.${age} ${messageOf(error)}`,
    );
    return bundledServers;
  }
}

function isYounger(time: number, days: number, clock: Clock): boolean {
  const age = clock.wallNow() - time;
  return age >= 0 && age < days * dayMilliseconds;
}

/** Reads the kept list. Anything that cannot be used counts as none. */
function readKept(path: string): { readAt: number; list: RdapServers } | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, "utf8"));
    const readAt = Number(Reflect.get(Object(kept), "readAt"));
    return { readAt, list: parseServers(Reflect.get(Object(kept), "body")) };
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
