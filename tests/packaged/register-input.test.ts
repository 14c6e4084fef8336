import assert from "node:assert/strict";
import { filledRequest } from "../sandbox/filled-request";
import { byConnection, exampleRequest, price, useRegister } from "./register-stage";

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

describe("packaged DomainRegister with the shipped example as its request", () => {
  const { once } = useRegister();

  for (const inputs of [{}, { dryRun: "true" }])
    it(`buys nothing, and lists what to fill in: ${JSON.stringify(inputs)}`, async () => {
      const done = await once({ request: exampleRequest, inputs });
      const [error] = done.issues.filter(({ type }) => type === "error");
      const lines = (error?.message ?? "").split("\n");
      assert.deepEqual([done.result, lines[0]], ["Failed", "10 problems found; nothing was sent."]);
      assert.equal(
        lines[1],
        "- domain.json, line 1: consent.agreedBy: expected your own, not one of an example",
      );
      const others = "; also in contactBilling, contactRegistrant, contactTech";
      assert.equal(
        lines[2],
        `- domain.json, line 1: contactAdmin.nameFirst: expected your own, not one of an example${others}`,
      );
      assert.deepEqual([done.stage.registrar.requests, done.receipt], [[], undefined]);
    });

  it("validates it with a warning for each value", async () => {
    const done = await once({ request: exampleRequest, inputs: { action: "validate", maxPrice: "" } });
    assert.deepEqual([done.result, done.outputs["outcome"], done.issues.length], ["Succeeded", "valid", 10]);
    for (const { type, message } of done.issues)
      assert.deepEqual([type, message.endsWith(". `register` refuses it")], ["warning", true], message);
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
