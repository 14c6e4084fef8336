import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { systemClock } from "../../shared/clock";
import { messageOf } from "../../shared/errors";
import { environmentProxy } from "../../shared/http/network";
import { createTransport } from "../../shared/http/transport";
import { listen } from "../sandbox/listen";
import { sanitize } from "../sanitize";
import { type Refusal, refusalOf } from "./refusal";

/**
 * Stands on this machine between a task and a real organization. It lets through only requests that read, and only to that
 * organization. So nothing is sent, whatever the task is told to do.
 */
export interface Reader {
  port: number;
  /** How many requests went to the organization. */
  count(): number;
  /** Undefined if its first response about builds had data: a token may do without the list of projects. */
  refusal(): Refusal | undefined;
  /** Why no request has reached the organization; undefined once one has. */
  unreachable(): string | undefined;
  /** From now on, repeats the responses that it has. So a message is shown in every chat, but read once. */
  repeat(): void;
  close(): Promise<void>;
}

/** The id of the monitor's own pipeline, which the organization does not have yet. */
export const ownPipelineId = "0";

/** A response that can be repeated. */
interface Known {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}

/** Longer ones are read again. */
const maxKnownBytes = 8 * 1024 * 1024;
const maxConnections = 8;

/** `organization` ends with a slash. */
export async function startReader(organization: URL): Promise<Reader> {
  const network = {
    proxy: environmentProxy(organization, () => undefined),
    certificates: { caFile: "", certFile: "", keyFile: "", passphrase: "" },
    sanitize,
  };
  const transport = createTransport(network, maxConnections, systemClock);
  const known: Known[] = [];
  let [count, isRepeating] = [0, false];
  let refusal: Refusal | "none" | undefined;
  let isReached = false;
  let unreachable: string | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(`${organization.origin}${request.url}`);
    const isInside = url.origin === organization.origin && url.pathname.startsWith(organization.pathname);
    if (request.method !== "GET" || !isInside)
      return say(response, 403, { message: `npm start only reads ${organization.href}` });
    // The monitor looks for its last report there.
    if (url.searchParams.get("definitions") === ownPipelineId)
      return say(response, 200, { count: 0, value: [] });
    const same = isRepeating ? findKnown(known, url) : undefined;
    if (same === undefined) return pass(url, request, response);
    response.writeHead(200, same.headers).end(same.body);
  }

  async function pass(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    count++;
    const left = new AbortController();
    response.once("close", () => left.abort());
    const headers = textsOf(request.headers, ["host", "connection"]);
    const found = await transport.open(url, { headers, body: undefined, signal: left.signal });
    const status = found.statusCode ?? 502;
    isReached = true;
    if (url.pathname.includes("/_apis/build/"))
      refusal ??= refusalOf(status, found.headers["content-type"] ?? "") ?? "none";
    const returned = textsOf(found.headers, ["connection", "keep-alive", "transfer-encoding", "date"]);
    response.writeHead(status, returned);
    const chunks: Buffer[] = [];
    let size = 0;
    const keep = async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        size += part.length;
        if (size <= maxKnownBytes) chunks.push(part);
        yield part;
      }
    };
    await pipeline(found, keep, response);
    if (status === 200 && size <= maxKnownBytes)
      known.push({ url, headers: returned, body: Buffer.concat(chunks) });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!isReached) unreachable ??= messageOf(error);
      if (response.headersSent) response.destroy();
      // Whoever is offline does not wait until the task has tried it again.
      else if (!isReached) say(response, 400, { message: messageOf(error) });
      else say(response, 502, { message: `${organization.host}: ${messageOf(error)}` });
    });
  });
  return {
    port: await listen(server),
    count: () => count,
    refusal: () => (refusal === "none" ? undefined : refusal),
    unreachable: () => (isReached ? undefined : unreachable),
    repeat() {
      isRepeating = true;
    },
    async close() {
      transport.dispose();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function say(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function textsOf(headers: IncomingMessage["headers"], without: readonly string[]): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !without.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** The next run asks for a time that is a little later: of several responses, the one with the nearest time. */
function findKnown(known: readonly Known[], url: URL): Known | undefined {
  const asked = partsOf(url);
  const distance = (one: Known) => Math.abs(partsOf(one.url).time - asked.time);
  return known
    .filter((one) => partsOf(one.url).rest === asked.rest)
    .sort((one, other) => distance(one) - distance(other))[0];
}

/** A URL without its times, and their sum. */
function partsOf(url: URL): { rest: string; time: number } {
  const rest = new URL(url);
  let time = 0;
  for (const name of ["minTime", "maxTime"]) {
    time += Date.parse(rest.searchParams.get(name) ?? "") || 0;
    rest.searchParams.delete(name);
  }
  return { rest: rest.href, time };
}
