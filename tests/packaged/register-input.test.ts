import assert from "node:assert/strict";
import { filledRequest } from "../sandbox/filled-request";
import { byConnection, price, useRegister } from "./register-stage";

// `setup.test.ts` has every mistake.
describe("packaged DomainRegister, when its inputs are wrong", () => {
  const { once } = useRegister();

  it("prints one message with every mistake, and sends no request", async () => {
    const done = await once({
      request: { ...Object(filledRequest), period: 11 },
      inputs: { apiUrl: "https://me:canary@one.example" },
    });
    assert.equal(done.result, "Failed");
    const [error, ...more] = done.issues.filter(({ type }) => type === "error");
    assert.match(
      error?.message ?? "",
      /^2 problems found; nothing was sent\.\n- apiUrl: must not contain .*\n- domain\.json, line \d+: period: /,
    );
    assert.deepEqual([more, done.stage.registrar.requests], [[], []]);
  });
});

describe("registrarConnection of the packaged DomainRegister", () => {
  const { once } = useRegister();

  it("gives URL, key and secret, and takes precedence over apiUrl and the environment variables", async () => {
    const { result, outputs, issues, stage } = await once({
      inputs: {
        registrarConnection: "registrar",
        apiUrl: "https://canary.example/",
        maxPrice: String(price),
      },
      step: (registrar) => ({
        ...byConnection(registrar, "production"),
        env: { REGISTRAR_API_KEY: "canary-other-key", REGISTRAR_API_SECRET: "canary-other-secret" },
        variables: { "System.Debug": "true" },
      }),
    });
    assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "registered"]);
    assert.equal(stage.registrar.charges.length, 1);
    assert.deepEqual(issues, [
      {
        type: "warning",
        message:
          "apiUrl, REGISTRAR_API_KEY, REGISTRAR_API_SECRET: ignored, because registrarConnection takes precedence.",
      },
    ]);
  });
});
