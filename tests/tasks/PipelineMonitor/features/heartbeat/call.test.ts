import assert from "node:assert/strict";
import {
  callHeartbeat,
  heartbeatUrl,
  isDelivered,
} from "../../../../../tasks/PipelineMonitor/features/heartbeat/heartbeat";
import { memoryAgent } from "../../../../memory-agent";
import { type LoopbackServer, type Reply, startServer } from "../../../../sandbox/loopback";
import { type TestClock, testClock } from "../../../../test-clock";
import { projectReport, reportOn } from "../../report-stage";

const never = new AbortController().signal;
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
  async function called(isGood: boolean, path = `ping/${uuid}?rid=1`, cancelled = never) {
    const agent = memoryAgent();
    await callHeartbeat(new URL(path, server.address), isGood, { agent, clock, cancelled });
    assert.equal(clock.pending(), 0, "a timer is left");
    const targets = server.requests.splice(0).map(({ method, target }) => `${method} ${target}`);
    return { targets, warnings: agent.warnings };
  }

  it("is one call, or one with /fail", async () => {
    const { targets, warnings } = await called(true);
    assert.deepEqual([targets, warnings], [[`GET /ping/${uuid}?rid=1`], []]);
    assert.deepEqual((await called(false)).targets, [`GET /ping/${uuid}/fail?rid=1`]);
    assert.deepEqual((await called(false, "push/key")).targets, [], "of a failure, no call tells");
  });

  it("is repeated once if it is not accepted, even if the service wants a pause", async () => {
    replies = [{ status: 503, headers: { "retry-after": "120" } }];
    const { targets, warnings } = await called(true);
    assert.deepEqual([targets.length, warnings], [2, []]);
  });

  it("costs a warning without its URL if it is refused, redirected elsewhere or not answered in 5 s", async () => {
    const refusals: Reply[] = [
      { status: 404 },
      { status: 302, headers: { location: "https://elsewhere.example/" } },
      { ending: "hang" },
    ];
    for (const reply of refusals) {
      replies = [reply, reply];
      const { targets, warnings } = await called(true);
      assert.equal(targets.length, 2);
      const advice = "Check HEARTBEAT_URL, and that this machine can reach its host (proxy, firewall).";
      const [warning = ""] = warnings;
      assert.match(warning, /^The heartbeat was not accepted\. heartbeat: GET \(URL not shown\) /);
      assert.ok(warning.endsWith(`. ${advice}`) && !warning.includes(uuid), warning);
    }
  });

  it("ends with the step", async () => {
    const reason = new Error("cancelled");
    await assert.rejects(called(true, undefined, AbortSignal.abort(reason)), reason);
    assert.equal(server.requests.length, 0);
  });

  it("tells of a failure only where /fail means one: at healthchecks, whoever runs it", () => {
    const failed = (url: string) => heartbeatUrl(new URL(`https://${url}`), false)?.href;
    const [upper, key] = [uuid.toUpperCase(), "fqOOd6-F4MMNuCEnzTU01w"];
    for (const [url, slash = ""] of [
      ...[[`hc-ping.com/${uuid}`], ["hc-ping.com/key/monitor", "/"], [`hc.example/hc/ping/${uuid}`]],
      ...[[`hc.example/ping/${key}/monitor`], [`hc.example/ping/${upper}`, "/"]],
    ])
      assert.equal(failed(`${url}${slash}`), `https://${url}/fail`);
    for (const other of [
      ...[`x.example/ping/${uuid}x`, `x.example/ping/${uuid}/a`, "x.example/ping/key/monitor"],
      ...[`x.example/ping/${key}`, `x.example/p/${uuid}`, `hc.example/ping/${key}/monitor/a`],
      ...["cronitor.link/p/key/monitor", "kuma.example/api/push/key?status=up"],
    ])
      assert.equal(failed(other), undefined);
  });

  it("is for a report that is complete, and delivered or not needed", () => {
    const of = (changes: object, project: object = {}) =>
      isDelivered(reportOn([projectReport(project)], changes));
    assert.ok(of({}) && of({ delivered: "notNeeded" }));
    const { config } = projectReport();
    for (const bad of [{ delivered: "failed" }, { isListed: false }, { unread: [config] }])
      assert.ok(!of(bad));
    assert.ok(!of({}, { isWhole: false }));
  });
});
