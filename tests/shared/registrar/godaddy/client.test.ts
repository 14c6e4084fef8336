import assert from "node:assert/strict";
import { domain } from "../../../packaged/register-stage";
import { keys, personalToken } from "../../../sandbox/registrar";
import { fullCheck, registrarStage } from "./registrar-stage";

describe("registrar client", () => {
  const stage = registrarStage();

  const check = async (changes: Parameters<typeof stage.connect>[0]) => {
    const { availability } = await stage.connect(changes).availability(fullCheck);
    assert.equal(availability.available, true);
    return stage.sandbox.requests[0]?.headers.authorization;
  };

  it("requests the availability as in the specification", async () => {
    const price = { price: 11_690_000, currency: "USD", period: 1 };
    assert.deepEqual(await stage.check(), { available: true, definitive: true, ...price });
    const [{ target, headers } = assert.fail()] = stage.sandbox.requests;
    const query = `domain=${domain}&checkType=FULL&forTransfer=false`;
    assert.equal(target, `/production/v1/domains/available?${query}`);
    assert.equal(headers.authorization, `sso-key ${keys.production.key}:${keys.production.secret}`);
  });

  it("sends a personal access token in place of key and secret", async () => {
    const credential = { kind: "token", token: personalToken } as const;
    assert.equal(await check({ credential }), `Bearer ${personalToken}`);
  });

  it("calls the test environment without a credential if it has none", async () => {
    const baseUrl = stage.sandbox.environments.test.base;
    assert.equal(await check({ baseUrl, credential: { kind: "none" } }), undefined);
  });
});
