import assert from "node:assert/strict";
import { callHeartbeat, heartbeatUrl, isDelivered } from "../../../tasks/PipelineMonitor/heartbeat";
import { memoryAgent } from "../../memory-agent";
import { type LoopbackServer, type Reply, startServer } from "../../sandbox/loopback";
import { type TestClock, testClock } from "../../test-clock";
import { projectReport, reportOn } from "./report-stage";

const uuid = "5d7c3a70-1c1c-4f4e-8a55-0123456789ab";

describe("the heartbeat", () => {
  let server: LoopbackServer;
  let replies: Reply[];
  let clock: TestClock;
  beforeEach(async () => {
    replies = [];
    clock = testClock();
    server = await startServer(() => {
      const reply = replies.shift() ?? { status: 200, body: "OK" };
      if (reply.ending === "hang") setImmediate(() => clock.advance(5000));
      return reply;
    });
  });
  afterEach(() => server.close());

  /** Calls it, and returns the requests that this took. */
  async function called(
    isGood: boolean,
    cancelled = new AbortController().signal,
    path = `ping/${uuid}?rid=1`,
  ) {
    const agent = memoryAgent();
    const url = new URL(path, server.address);
    await callHeartbeat(url, isGood, { agent, clock, cancelled });
    assert.equal(clock.pending(), 0, "a timer is left");
    return { targets: server.requests.map(({ method, target }) => `${method} ${target}`), agent };
  }

  it("is one call, or one with /fail", async () => {
    const { targets, agent } = await called(true);
    assert.deepEqual([targets, agent.warnings], [[`GET /ping/${uuid}?rid=1`], []]);
    assert.deepEqual((await called(false)).targets.slice(1), [`GET /ping/${uuid}/fail?rid=1`]);
    assert.equal(
      (await called(false, undefined, "push/key")).targets.length,
      2,
      "of a failure, no call tells",
    );
  });

  it("is repeated once if it is not accepted, even if the service wants a pause", async () => {
    replies = [{ status: 503, headers: { "retry-after": "120" } }];
    const { targets, agent } = await called(true);
    assert.deepEqual([targets.length, agent.warnings], [2, []]);
  });

  it("costs a warning without its URL if it is refused, redirected elsewhere or not answered in 5 s", async () => {
    const refusals: Reply[] = [
      { status: 404 },
      { status: 302, headers: { location: "https://elsewhere.example/" } },
      { ending: "hang" },
    ];
    for (const reply of refusals) {
      server.requests.splice(0);
      replies = [reply, reply];
      const { targets, agent } = await called(true);
      assert.equal(targets.length, 2);
      const advice = "Check HEARTBEAT_URL, and that this machine can reach its host (proxy, firewall).";
      const [warning = ""] = agent.warnings;
      assert.match(warning, /^The heartbeat was not accepted\. heartbeat: GET \(URL not shown\) /);
      assert.ok(warning.endsWith(`. ${advice}`) && !warning.includes(uuid), warning);
    }
  });

  it("ends with the step", async () => {
    const reason = new Error("cancelled");
    await assert.rejects(called(true, AbortSignal.abort(reason)), reason);
    assert.equal(server.requests.length, 0);
  });

  it("tells of a failure only where /fail means one: at healthchecks, whoever runs it", () => {
    const failed = (url: string) => heartbeatUrl(new URL(url), false)?.href;
    assert.equal(failed(`https://hc-ping.com/${uuid}`), `https://hc-ping.com/${uuid}/fail`);
    assert.equal(failed("https://hc-ping.com/key/monitor/"), "https://hc-ping.com/key/monitor/fail");
    assert.equal(failed(`https://hc.example/hc/ping/${uuid}`), `https://hc.example/hc/ping/${uuid}/fail`);
    const slug = "https://hc.example/ping/fqOOd6-F4MMNuCEnzTU01w/monitor";
    assert.equal(failed(slug), `${slug}/fail`);
    assert.equal(
      failed(`https://hc.example/ping/${uuid.toUpperCase()}/`),
      `https://hc.example/ping/${uuid.toUpperCase()}/fail`,
    );
    for (const other of [
      ...[
        `https://x.example/ping/${uuid}x`,
        `https://x.example/ping/${uuid}/a`,
        "https://x.example/ping/key/monitor",
      ],
      ...["https://x.example/ping/fqOOd6-F4MMNuCEnzTU01w", `https://x.example/p/${uuid}`, `${slug}/a`],
      "https://cronitor.link/p/key/monitor",
      "https://kuma.example/api/push/key?status=up",
    ])
      assert.equal(failed(other), undefined);
  });

  it("is for a report that is complete, and delivered or not needed", () => {
    const of = (changes: object, project: object = {}) =>
      isDelivered(reportOn([projectReport(project)], changes));
    assert.deepEqual([of({}), of({ delivered: "notNeeded" })], [true, true]);
    assert.deepEqual([of({ delivered: "failed" }), of({ isListed: false })], [false, false]);
    assert.deepEqual([of({ unread: [projectReport().config] }), of({}, { isWhole: false })], [false, false]);
  });
});
