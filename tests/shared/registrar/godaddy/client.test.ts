import assert from "node:assert/strict";
import { domain } from "../../../packaged/register-stage";
import { keys, personalToken } from "../../../sandbox/registrar";
import { fullCheck, registrarStage } from "./registrar-stage";

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
});
