import { json } from "../sandbox/loopback";
import { dripping, endless, half, healthyRun, records } from "./bodies";
import { entraRefusals } from "./entra-refusals";
import { changed, elsewhereFault, status } from "./fault-kinds";
import { registrarFaults } from "./gateway-pages";
import type { ServiceFault } from "./service-fault";

const closed = "failed: the connection was closed before the response was complete (…)";
const late = "timed out after … s";
const html = { "content-type": "text/html" };
const page = "<!doctype html><html><title>Sign in</title></html>";

const named = {
  "connection refused": {
    words: "failed: the connection was refused (ECONNREFUSED)",
    detour: ({ closedPort }) => ({ protocol: "http:", hostname: "127.0.0.1", port: closedPort }),
  },
  "name not found": {
    words: "failed: the host name was not found (ENOTFOUND)",
    // A label of more than 63 characters is refused by the resolver itself, which asks nobody.
    detour: () => ({ protocol: "http:", hostname: `${"x".repeat(64)}.invalid`, port: 80 }),
  },
  "TLS refused": {
    words: "failed: DEPTH_ZERO_SELF_SIGNED_CERT",
    detour: ({ untrusted }) => ({ protocol: "https:", hostname: "127.0.0.1", port: Number(untrusted.port) }),
  },
  "reset before the answer": { words: closed, reply: () => ({ ending: "reset" }) },
  "reset after the headers": changed(closed, (body) => ({
    headers: { "content-length": String(body.length + 1) },
    body: "",
    ending: "reset",
  })),
  "reset in the body": changed(closed, (body) => ({ body: half(body), ending: "reset" })),
  "hang before the answer": { words: late, reply: () => ({ ending: "hang" }) },
  "hang after the headers": changed(late, () => ({ body: "", ending: "hang" })),
  "hang in the body": changed(late, (body) => ({ body: half(body), ending: "hang" })),
  "slow drip": changed(late, (body, { headers }) => ({
    headers: { ...headers, "x-sandbox-seconds": "10" },
    body: dripping(body),
  })),
  "bytes that are no HTTP": {
    words: "failed: HPE_INVALID_CONSTANT",
    reply: () => ({ raw: "220 smtp ready\r\n\r\n" }),
  },
  "interim answers (100, 102, 103)": changed("", () => ({ interim: true })),
  "status 101": {
    words: late,
    reply: () => ({ status: 101, headers: { connection: "upgrade", upgrade: "x" } }),
  },
  "203 with HTML": { words: "returned …", reply: () => ({ status: 203, headers: html, body: page }) },
  "status 204": { words: "returned …", reply: () => ({ status: 204 }) },
  "301 to the same origin": {
    words: "returned 301 Moved Permanently, a redirect to … that was not followed",
    reply: ({ target }) => ({ status: 301, headers: { location: target } }),
    times: 1,
  },
  "302 to the same origin": {
    words: "returned 302 Found, a redirect to … that was not followed",
    reply: ({ target }) => ({ status: 302, headers: { location: target } }),
    times: 1,
  },
  "302 in circles": {
    words: "returned 302 Found, a redirect to … that was not followed",
    reply: ({ target }) => ({ status: 302, headers: { location: target } }),
  },
  "301 to another origin": elsewhereFault(301, "Moved Permanently"),
  "302 to another origin": elsewhereFault(302, "Found"),
  "302 to no host": {
    words: "returned 302 Found",
    reply: () => ({ status: 302, headers: { location: "javascript:void(0)" } }),
  },
  "status 206": {
    words: "returned 206 instead of 200",
    reply: (_, healthy) => ({ ...healthy(), status: 206 }),
  },
  "status 400": status(400, "Bad Request"),
  "status 400, once": { ...status(400, "Bad Request"), times: 1 },
  "status 401": status(401, "Unauthorized"),
  "status 402": status(402, "Payment Required"),
  "status 403": status(403, "Forbidden"),
  "status 404": status(404, "Not Found"),
  "status 408": status(408, "Request Timeout"),
  "status 409": status(409, "Conflict"),
  "status 422": status(422, "Unprocessable Entity"),
  "429 with seconds": status(429, "Too Many Requests", { "retry-after": "50" }),
  "429 with a date": status(429, "Too Many Requests", { "retry-after": "Fri, 20 Nov 2026 12:00:00 GMT" }),
  "429 with nothing": status(429, "Too Many Requests"),
  "status 500": status(500, "Internal Server Error"),
  "status 502": status(502, "Bad Gateway"),
  "status 503": status(503, "Service Unavailable"),
  "status 504": status(504, "Gateway Timeout"),
  "empty body": changed("returned …", () => ({ body: "" })),
  HTML: { words: "returned …", reply: () => ({ status: 200, headers: html, body: page }) },
  "truncated JSON": changed("returned …incomplete or invalid JSON", (body) => ({ body: half(body) })),
  "JSON null": changed("returned …", () => ({ body: "null" })),
  "byte-order mark": changed("", (body) => ({ body: Buffer.concat([Buffer.from("\uFEFF"), body]) })),
  "corrupt gzip": changed("returned a body that cannot be decompressed", (body, { headers }) => ({
    headers: { ...headers, "content-encoding": "gzip" },
    body,
  })),
  "content-length too long": changed(closed, (body, { headers }) => ({
    headers: { ...headers, "content-length": String(body.length + 100), connection: "close" },
    body,
    ending: "reset",
  })),
  "content-length too short": {
    words: "returned …incomplete or invalid JSON",
    reply: (_, healthy) => {
      const { body = "" } = healthy();
      const text = typeof body === "string" ? body : "whole";
      const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
      return { raw: `${head}\r\ncontent-length: ${Math.floor(text.length / 2)}\r\n\r\n${text}` };
    },
  },
  "endless body": changed("returned more than … bytes", (_, { headers }) => ({
    headers: { ...headers, "x-sandbox-seconds": "0.03" },
    body: endless(Buffer.alloc(256 * 1024, " ")),
  })),
  "endless pages": {
    words: "",
    reply: (request, healthy) => {
      const page = Number(request.query.get("continuationToken") ?? 0) + 1;
      const isOfRuns = request.path.endsWith("/builds");
      const reply = isOfRuns ? json({ count: 1, value: [healthyRun(page)] }) : healthy();
      return { ...reply, headers: { ...reply.headers, "x-ms-continuationtoken": String(page) } };
    },
  },
  "list of fewer records than it says": changed(
    "returned a list that claims … entries but has …",
    (body) => ({ body: body.toString().replace(/"count":\d+/, '"count":500') }),
  ),
  "gigantic number of records": {
    words: "returned a list with more than 10000 entries",
    reply: ({ path }) => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: /\/builds$/.test(path) ? records(20_000, healthyRun) : records(100_000, (id) => ({ id })),
    }),
  },
  "gigantic list of zeros": {
    words: "returned JSON with more than … values",
    reply: () => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: `{"value":[${"0,".repeat(11 * 2 ** 20)}0]}`,
    }),
  },
  ...entraRefusals,
  ...registrarFaults,
  // Of all that JSON can hold, they take the most memory by their size.
  "gigantic list of empty objects": {
    words: "returned JSON with more than … values",
    reply: () => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: `{"value":[${"{},".repeat(7 * 2 ** 20)}{}]}`,
    }),
  },
} satisfies Record<string, ServiceFault>;

/** The faults by name. */
export type FaultName = keyof typeof named;
export const faults: Record<FaultName, ServiceFault> = named;
export const faultNames = Object.keys(named).filter((name): name is FaultName => name in named);
