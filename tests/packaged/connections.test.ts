import assert from "node:assert/strict";
import type { Step } from "../sandbox/agent";
import type { Connection } from "../sandbox/agent-environment";
import type { SandboxBuildService } from "../sandbox/build-service";
import { keys } from "../sandbox/registrar";
import { buildAuth, type Performance, perform, token } from "./monitor-stage";
import { byConnection, domain, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

const failing = [{ id: 1, result: "failed", logs: ["x"] }];

describe("webhookConnection of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const channel = (apitoken: string): Record<string, Connection> => ({
    operations: {
      type: "pipelinekeeperwebhook",
      url: "https://webhook.invalid/",
      scheme: "Token",
      parameters: { apitoken },
    },
  });
  const inputs = { configFile: "monitor.json", webhookConnection: "operations" };

  it("is where the message goes, and its address is a secret", async () => {
    const { result, chat } = await perform(agent(), {
      runs: failing,
      step: (_, { webhook }) => ({
        inputs,
        secrets: { BUILD_AUTH: buildAuth },
        connections: channel(webhook.href),
        variables: { "System.Debug": "true" },
      }),
    });
    assert.deepEqual([result, chat.texts.length], ["Succeeded", 1]);
  });

  it("wins over webhookUrl and WEBHOOK_URL, which is said", async () => {
    const { chat, issues } = await perform(agent(), {
      runs: failing,
      step: (_, { webhook }) => ({
        inputs: { ...inputs, webhookUrl: "https://canary.example/other" },
        env: { BUILD_AUTH: "$(BUILD_AUTH)", WEBHOOK_URL: "https://canary.example/third" },
        connections: channel(webhook.href),
      }),
    });
    assert.equal(chat.texts.length, 1);
    assert.deepEqual(issues, [
      {
        type: "warning",
        message: "webhookConnection: given beside webhookUrl, WEBHOOK_URL; only the connection counts.",
      },
    ]);
  });

  it("that the pipeline may not use, or whose address is none, is said before anything is sent", async () => {
    for (const [connections, fault] of [
      [{}, /^Nothing was sent\. webhookConnection: there is no service connection of that name here/],
      [channel(""), /^Nothing was sent\. webhookConnection: holds no address$/],
      [channel("http://canary.example/x"), /webhookConnection: must begin with https:\/\//],
    ] as const) {
      const { result, issues, service } = await perform(agent(), { step: { inputs, connections } });
      assert.deepEqual([result, service.requests], ["Failed", []]);
      assert.match(issues[0]?.message ?? "", fault);
    }
  });
});

describe("buildServiceConnection of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const inputs = {
    configFile: "monitor.json",
    webhookUrl: "$(WEBHOOK_URL)",
    buildServiceConnection: "fabrikam",
  };

  /** The task with a connection to the organization that its configuration names, but for what is changed. */
  function withConnection(
    changes: Partial<Connection> | ((address: string) => Partial<Connection>),
    step: Partial<Step> = {},
  ): Promise<Performance> {
    return perform(agent(), {
      runs: failing,
      step: (service: SandboxBuildService) => ({
        inputs,
        env: {},
        variables: { "System.Debug": "true" },
        connections: {
          fabrikam: {
            type: "externaltfs",
            url: `${service.address.href}contoso`,
            scheme: "Token",
            parameters: { apitoken: token },
            ...(typeof changes === "function" ? changes(service.address.href) : changes),
          },
        },
        ...step,
      }),
    });
  }

  it("reads another organization by its token", async () => {
    const { result, outputs, log } = await withConnection({});
    assert.deepEqual([result, outputs["issueCount"]], ["Succeeded", "1"]);
    assert.match(log.join("\n"), /Reading the runs of .* with buildServiceConnection\./);
  });

  it("reads it by a name and a password too, as Azure DevOps Server knows them", async () => {
    const { service, issues } = await withConnection({
      scheme: "UsernamePassword",
      parameters: { username: "DOMAIN\\reader", password: token },
    });
    const expected = `Basic ${Buffer.from(`DOMAIN\\reader:${token}`).toString("base64")}`;
    assert.equal(service.requests[0]?.headers.authorization, expected);
    assert.match(
      issues[0]?.message ?? "",
      /The token of buildServiceConnection is expired or may not read builds/,
    );
  });

  it("wins over BUILD_AUTH, which is said", async () => {
    const other = Buffer.from(":canary-another-token").toString("base64");
    const { result, issues } = await withConnection({}, { env: { BUILD_AUTH: other } });
    assert.equal(result, "Succeeded");
    assert.deepEqual(issues, [
      {
        type: "warning",
        message: "buildServiceConnection: given beside BUILD_AUTH; only the connection counts.",
      },
    ]);
  });

  it("gives its token to no other organization than its own", async () => {
    const named = ["https://dev.azure.com/contoso", "http://127.0.0.1:9/contoso", "no address"];
    const aboveAll = (address: string) => ({ url: address });
    for (const changes of [...named.map((url) => ({ url })), aboveAll]) {
      const { result, issues, service } = await withConnection(changes);
      assert.deepEqual([result, service.requests], ["Failed", []]);
      assert.match(
        issues[0]?.message ?? "",
        /^Nothing was sent\. buildServiceConnection: does not lead to http/,
      );
    }
  });

  it("may lead to a project of the organization, as people copy addresses", async () => {
    const { result } = await withConnection((address) => ({ url: `${address}Contoso/Night%20Shift/` }));
    assert.equal(result, "Succeeded");
  });

  it("without a token is said before anything is sent", async () => {
    const { issues } = await withConnection({ parameters: {} });
    assert.match(issues[0]?.message ?? "", /buildServiceConnection: holds neither a token nor a password/);
  });
});

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
          "registrarConnection: given beside apiUrl, REGISTRAR_API_KEY, REGISTRAR_API_SECRET; only the connection counts.",
      },
    ]);
  });

  const { key, secret } = keys.production;
  const faults: [string, Partial<Connection>, Record<string, string>, RegExp][] = [
    [
      "leads to production while environment is test",
      { data: { environment: "production" } },
      { environment: "test" },
      /environment: is test, but registrarConnection leads to production/,
    ],
    ["is for production, where no maxPrice is named", {}, { maxPrice: "" }, /maxPrice: missing/],
    [
      "is a test at the address of production",
      { url: "https://api.godaddy.com./" },
      { environment: "test" },
      /registrarConnection: its address leads to production, while the environment is test/,
    ],
    [
      "is of production at the address of the test",
      { url: "https://api.ote-godaddy.com" },
      {},
      /registrarConnection: its address leads to test, while the environment is production/,
    ],
    [
      "has no secret",
      { parameters: { username: key } },
      {},
      /registrarConnection: holds no key, or no secret/,
    ],
    [
      "has a line break in its secret",
      { parameters: { username: key, password: `${secret}\n` } },
      {},
      /registrarConnection: its key or secret holds a blank/,
    ],
    [
      "has another environment",
      { data: { environment: "staging" } },
      {},
      /registrarConnection: its environment is "staging", not production, test or own/,
    ],
    [
      "has an address that is not https",
      { url: "http://registrar.example/" },
      {},
      /registrarConnection: its address must begin with https/,
    ],
    [
      "is not there",
      { type: "generic" },
      { registrarConnection: "other" },
      /there is no service connection of that name here/,
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
