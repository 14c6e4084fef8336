import assert from "node:assert/strict";
import type { Metrics } from "../../../../../tasks/PipelineMonitor/features/metrics/body";
import { sendMetrics } from "../../../../../tasks/PipelineMonitor/features/metrics/send";
import { memoryAgent } from "../../../../memory-agent";
import { json, type LoopbackServer, type Reply, startServer } from "../../../../sandbox/loopback";
import { decoded } from "../../../../sandbox/metrics-decoder";
import { pauseOf } from "../../../../sentences";
import { type TestClock, testClock } from "../../../../test-clock";

const error = { attributes: { "cicd.pipeline.name": "nightly import" }, value: 1 };
const sums = [{ name: "errors", unit: "{error}", description: "Runs that failed.", figures: [error] }];
const metrics: Metrics = { from: 60, until: 3600, now: 4200, durations: [], sums };
const resource = { "service.name": "pipeline-monitor" };

describe("the request with metrics", () => {
  let server: LoopbackServer;
  let replies: Reply[];
  let clock: TestClock;
  beforeEach(async () => {
    replies = [];
    clock = testClock({ passes: (milliseconds) => milliseconds < 10_000 });
    server = await startServer(() => {
      const reply = replies.shift() ?? json({});
      if (reply.ending === "hang") setImmediate(() => clock.advance(20_000));
      return reply;
    });
  });
  afterEach(() => server.close());

  /** Sends metrics, and returns the warnings and how many requests that took. */
  async function sent(cancelled = new AbortController().signal, figures = metrics) {
    server.requests.splice(0);
    const agent = memoryAgent();
    const target = { url: new URL("v1/metrics", server.address), headers: { "api-key": "canary" } };
    await sendMetrics(figures, target, resource, { agent, clock, cancelled });
    assert.equal(clock.pending(), 0, "a timer is left");
    return { warnings: agent.warnings.join("\n"), requests: server.requests.length };
  }

  it("is one POST of JSON with the headers", async () => {
    assert.deepEqual(await sent(), { warnings: "", requests: 1 });
    const [{ method, target, headers, body } = assert.fail()] = server.requests;
    assert.deepEqual([method, target], ["POST", "/v1/metrics"]);
    assert.deepEqual([headers["content-type"], headers["api-key"]], ["application/json", "canary"]);
    assert.deepEqual(decoded(body), JSON.parse(body));
  });

  it("is none without figures", async () =>
    assert.equal((await sent(undefined, { ...metrics, sums: [] })).requests, 0));

  it("is confirmed by 200 with nothing rejected, or without a body", async () => {
    const accepted = { rejectedDataPoints: "0", errorMessage: "deprecated" };
    for (const reply of [{ status: 200 }, json({ partialSuccess: {} }), json({ partialSuccess: accepted })]) {
      replies = [reply];
      assert.deepEqual(await sent(), { warnings: "", requests: 1 });
    }
  });

  it("is sent again after 429, 502, 503 and 504 only, when the service asks for it", async () => {
    for (const status of [429, 502, 503, 504]) {
      replies = [{ status, headers: { "retry-after": "7" } }];
      const before = clock.now();
      assert.deepEqual(await sent(), { warnings: "", requests: 2 });
      assert.ok(clock.now() - before >= 7000);
    }
    for (const status of [400, 401, 408, 500]) {
      replies = [{ status }];
      const { warnings, requests } = await sent();
      assert.equal(requests, 1, String(status));
      assert.match(warnings, new RegExp(`metrics: POST \\(URL not shown\\) returned ${status} `));
    }
  });

  it("is given up after 20 s, and at once if the service asks for a longer pause", async () => {
    replies = [{ status: 503, headers: { "retry-after": "21" } }];
    const { warnings, requests } = await sent();
    assert.equal(requests, 1);
    assert.match(warnings, new RegExp(String.raw` and ${pauseOf(21)}\.$`));
    replies = [{ ending: "hang" }];
    assert.equal((await sent()).requests, 1);
  });

  it("costs a warning that says which runs are missing, and what to check", async () => {
    const variable = "Check OTEL_EXPORTER_OTLP_";
    const rejected = { rejectedDataPoints: "3", errorMessage: "too old\nby an hour" };
    const refusals: [Reply, string][] = [
      [{ status: 401 }, `401 Unauthorized. ${variable}HEADERS.`],
      [{ status: 403 }, `403 Forbidden. ${variable}HEADERS.`],
      [{ status: 404 }, `404 Not Found. ${variable}ENDPOINT, to which /v1/metrics is added.`],
      [{ status: 400 }, "400 Bad Request."],
      [json({ partialSuccess: rejected }), "200, but rejected figures: too old by an hour."],
      [json({ partialSuccess: { rejectedDataPoints: "3" } }), "200, but rejected figures."],
      [{ body: "null" }, "incomplete or invalid JSON."],
    ];
    const what = "The metrics of the runs that finished from 1970-01-01 00:01:00 to 1970-01-01 01:00:00 UTC";
    for (const [reply, words] of refusals) {
      replies = [reply];
      const warning = `${what} were not accepted. metrics: POST (URL not shown) returned ${words}`;
      assert.deepEqual(await sent(), { warnings: warning, requests: 1 });
    }
    await server.close();
    const advice = "ENDPOINT, and that this machine can reach its host (proxy, firewall).";
    assert.ok((await sent()).warnings.endsWith(`${variable}${advice}`));
  });

  it("never shows a response as it is", async () => {
    const errorMessage = `##vso[task.complete]\n${"x".repeat(400)}`;
    const refusals: Reply[] = [
      json({ partialSuccess: { rejectedDataPoints: "3", errorMessage } }),
      { ...json({ code: 3, message: errorMessage }), status: 400 },
      { status: 200, body: "<html>##vso[task.complete]" },
      { status: 200, body: "[" },
      { status: 202 },
    ];
    for (const reply of refusals) {
      replies = [reply];
      const { warnings, requests } = await sent();
      assert.equal(requests, 1);
      assert.match(warnings, /were not accepted/);
      assert.doesNotMatch(warnings, /##vso|\n|x{301}/);
    }
  });

  it("ends with the step", async () => {
    const reason = new Error("cancelled");
    await assert.rejects(sent(AbortSignal.abort(reason)), reason);
  });
});
