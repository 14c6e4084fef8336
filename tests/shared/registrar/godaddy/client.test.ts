import assert from "node:assert/strict";
import { domain, now } from "../../../packaged/register-stage";
import { json, type Reply } from "../../../sandbox/loopback";
import { expiring, keys, startRegistrar } from "../../../sandbox/registrar";
import {
  anyTime,
  apiError,
  connectTo,
  fullCheck,
  never,
  order,
  registrarStage,
  wish,
} from "./registrar-stage";

describe("registrar client", () => {
  const stage = registrarStage();

  it("requests the availability as in the specification", async () => {
    const { availability } = await stage.registrar.availability(fullCheck);
    assert.deepEqual(availability, {
      available: true,
      definitive: true,
      price: 11_690_000,
      currency: "USD",
      period: 1,
    });
    const [request] = stage.sandbox.requests;
    assert.equal(
      request?.target,
      `/production/v1/domains/available?domain=${domain}&checkType=FULL&forTransfer=false`,
    );
    assert.equal(request?.headers.authorization, `sso-key ${keys.production.key}:${keys.production.secret}`);
  });

  it("calls the test environment without a credential if it has none", async () => {
    const anonymous = stage.connect("test", undefined, true);
    assert.equal((await anonymous.availability(fullCheck)).availability.available, true);
    assert.equal(stage.sandbox.requests[0]?.headers.authorization, undefined);
    anonymous.dispose();
  });

  it("rejects a response that is not an availability, or about another domain (decision 9)", async () => {
    for (const [response, words] of [
      [{ domain }, "JSON that is not an availability response: available is missing or has the wrong type"],
      [{ available: true, domain: "other.org" }, "a response about another domain"],
    ] as const) {
      stage.instead(json(response));
      await assert.rejects(stage.registrar.availability(fullCheck), {
        message: `registrar: GET ${stage.sandbox.environments.production.base.href}/v1/domains/available?domain=${domain}&checkType=FULL&forTransfer=false returned ${words}.`,
      });
    }
  });

  it("follows a domain through its lifecycle until its release, by the registrar's clock", async () => {
    const day = 24 * 3600 * 1000;
    let today = now;
    const released = expiring(now, 45);
    const service = await startRegistrar({ domains: [{ name: domain, released }], now: () => today });
    const asking = connectTo(service.environments.production.base, stage.clock, {
      credential: { kind: "keyAndSecret", ...keys.production },
    });
    const found: boolean[] = [];
    for (const days of [0, 45, 79, 80]) {
      today = now + days * day;
      found.push((await asking.availability(fullCheck)).availability.available);
    }
    asking.dispose();
    await service.close();
    assert.deepEqual(found, [false, false, false, true]);
  });

  it("ignores an interim 100 Continue", async () => {
    stage.instead({ ...json({ available: true, domain }), interim: true });
    assert.equal((await stage.registrar.availability(fullCheck)).availability.available, true);
  });

  it('reads whether the account holds a domain, which a "no" does not disprove', async () => {
    const cases: [Reply, string][] = [
      [json({ domain, status: "ACTIVE" }), "owned"],
      [json({ domain }), "listed"],
      [json({}), "unprovable"],
      [json({ code: "NOT_FOUND", message: "no" }), "unprovable"],
      [json({ domain, status: "UNKNOWN" }), "listed"],
      [json({ domain, status: "PENDING_SETUP" }), "listed"],
      [json({ domain, status: "CANCELLED" }), "listed"],
      [json({ domain: "other.org", status: "ACTIVE" }), "unprovable"],
      [json("yes"), "unprovable"],
      [apiError(404, "NOT_FOUND"), "notOwned"],
      [apiError(403, "ACCESS_DENIED"), "unprovable"],
      [{ status: 500 }, "unprovable"],
    ];
    for (const [reply, kind] of cases) {
      stage.instead(reply);
      assert.equal((await stage.registrar.ownership(domain, never)).kind, kind, JSON.stringify(reply));
    }
    stage.instead(apiError(401, "UNABLE"));
    await assert.rejects(stage.registrar.ownership(domain, never), /are not valid in this environment/);
  });

  it("measures how long a response took, without the wait for its turn", async () => {
    stage.sandbox.faults.push({
      when: () => true,
      reply(_, healthy) {
        stage.clock.advance(300);
        return healthy();
      },
    });
    const waiting = stage.connect("production", {
      take: async () => stage.clock.advance(5000),
      tryTake: () => 0,
    });
    const { tookMilliseconds } = await waiting.availability(fullCheck);
    assert.equal(tookMilliseconds, 300);
    waiting.dispose();
  });

  it("counts every call by its purpose: a purchase at once, other calls when it is their turn", async () => {
    const counted: string[] = [];
    const counting = stage.connect("production", {
      take: async (purpose) => void counted.push(`${purpose} after ${stage.sandbox.requests.length}`),
      tryTake: (purpose) => {
        counted.push(`${purpose} at once after ${stage.sandbox.requests.length}`);
        return 0;
      },
    });
    await counting.availability(fullCheck);
    await counting.availability({ ...fullCheck, purpose: "confirmation" });
    await counting.validate(wish, never);
    await counting.ownership(domain, never);
    await counting.purchase(order, never, anyTime);
    counting.dispose();
    assert.deepEqual(counted, [
      "other after 0",
      "confirmation after 1",
      "other after 2",
      "other after 3",
      "purchase at once after 4",
    ]);
  });

  it("retries an ownership request after a temporary problem", async () => {
    const owned = json({ domain, status: "ACTIVE" });
    stage.sandbox.faults.push({ when: () => true, times: 1, reply: { status: 503 } });
    stage.sandbox.faults.push({ when: () => true, times: 1, reply: owned });
    assert.deepEqual(await stage.registrar.ownership(domain, never), { kind: "owned" });
  });

  it("rejects every call with the signal's reason when it is aborted", async () => {
    const calls: ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => stage.registrar.availability({ ...fullCheck, signal }),
      (signal) => stage.registrar.validate(wish, signal),
      (signal) => stage.registrar.purchase(order, signal, anyTime),
      (signal) => stage.registrar.ownership(domain, signal),
    ];
    stage.instead({ ending: "hang" });
    for (const call of calls) {
      const cancellation = new AbortController();
      const asked = stage.sandbox.requests.length;
      const calling = assert.rejects(call(cancellation.signal), { message: "cancelled" });
      while (stage.sandbox.requests.length === asked) await new Promise(setImmediate);
      cancellation.abort(new Error("cancelled"));
      await calling;
    }
  });

  it("knows the pause that the registrar asks for, and closes all connections on `dispose`", async () => {
    stage.instead(json({ available: true, domain }, { "retry-after": "15" }));
    await stage.registrar.availability(fullCheck);
    assert.equal(stage.registrar.pauseSeconds(), 15);
    stage.registrar.dispose();
    assert.equal(await stage.sandbox.connections(), 0);
  });
});
