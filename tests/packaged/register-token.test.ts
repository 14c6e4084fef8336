import assert from "node:assert/strict";
import { personalToken } from "../sandbox/registrar";
import { isPurchase, useRegister } from "./register-stage";

const env = { REGISTRAR_TOKEN: "$(TOKEN)" };

describe("packaged DomainRegister with a personal access token at the specification's registrar", () => {
  const { once } = useRegister();

  it("sends the token in place of key and secret with every request, and buys", async () => {
    const done = await once({ step: { env, secrets: { TOKEN: personalToken } } });
    assert.deepEqual([done.result, done.outputs["outcome"]], ["Succeeded", "registered"]);
    assert.equal(done.stage.registrar.charges.length, 1);
    assert.ok(
      done.stage.registrar.requests.every(
        ({ headers }) => headers.authorization === `Bearer ${personalToken}`,
      ),
    );
  });

  it("is refused beside key and secret, before any request", async () => {
    const both = { ...env, REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" };
    const done = await once({ step: { env: both, secrets: { TOKEN: personalToken } } });
    assert.deepEqual([done.result, done.stage.registrar.requests], ["Failed", []]);
    assert.match(done.issues.at(-1)?.message ?? "", /REGISTRAR_TOKEN: contradicts REGISTRAR_API_KEY/);
  });

  it("ends with advice when the registrar does not accept the token", async () => {
    const done = await once({ step: { env, secrets: { TOKEN: "canary-expired-token" } } });
    assert.equal(done.result, "Failed");
    assert.match(
      done.issues.at(-1)?.message ?? "",
      /UNABLE_TO_AUTHENTICATE.*The token is not valid or has expired/,
    );
    assert.ok(!done.stage.registrar.requests.some(isPurchase));
  });
});
