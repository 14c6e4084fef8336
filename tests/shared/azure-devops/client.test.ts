import assert from "node:assert/strict";
import { type BuildService, createBuildService } from "../../../shared/azure-devops/client";
import { idOf, type RunRecord } from "../../../shared/azure-devops/records";
import { readTextBody } from "../../../shared/http/body";
import { urlBelow } from "../../../shared/http/url";
import { noNetworkSettings } from "../../memory-agent";
import { type SandboxBuildService, startBuildService } from "../../sandbox/build-service";
import { makeIdentity } from "../../sandbox/identity";
import { json, type LoopbackServer, type Reply, startServer } from "../../sandbox/loopback";
import { sketchRun } from "../../sandbox/runs";
import { type TestClock, testClock } from "../../test-clock";

const now = Date.UTC(2026, 10, 20, 3, 19, 0);
const never = new AbortController().signal;

describe("build service client", () => {
  let sandbox: SandboxBuildService;
  let service: BuildService;
  let clock: TestClock;

  beforeEach(async () => {
    sandbox = await startBuildService({
      runs: Array.from({ length: 5 }, (_, index) =>
        sketchRun(now, { id: index + 1, finishedSecondsAgo: 100 + index }),
      ),
      authorizations: ["Basic Onh5"],
      pageSize: 2,
    });
    clock = testClock({ startsAt: now, passes: (milliseconds) => milliseconds < 60_000 });
    service = connect(sandbox.address);
  });

  afterEach(async () => {
    service.dispose();
    assert.deepEqual(sandbox.violations, []);
    await sandbox.close();
  });

  const connect = (address: URL) =>
    createBuildService({
      project: urlBelow(address, [sandbox.organization, sandbox.project]),
      listParameters: "&api-version=7.1-preview.7",
      authorization: "Basic Onh5",
      credentialAdvice: "Make a new token.",
      network: noNetworkSettings,
      clock,
    });

  async function runs(minTime = new Date(now - 3_630_000)): Promise<RunRecord[]> {
    const all: RunRecord[] = [];
    for await (const page of service.runsSince(minTime, never)) all.push(...page);
    return all;
  }

  const fail = (reply: Reply, when = (target: string) => target.length > 0) =>
    sandbox.faults.push({ when: ({ target }) => when(target), reply });

  it("requests the runs since a time, with url_params, as the specification writes it", async () => {
    await runs();
    assert.equal(
      sandbox.requests[0]?.target,
      "/contoso/Night%20Shift/_apis/build/builds?minTime=2026-11-20T02:18:30Z&api-version=7.1-preview.7",
    );
    assert.equal(sandbox.requests[0]?.headers["x-tfs-fedauthredirect"], "Suppress");
  });

  it("reads every page (decision 4)", async () => {
    const ids = (await runs()).map((record) => "run" in record && record.run.id);
    assert.deepEqual(ids, [1, 2, 3, 4, 5]);
    assert.equal(sandbox.requests.length, 3);
    assert.match(sandbox.requests[1]?.target ?? "", /&api-version=7\.1-preview\.7&continuationToken=2$/);
  });

  it("reads a page as large as the service's largest: 5,000 runs of four kilobytes", async () => {
    const value = Array.from({ length: 5000 }, (_, index) => ({
      ...sketchRun(now, { id: index + 1 }).record,
      repository: "r".repeat(4000),
    }));
    sandbox.faults.push({ when: () => true, times: 1, reply: json({ count: 5000, value }) });
    assert.equal((await runs()).length, 5000);
  });

  /** Makes the service return pages of runs by their ids, each page but the last with a token. */
  const givePages = (...pages: number[][]) => {
    for (const [index, ids] of pages.entries())
      sandbox.faults.push({
        when: () => true,
        times: 1,
        reply: json(
          { value: ids.map((id) => sketchRun(now, { id }).record) },
          index < pages.length - 1 ? { "x-ms-continuationtoken": String(index) } : {},
        ),
      });
  };

  it("returns a run once that is listed twice, on one page or two (decision 4)", async () => {
    givePages([1, 1, 2], [2, 3], [], [3, 4]);
    assert.deepEqual((await runs()).map(idOf), [1, 2, 3, 4]);
  });

  it("fails when a page is given once more in place of the next (decision 4)", async () => {
    givePages([1, 2], [1, 2]);
    await assert.rejects(runs(), /cannot be read to its end, because it gives the same runs once more/);
  });

  it("encodes the token of a page", async () => {
    sandbox.faults.push({
      when: () => true,
      times: 1,
      reply: json({ value: [] }, { "x-ms-continuationtoken": "a b&c=d" }),
    });
    sandbox.faults.push({ when: () => true, times: 1, reply: json({ value: [] }) });
    await runs();
    assert.equal(sandbox.requests[1]?.query.get("continuationToken"), "a b&c=d");
  });

  it("fails when a page token repeats, at once or later (decision 4)", async () => {
    fail(json({ value: [] }, { "x-ms-continuationtoken": "same" }));
    await assert.rejects(runs(), /cannot be read to its end, because it names a page again/);
    assert.equal(sandbox.requests.length, 2);
  });

  it("fails when the list never ends", async () => {
    let page = 0;
    sandbox.faults.push({
      when: () => true,
      get reply() {
        return json({ value: [] }, { "x-ms-continuationtoken": String(++page) });
      },
    });
    await assert.rejects(runs(), {
      message:
        "build service: the list of runs cannot be read to its end, because it does not end after 1000 pages. " +
        "A monitor that cannot see everything does not report; run it again.",
    });
    assert.equal(sandbox.requests.length, 1000);
  });

  it("fails when the list has more runs than a monitor has room for", async () => {
    let next = 0;
    sandbox.faults.push({
      when: () => true,
      get reply() {
        const value = Array.from({ length: 10_000 }, () => ({ id: ++next }));
        return json({ value }, { "x-ms-continuationtoken": String(next) });
      },
    });
    await assert.rejects(runs(), /because it has more than 100000 runs\./);
    assert.equal(sandbox.requests.length, 11);
  });

  it("fails when the list takes longer than a monitor of the last hour may", async () => {
    let page = 0;
    sandbox.faults.push({
      when: () => true,
      get reply() {
        return json({ value: [] }, { "x-ms-continuationtoken": String(++page), "retry-after": "59" });
      },
    });
    await assert.rejects(runs(), /because it takes longer than 900 s/);
    assert.ok(sandbox.requests.length < 20);
  });

  it("reads a list that takes as long as it may", async () => {
    // 18 pauses of 50 s are the 900 s that a list may take.
    for (let page = 1; page <= 19; page++)
      sandbox.faults.push({
        when: () => true,
        times: 1,
        reply: json({ value: [] }, { "x-ms-continuationtoken": `after ${page}`, "retry-after": "50" }),
      });
    sandbox.faults.push({ when: () => true, times: 1, reply: json({ value: [] }) });
    assert.deepEqual(await runs(), []);
    assert.equal(clock.now() - now, 950_000);
  });

  it("lists the logs of a run, and reads a log, without a query", async () => {
    assert.deepEqual(
      (await service.logsOf(3, never)).map((log) => log?.id),
      [1, 2, 3, 4, 5, 6],
    );
    const text = await service.readLog(3, 5, (log) => readTextBody(log, 1000), never);
    assert.equal(text, "Starting: Import\nFinishing: Import");
    assert.deepEqual(
      sandbox.requests.map(({ target }) => target),
      [
        "/contoso/Night%20Shift/_apis/build/builds/3/logs",
        "/contoso/Night%20Shift/_apis/build/builds/3/logs/5",
      ],
    );
  });

  it("tries a log again whose transfer broke off, from its beginning", async () => {
    sandbox.faults.push({
      when: () => true,
      times: 1,
      reply: { status: 200, body: "half of it", ending: "reset" },
    });
    const text = await service.readLog(3, 5, (log) => readTextBody(log, 1000), never);
    assert.equal(text, "Starting: Import\nFinishing: Import");
  });

  it("retries a list after a temporary problem", async () => {
    for (const reply of [{ status: 503 }, { ending: "reset" }] satisfies Reply[])
      sandbox.faults.push({ when: () => true, times: 1, reply });
    assert.equal((await service.logsOf(3, never)).length, 6);
    assert.equal(sandbox.requests.length, 3);
  });

  it("holds no connection open once it is disposed of", async () => {
    await runs();
    service.dispose();
    assert.equal(await sandbox.connections(), 0);
  });

  it("knows the URLs of runs and of their logs", () => {
    const base = `${sandbox.address.href}contoso/Night%20Shift`;
    assert.equal(service.runPage(812).href, `${base}/_build/results?buildId=812`);
    assert.equal(service.logUrl(812, 17).href, `${base}/_apis/build/builds/812/logs/17`);
  });

  it("recognises every form of a sign-in page, and says that the credential does not work", async () => {
    const html = { "content-type": "text/html; charset=utf-8" };
    const forms: Reply[] = [
      { status: 401 },
      { status: 203, headers: html, body: "<html>Sign in</html>" },
      { status: 203, headers: { "content-type": "application/json" }, body: "{}" },
      { status: 200, headers: html, body: "<html>Sign in</html>" },
      { status: 302, headers: { location: "https://login.example/_signin" } },
      { status: 302 },
      { status: 300 },
    ];
    for (const reply of forms) {
      sandbox.faults.splice(0, 1, { when: () => true, reply });
      await assert.rejects(runs(), /GET http.*\. Make a new token\.$/, JSON.stringify(reply));
      await assert.rejects(
        service.readLog(3, 5, (log) => readTextBody(log, 1000), never),
        /Make a new token\.$/,
      );
    }
  });

  it("reports a sign-in page as one, and accepts JSON whatever its content type", async () => {
    fail({ status: 203, body: "{}" });
    await assert.rejects(
      service.logsOf(3, never),
      /^Error: build service: GET http:.*\/builds\/3\/logs answered a sign-in page, so the credential does not work\. Make a new token\.$/,
    );
    sandbox.faults.splice(0, 1, {
      when: () => true,
      reply: json({ value: [] }, { "content-type": "application/json; not=text/html" }),
    });
    assert.deepEqual(await runs(), []);
  });

  it("says what to do about a host that cannot be reached, does not respond, or is not trusted", async () => {
    const endsIn = (words: string) => (error: Error) => error.message.endsWith(words);
    const elsewhere = async (server: LoopbackServer, act: () => Promise<void>) => {
      service.dispose();
      service = connect(server.address);
      await act().finally(() => server.close());
    };
    const closed = await startServer(() => ({}));
    await closed.close();
    service = connect(closed.address);
    const checkAddress = "Check `url_base`, and that the agent reaches the host (proxy, firewall).";
    await assert.rejects(runs(), endsIn(`(ECONNREFUSED) (5 tries). ${checkAddress}`));
    await elsewhere(await startServer(() => ({ ending: "hang" })), async () => {
      const reading = assert.rejects(runs(), endsIn(checkAddress));
      let settled = false;
      void reading.finally(() => {
        settled = true;
      });
      while (!settled) {
        if (clock.pending() > 0) clock.advance(60_000);
        await new Promise(setImmediate);
      }
      await reading;
    });
    await elsewhere(await startServer(() => ({}), await makeIdentity()), async () => {
      await assert.rejects(
        runs(),
        /failed: DEPTH_ZERO_SELF_SIGNED_CERT\. The host's certificate is not trusted here: give the agent the certificate of its authority\.$/,
      );
    });
  });

  it("says what to do about every status", async () => {
    const advice: [number, RegExp][] = [
      [400, /Check `url_params`/],
      [403, /Make a new token/],
      [404, /Check `url_base`, `organization` and `project`/],
      [409, /see its status page/],
      [418, /see its status page/],
      [429, /run the monitor less often/],
      [500, /see its status page/],
    ];
    for (const [status, words] of advice) {
      sandbox.faults.splice(0, 1, { when: () => true, reply: { status, body: "{}" } });
      await assert.rejects(runs(), words);
    }
    sandbox.faults.splice(0, 1, {
      when: () => true,
      reply: { ...json({ message: "TF400813: no" }), status: 400 },
    });
    await assert.rejects(runs(), /Make a new token/);
    sandbox.faults.splice(0, 1, { when: () => true, reply: { status: 404 } });
    await assert.rejects(service.logsOf(3, never), /answered 404 Not Found\.$/);
    sandbox.faults.splice(0, 1, { when: () => true, reply: json({ count: 0 }) });
    await assert.rejects(runs(), /answered JSON that is no list: `value` is missing or no array\.$/);
    sandbox.faults.splice(0, 1, { when: () => true, reply: { status: 200, body: "<html>" } });
    await assert.rejects(runs(), /answered a page \(HTML\) where JSON was expected\. Make a new token/);
    sandbox.faults.splice(0, 1, { when: () => true, reply: { ending: "reset" } });
    await assert.rejects(runs(), /Check `url_base`, and that the agent reaches the host/);
    sandbox.faults.splice(0, 1, {
      when: () => true,
      reply: json({ value: [] }, { "retry-after": "999", "x-ms-continuationtoken": "1" }),
    });
    await assert.rejects(
      runs(),
      /was not sent: the service asks to wait 999 s\. .* run the monitor less often/,
    );
  });
});
