import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { readJsonBody } from "../../../shared/http/body";
import { createHttpClient, type HttpClient, type HttpSettings } from "../../../shared/http/client";
import { HttpError, type HttpProblem } from "../../../shared/http/errors";
import type { NetworkSettings } from "../../../shared/http/network";
import type { HttpRequest } from "../../../shared/http/request";
import { noNetworkSettings } from "../../memory-agent";
import { json, type LoopbackServer, type Reply, startServer } from "../../sandbox/loopback";
import { type TestClock, testClock } from "../../test-clock";

export const deadlineSeconds = 60;
/** A size limit that no healthy response reaches. */
export const maxBytes = 1024 * 1024;

/** The agent's network with a proxy, whose user is `user`, and with an authority, where they are named. */
export const networkOf = (proxyUrl: string, caFile = "", proxyPassword = "pass"): NetworkSettings => ({
  ...noNetworkSettings,
  certificates: { ...noNetworkSettings.certificates, caFile },
  proxy: { proxyUrl, proxyUsername: "user", proxyPassword },
});

/** Long enough for what happens by itself, or by mistake. */
export async function turns(count = 20): Promise<"open"> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
  return "open";
}

/**
 * A service, a clock and clients of the service, new for each test of the `describe` that calls this. By default, pauses
 * between tries end at once, and deadlines pass only when a test says so.
 */
export function clientStage(passes = (milliseconds: number) => milliseconds !== deadlineSeconds * 1000) {
  const clients: HttpClient[] = [];
  const { signal } = new AbortController();
  let server: LoopbackServer;
  let clock: TestClock;
  const stage = {
    get server() {
      return server;
    },
    get clock() {
      return clock;
    },
    /** The next responses of the service; a healthy one when the list is empty. */
    replies: [] as Reply[],
    client(settings: Partial<HttpSettings> = {}): HttpClient {
      const made = createHttpClient({
        ...{ service: "service", headers: { authorization: "Basic secret" }, network: noNetworkSettings },
        ...{ clock, maxConnections: 2, shown: ({ pathname }: URL) => pathname, ...settings },
      });
      clients.push(made);
      return made;
    },
    request: (more: Partial<HttpRequest> = {}): HttpRequest => ({
      ...{ url: new URL("x", server.address), accept: "application/json", retry: "reads", signal },
      ...{ deadlineSeconds, advice: () => "Do this.", ...more },
    }),
    /** Parses the response as JSON. */
    read: (more: Partial<HttpRequest> = {}, using: HttpClient = stage.client()): Promise<unknown> =>
      using.send(stage.request(more), ({ body }) => readJsonBody(body, maxBytes)),
  };
  beforeEach(async () => {
    stage.replies = [];
    server = await startServer(() => stage.replies.shift() ?? json({ ok: true }));
    clock = testClock({ passes });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.dispose();
    await server.close();
    assert.equal(clock.pending(), 0, "a timer is left");
  });
  return stage;
}

/** Fails the test if the request succeeds. */
export async function faultOf(sending: Promise<unknown>): Promise<HttpProblem> {
  const error: unknown = await sending.catch((reason: unknown) => reason);
  assert.ok(error instanceof HttpError, String(error));
  return error.problem;
}

/** Waits for something that other parts of this process bring about. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}
