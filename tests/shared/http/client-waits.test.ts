import assert from "node:assert/strict";
import sinon from "sinon";
import { json } from "../../sandbox/loopback";
import { pauseOf } from "../../sentences";
import { clientStage, deadlineSeconds, faultOf, until } from "./client-stage";

describe("HTTP client, when a response is late or bad", () => {
  const stage = clientStage();
  afterEach(() => sinon.restore());
  /** Waits until a request that begins now has arrived. */
  const arrived = () => {
    const asked = stage.server.requests.length;
    return until(() => stage.server.requests.length > asked);
  };

  it("retries a read after a temporary problem, and says how often when it gives up", async () => {
    stage.replies = [{ status: 503 }, { ending: "reset" }, { status: 200, body: '{"ok"', ending: "reset" }];
    assert.deepEqual(await stage.read(), { ok: true });
    assert.equal(stage.server.requests.length, 4);
    stage.replies = Array.from({ length: 9 }, () => ({ status: 500 }));
    const message = "service: GET /x returned 500 Internal Server Error (5 tries). Do this.";
    await assert.rejects(stage.read(), { message });
  });

  it("obeys Retry-After as a date", async () => {
    stage.clock.advance(Date.UTC(2026, 10, 20, 3, 0, 0));
    stage.replies = [{ status: 429, headers: { "retry-after": "Fri, 20 Nov 2026 03:00:21 GMT" } }];
    const before = stage.clock.now();
    await stage.read();
    assert.equal(stage.clock.now() - before, 21_000);
  });

  it("reads such a date by the service's own clock, whatever the agent's shows", async () => {
    for (const agentTime of [Date.UTC(2026, 10, 20, 1), Date.UTC(2026, 10, 20, 5)]) {
      stage.clock.advance(agentTime - stage.clock.now());
      const headers = {
        date: "Fri, 20 Nov 2026 03:00:00 GMT",
        "retry-after": "Fri, 20 Nov 2026 03:00:21 GMT",
      };
      stage.replies = [{ status: 429, headers }];
      const before = stage.clock.now();
      await stage.read();
      assert.equal(stage.clock.now() - before, 21_000);
    }
  });

  it("does not wait longer than allowed, and says how long the service asks for", async () => {
    stage.replies = [{ status: 429, headers: { "retry-after": "3600" } }];
    const using = stage.client();
    await assert.rejects(
      stage.read({}, using),
      new RegExp(String.raw`429 Too Many Requests and ${pauseOf(3600)}\. `),
    );
    await assert.rejects(stage.read({}, using), new RegExp(`was not sent: the service ${pauseOf(3600)}`));
    assert.equal(stage.server.requests.length, 1);
  });

  it("ends a request at its deadline, before the response and in the middle of it", async () => {
    for (const reply of [{ ending: "hang" }, { status: 200, body: '{"ok"', ending: "hang" }] as const) {
      stage.replies = [reply];
      const reading = faultOf(stage.read({ retry: "never" }));
      await arrived();
      stage.clock.advance(deadlineSeconds * 1000);
      assert.deepEqual(await reading, { kind: "timeout", seconds: deadlineSeconds });
    }
  });

  it("frees the connection of a request that ran out of time", async () => {
    const using = stage.client({ maxConnections: 1 });
    stage.replies = [{ ending: "hang" }];
    const reading = faultOf(stage.read({ retry: "never" }, using));
    await arrived();
    stage.clock.advance(deadlineSeconds * 1000);
    await reading;
    assert.deepEqual(await stage.read({}, using), { ok: true });
  });

  it("ends a request and a pause by the signal, with its reason", async () => {
    for (const [reply, retry] of [
      [{ ending: "hang" }, "reads"],
      [{ ending: "hang" }, "unsent"],
      [{ ending: "hang" }, "never"],
      [{ status: 429, headers: { "retry-after": "100" } }, "reads"],
    ] as const) {
      stage.replies = [reply];
      const cancellation = new AbortController();
      const { signal } = cancellation;
      const reading = assert.rejects(stage.read({ retry, signal }), { message: "cancelled" });
      await arrived();
      cancellation.abort(new Error("cancelled"));
      await reading;
    }
    const aborted = AbortSignal.abort(new Error("cancelled"));
    await assert.rejects(stage.read({ signal: aborted }), { message: "cancelled" });
  });

  it("retries what fails behind a redirect, and reports it like any other problem", async () => {
    const redirect = { status: 307, headers: { location: "/y" } };
    stage.replies = [redirect, { ending: "reset" }];
    assert.deepEqual(await stage.read(), { ok: true });
    stage.replies = [redirect, { ending: "reset" }];
    assert.deepEqual(await faultOf(stage.read({ retry: "never" })), { kind: "broken", code: "ECONNRESET" });
  });

  it("waits between two tries as the rule of retries says", async () => {
    sinon.stub(Math, "random").returns(0.25);
    stage.replies = [{ status: 503 }, { status: 503 }];
    await stage.read();
    assert.equal(stage.clock.now(), 250 + 500);
  });

  it("waits before any next request if a response with status 200 asks for it, but not over three minutes", async () => {
    for (const asked of [180, 181]) {
      stage.replies = [json({}, { "retry-after": `${asked}` })];
      const using = stage.client();
      await stage.read({}, using);
      const before = stage.clock.now();
      if (asked === 180) await stage.read({}, using);
      else await assert.rejects(stage.read({}, using), new RegExp(pauseOf(181)));
      assert.equal(stage.clock.now() - before, asked === 180 ? 180_000 : 0);
    }
  });

  it("reports how long the service wants no requests", async () => {
    const using = stage.client();
    assert.equal(using.pauseSeconds(), 0);
    stage.clock.advance(1_000_000);
    stage.replies = [json({}, { "retry-after": "17" })];
    await stage.read({}, using);
    assert.equal(using.pauseSeconds(), 17);
    stage.clock.advance(7000);
    assert.equal(using.pauseSeconds(), 10);
    stage.clock.advance(11_000);
    assert.equal(using.pauseSeconds(), 0);
  });

  it("waits for its turn before each try, and takes none for a request that is not sent", async () => {
    const turns: number[] = [];
    const using = stage.client();
    const counting = { turn: async () => void turns.push(stage.server.requests.length) };
    stage.replies = [{ status: 503 }, json({}, { "retry-after": "3600" })];
    await stage.read(counting, using);
    assert.deepEqual(turns, [0, 1]);
    await assert.rejects(stage.read(counting, using), /was not sent/);
    assert.equal(turns.length, 2);
  });
});
