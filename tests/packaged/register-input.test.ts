import assert from "node:assert/strict";
import type { StepResult } from "../sandbox/agent";
import { useGodaddyV3 } from "./godaddy-v3-stage";
import { usePorkbun } from "./porkbun-stage";
import {
  byConnection,
  exampleRequest,
  price,
  type RegisterStageOptions,
  useRegister,
} from "./register-stage";

/** Asserts that a run with a mistake says so once. */
function assertRefused({ result, issues }: StepResult, message: RegExp): void {
  assert.equal(result, "Failed");
  assert.equal(issues.filter(({ type }) => type === "error").length, 1);
  assert.match(issues.at(-1)?.message ?? "", /^\d+ problems? found; nothing was sent\.\n/);
  assert.match(issues.at(-1)?.message ?? "", message);
}

// `setup.test.ts` has every mistake.
describe("packaged DomainRegister, when its inputs are wrong", () => {
  const { once } = useRegister();
  const porkbun = usePorkbun();
  const v3 = useGodaddyV3();

  const mistakes: [string, RegisterStageOptions, RegExp][] = [
    ["an input", { inputs: { domain: "exa mple.org" } }, /domain: expected a plain name/],
    ["no request file", { inputs: { requestFile: "" } }, /requestFile: missing/],
    [
      "two fields",
      { request: { ...Object(exampleRequest), period: 11, privacy: "x" } },
      /- priv.*\n- period: /,
    ],
    ["no credential", { step: { env: {} } }, /REGISTRAR_API_KEY: missing from the environment; /],
    ["an unresolved variable", { inputs: { maxPrice: "$(MAX)" } }, /maxPrice: still reads \$\(MAX\)/],
    [
      "a credential in the URL",
      { inputs: { apiUrl: "https://me:canary@one.example" } },
      /apiUrl: must not contain/,
    ],
    [
      "a line break in the connection's secret",
      {
        inputs: { registrarConnection: "registrar", apiUrl: "" },
        step: (registrar) =>
          byConnection(registrar, "production", { parameters: { username: "canary", password: "canary\n" } }),
      },
      /registrarConnection: its credential contains a space/,
    ],
  ];
  for (const [mistake, options, message] of mistakes)
    it(`${mistake}: prints one message and sends no request`, async () => {
      const done = await once(options);
      assertRefused(done, message);
      assert.deepEqual(done.stage.registrar.requests, []);
    });

  it("says so at Porkbun and GoDaddy v3 too, and sends no request", async () => {
    await porkbun({}, async (stage) => {
      assertRefused(await stage.run({ inputs: { maxPrice: "12" } }), /For that many USD, write 12\.00 USD/);
      assert.deepEqual(stage.service.requests, []);
    });
    await v3({}, async (stage) => {
      assertRefused(await stage.run({ request: { period: 1 } }), /consent\.agreementKeys: missing; expected/);
      assert.deepEqual(stage.service.requests, []);
    });
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
