import type { TaskContext } from "../../../../shared/agent/task";
import { messageOf } from "../../../../shared/errors";
import { createHttpClient } from "../../../../shared/http/client";
import { readSecretUrl } from "../../connect/secret-url";
import { feature } from "../../feature";
import type { Report } from "../../issue/report";

/** Tells a watch over the monitor how each hour ended. Enabled by HEARTBEAT_URL. */
export const heartbeat = feature({
  name: "the heartbeat",
  keys: {},
  entryKeys: {},
  memory: {},
  inputs(_, { reader, agent }) {
    const given = { name: "HEARTBEAT_URL", value: agent.environment("HEARTBEAT_URL").trim() };
    return given.value === "" ? undefined : readSecretUrl(given, reader.problems, agent);
  },
  read: ({ config, inputs: url }) =>
    config.testFlag || url === undefined
      ? undefined
      : { end: (report, task) => callHeartbeat(url, report !== undefined && isDelivered(report), task) },
});

/** True if the report is complete, knows what was told before, and reached the chat if there was anything to tell. */
export function isDelivered({ projects, unread, isListed, delivered, isBlind }: Report): boolean {
  const isComplete = isListed && unread.length === 0 && projects.every(({ isWhole }) => isWhole);
  return isComplete && !isBlind && ["sent", "notNeeded"].includes(delivered);
}

/** Where people run healthchecks themselves, the URL of a check ends in its UUID, or in a key of 22 characters and a slug. */
const ownHealthchecks = /\/ping\/(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{22}\/[\w-]+)\/?$/i;

/**
 * Healthchecks is told of a failure. Other services do not know `/fail`, and notice that the call is missing; for
 * them, a failure has no URL.
 */
export function heartbeatUrl(url: URL, isGood: boolean): URL | undefined {
  if (isGood) return url;
  if (url.hostname !== "hc-ping.com" && !ownHealthchecks.test(url.pathname)) return undefined;
  const failed = new URL(url);
  failed.pathname = `${url.pathname.replace(/\/$/, "")}/fail`;
  return failed;
}

const deadlineSeconds = 5;

/** Tells the watch over the monitor how a report ended. If that fails, logs a warning. Throws only if the step is cancelled. */
export async function callHeartbeat(
  heartbeat: URL,
  isGood: boolean,
  { agent, clock, cancelled }: TaskContext,
): Promise<void> {
  const url = heartbeatUrl(heartbeat, isGood);
  if (url === undefined) return;
  const http = createHttpClient({
    service: "heartbeat",
    network: agent.network(url),
    clock,
    maxConnections: 1,
  });
  const call = () =>
    http.send(
      {
        url,
        accept: "*/*",
        retry: "never",
        immediate: true,
        deadlineSeconds,
        signal: cancelled,
        advice: () => "Check HEARTBEAT_URL, and that this machine can reach its host (proxy, firewall).",
      },
      async () => undefined,
    );
  try {
    await call().catch(call);
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`The heartbeat was not accepted. ${messageOf(error)}`);
  } finally {
    http.dispose();
  }
}
