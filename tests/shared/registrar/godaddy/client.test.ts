import assert from "node:assert/strict";
import { domain, now } from "../../../packaged/register-stage";
import { json, type Reply } from "../../../sandbox/loopback";
import { expiring, keys, personalToken, startRegistrar } from "../../../sandbox/registrar";
import { fullCheck, never, registrarStage } from "./registrar-stage";

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

  it("sends a personal access token in place of key and secret", async () => {
    const withToken = stage.connect({ credential: { kind: "token", token: personalToken } });
    assert.equal((await withToken.availability(fullCheck)).availability.available, true);
    assert.equal(stage.sandbox.requests[0]?.headers.authorization, `Bearer ${personalToken}`);
  });

  it("calls the test environment without a credential if it has none", async () => {
    const anonymous = stage.connect({
      baseUrl: stage.sandbox.environments.test.base,
      credential: { kind: "none" },
    });
    assert.equal((await anonymous.availability(fullCheck)).availability.available, true);
    assert.equal(stage.sandbox.requests[0]?.headers.authorization, undefined);
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
    const asking = stage.connect({ baseUrl: service.environments.production.base });
    const found: boolean[] = [];
    for (const days of [0, 45, 79, 80]) {
      today = now + days * day;
      found.push((await asking.availability(fullCheck)).availability.available);
    }
    await service.close();
    assert.deepEqual(found, [false, false, false, true]);
  });

  it("ignores an interim 100 Continue", async () => {
    stage.instead({ ...json({ available: true, domain }), interim: true });
    assert.equal((await stage.registrar.availability(fullCheck)).availability.available, true);
  });

  it("reads from the status of a record whether the account holds a domain", async () => {
    const cases: [Reply, string][] = [
      [json({ code: "NOT_FOUND", message: "no" }), "unprovable"],
      [json({ domain, status: "UNKNOWN" }), "listed"],
      [json({ domain, status: "CANCELLED" }), "listed"],
    ];
    for (const [reply, kind] of cases) {
      stage.instead(reply);
      assert.equal((await stage.registrar.ownership(domain, never)).kind, kind, JSON.stringify(reply));
    }
  });
});
