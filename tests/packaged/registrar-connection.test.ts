import assert from "node:assert/strict";
import type { Connection } from "../sandbox/agent-environment";
import { keys } from "../sandbox/registrar";
import { byConnection, domain, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

describe("registrarConnection of the packaged DomainRegister", () => {
  const agent = useAgent();

  const inputs = { registrarConnection: "registrar", apiUrl: "" };

  it("gives address, environment, key and secret: the domain is bought", async () => {
    const { result, outputs, stage } = await registerOnce(agent(), {
      inputs,
      step: (registrar) => ({
        ...byConnection(registrar, "production"),
        variables: { "System.Debug": "true" },
      }),
    });
    assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "registered"]);
    assert.equal(stage.registrar.charges.length, 1);
  });

  it("with an address of its own counts as what the input environment says", async () => {
    const { outputs } = await registerOnce(agent(), {
      inputs: { ...inputs, environment: "test", maxPrice: "" },
      step: (registrar) => byConnection(registrar, "test"),
    });
    assert.equal(outputs["outcome"], "registered");
    assert.match(outputs["receiptFile"] ?? "", new RegExp(`${domain}\\.test\\.receipt\\.json$`));
  });

  it("wins over apiUrl and the environment variables, which is said", async () => {
    const { outputs, issues } = await registerOnce(agent(), {
      inputs: { ...inputs, apiUrl: "https://canary.example/" },
      step: (registrar) => ({
        ...byConnection(registrar, "production"),
        env: { REGISTRAR_API_KEY: "canary-other-key", REGISTRAR_API_SECRET: "canary-other-secret" },
      }),
    });
    assert.equal(outputs["outcome"], "registered");
    assert.deepEqual(issues, [
      {
        type: "warning",
        message:
          "apiUrl, REGISTRAR_API_KEY, REGISTRAR_API_SECRET: ignored, because registrarConnection takes precedence.",
      },
    ]);
  });

  const { key, secret } = keys.production;
  const faults: [string, Partial<Connection>, Record<string, string>, RegExp][] = [
    [
      "leads to production while environment is test",
      { data: { registrar: "godaddy" } },
      { environment: "test" },
      /environment: is test, but registrarConnection leads to production/,
    ],
    ["is for production, where no maxPrice is named", {}, { maxPrice: "" }, /maxPrice: missing/],
    [
      "is a test at the address of production",
      { url: "https://api.godaddy.com./" },
      { environment: "test" },
      /registrarConnection: its URL leads to production, but the environment is test/,
    ],
    [
      "is of production at the address of the test",
      { url: "https://api.ote-godaddy.com" },
      {},
      /registrarConnection: its URL leads to test, but the environment is production/,
    ],
    [
      "has no secret",
      { parameters: { username: key } },
      {},
      /registrarConnection: its key or its secret is missing/,
    ],
    [
      "has a line break in its secret",
      { parameters: { username: key, password: `${secret}\n` } },
      {},
      /registrarConnection: its credential contains a space/,
    ],
    [
      "has an address that is not https",
      { url: "http://registrar.example/" },
      {},
      /registrarConnection: its URL must start with https/,
    ],
    [
      "is not there",
      { type: "generic" },
      { registrarConnection: "other" },
      /there is no such service connection/,
    ],
  ];
  for (const [what, changes, others, message] of faults)
    it(`that ${what}: one message, and nothing is requested`, async () => {
      const { result, issues, stage } = await registerOnce(agent(), {
        inputs: { ...inputs, ...others },
        step: (registrar) => byConnection(registrar, "production", changes),
      });
      assert.deepEqual([result, stage.registrar.requests], ["Failed", []]);
      assert.match(issues.at(-1)?.message ?? "", message);
    });
});
