import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSetup } from "../../../tasks/PipelineMonitor/setup";
import { type MemoryAgentState, memoryAgent } from "../../memory-agent";
import { usualConfig } from "./usual-config";

const buildAuth = Buffer.from("someone:hunter2-token").toString("base64");
const webhook = "https://chat.example/hooks/canary-path-of-many-characters?key=canary-key-in-query";

describe("setup of the monitor", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "setup-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** An agent with a good configuration, a webhook and BUILD_AUTH, but for what is changed. */
  function agentWith(config: object, state: MemoryAgentState = {}) {
    const path = join(folder, "monitor.json");
    writeFileSync(
      path,
      JSON.stringify({
        organization: "contoso",
        project: "p",
        url_base: "https://dev.azure.com/",
        ...usualConfig,
        ...config,
      }),
    );
    return memoryAgent({
      ...state,
      inputs: { configFile: path, webhookUrl: webhook, ...state.inputs },
      environment: { BUILD_AUTH: buildAuth, ...state.environment },
    });
  }

  const faultsOf = (config: object, state: MemoryAgentState = {}): string => {
    try {
      readSetup(agentWith(config, state));
    } catch (error) {
      assert.ok(error instanceof Error);
      return error.message;
    }
    return "";
  };

  it("is read from inputs, file and environment", () => {
    const setup = readSetup(agentWith({}, { inputs: { onIssues: "fail" } }));
    assert.equal(setup.webhook?.href, webhook);
    assert.equal(setup.onIssues, "fail");
    assert.equal(setup.credential.authorization, `Basic ${buildAuth}`);
    assert.equal(setup.config.project.href, "https://dev.azure.com/contoso/p");
  });

  it("takes the webhook from WEBHOOK_URL when the input is empty, and succeeds on issues by default", () => {
    const environment = { WEBHOOK_URL: "https://other.example/hook" };
    const setup = readSetup(agentWith({}, { inputs: { webhookUrl: "" }, environment }));
    assert.equal(setup.webhook?.href, "https://other.example/hook");
    assert.equal(setup.onIssues, "succeed");
  });

  it("registers every credential as a secret, with the parts that others may repeat", () => {
    const agent = agentWith({});
    readSetup(agent);
    const parts = [
      "/hooks/canary-path-of-many-characters",
      "canary-path-of-many-characters",
      "?key=canary-key-in-query",
      "canary-key-in-query",
    ];
    for (const secret of [buildAuth, "someone:hunter2-token", "hunter2-token", webhook, ...parts])
      assert.ok(agent.secrets.includes(secret), secret);
  });

  it("uses the job's own token for the pipeline's own organization", () => {
    const variables = { "System.CollectionUri": "https://dev.azure.com/contoso/" };
    const setup = readSetup(
      agentWith({}, { environment: { BUILD_AUTH: "" }, variables, jobToken: "job-token" }),
    );
    assert.equal(setup.credential.authorization, "Bearer job-token");
  });

  it("prints no member of the configuration that it does not know (decision 7)", () => {
    const agent = agentWith({ test_flag: true, token: "canary" });
    readSetup(agent);
    assert.ok(!agent.printed.join().includes("canary"));
  });

  it("needs no webhook with test_flag true, and prints the configuration then, without any credential (decision 7)", () => {
    const agent = agentWith({ test_flag: true }, { inputs: { webhookUrl: "" } });
    assert.equal(readSetup(agent).webhook, undefined);
    assert.equal(agent.printed[0], "test_flag is true: nothing is posted. The configuration:");
    assert.ok(agent.printed.includes('  "organization": "contoso",'));
    assert.ok(!agent.printed.join().includes(buildAuth));
  });

  it("says before the first request that there is no webhook while test_flag is false (decision 7)", () => {
    assert.match(
      faultsOf({}, { inputs: { webhookUrl: "" } }),
      /^webhookUrl: missing, and so are webhookConnection and WEBHOOK_URL/,
    );
  });

  it("lists the problems of inputs, configuration and credential in one message", () => {
    const message = faultsOf(
      { url_params: "x" },
      { inputs: { onIssues: "explode", webhookUrl: "" }, environment: { BUILD_AUTH: "no base64" } },
    );
    assert.deepEqual(
      message.split("\n").map((line) => line.replace(/:.*/, "")),
      ["4 things to mend", "- onIssues", "- url_params", "- webhookUrl", "- BUILD_AUTH"],
    );
  });

  it("refuses what still reads $(NAME)", () => {
    for (const name of ["webhookUrl", "onIssues", "configFile"])
      assert.match(
        faultsOf({}, { inputs: { [name]: "$(MISSING)" } }),
        new RegExp(`${name}: still reads \\$\\(MISSING\\)`),
      );
    for (const name of ["WEBHOOK_URL", "BUILD_AUTH"])
      assert.match(
        faultsOf({}, { inputs: { webhookUrl: "" }, environment: { [name]: "$(MISSING)" } }),
        new RegExp(`${name}: still reads \\$\\(MISSING\\)`),
      );
  });

  it("refuses a webhook with a blank or a line break inside, which would be another one without it", () => {
    for (const blank of [" ", "\n", "\t", "\r\n", "\u00a0"]) {
      const address = webhook.replace("/canary", `/${blank}canary`);
      const message = faultsOf({}, { inputs: { webhookUrl: address } });
      assert.equal(
        message,
        "webhookUrl: holds a blank or a line break inside; paste the URL again, in one piece",
      );
    }
    const around = readSetup(agentWith({}, { inputs: { webhookUrl: ` ${webhook}\n` } }));
    assert.equal(around.webhook?.href, webhook);
  });

  it("refuses a webhook that is no address or would go over http, without showing it", () => {
    for (const value of ["canary", "http://chat.example/canary", "ftp://canary"]) {
      const message = faultsOf({}, { inputs: { webhookUrl: value } });
      assert.match(message, /^webhookUrl: (expected an address|must begin with https)/);
      assert.ok(!message.includes("canary"));
    }
  });

  it("says that the configuration file is missing, does not exist or is no JSON", () => {
    assert.match(faultsOf({}, { inputs: { configFile: "" } }), /configFile: missing/);
    assert.match(
      faultsOf({}, { inputs: { configFile: join(folder, "none.json") } }),
      /configFile: .*none\.json does not exist/,
    );
    writeFileSync(join(folder, "broken.json"), "{\n  x");
    assert.match(
      faultsOf({}, { inputs: { configFile: join(folder, "broken.json") } }),
      /is not JSON: line 2, column 3/,
    );
  });

  it("warns of what is odd, and goes on", () => {
    const agent = agentWith({ run_ct_mim: 1 });
    readSetup(agent);
    assert.deepEqual(agent.warnings, [
      "configFile: run_ct_mim: unknown, and passed over; did you mean run_ct_min?",
    ]);
  });

  describe("by connections", () => {
    const hook = "https://chat.example/hooks/canary-of-the-connection-itself";
    const connections = {
      hook: { address: "https://webhook.invalid/", parameters: { apitoken: ` ${hook} ` } },
      builds: { address: "https://dev.azure.com/contoso", parameters: { apitoken: "its-token" } },
      server: {
        address: "https://dev.azure.com/contoso",
        parameters: { username: "reader", password: "its-password" },
      },
      empty: { address: "https://webhook.invalid/" },
    };

    it("takes the webhook of webhookConnection before the others, says so, and keeps all of them secret", () => {
      const agent = agentWith(
        {},
        {
          inputs: { webhookConnection: "hook" },
          environment: { WEBHOOK_URL: "https://chat.example/hooks/third" },
          connections,
        },
      );
      assert.equal(readSetup(agent).webhook?.href, hook);
      assert.deepEqual(agent.warnings, [
        "webhookConnection: given beside webhookUrl, WEBHOOK_URL; only the connection counts.",
      ]);
      for (const secret of [
        hook,
        "canary-of-the-connection-itself",
        webhook,
        "https://chat.example/hooks/third",
      ])
        assert.ok(agent.secrets.includes(secret), secret);
    });

    it("keeps what another's error may repeat of the webhook secret: path, query, and what is long enough for a key", () => {
      const partsOf = (address: string) => {
        const agent = agentWith({}, { inputs: { webhookUrl: ` ${address} ` } });
        readSetup(agent);
        return agent.secrets.filter((secret) => secret !== buildAuth && !/hunter2/.test(secret));
      };
      assert.deepEqual(partsOf("https://chat.example/a/sixteen-letters-?k=sixteen-letters&s=short"), [
        "https://chat.example/a/sixteen-letters-?k=sixteen-letters&s=short",
        "/a/sixteen-letters-",
        "/a/sixteen-letters-?k=sixteen-letters&s=short",
        "?k=sixteen-letters&s=short",
        "sixteen-letters-",
      ]);
      assert.deepEqual(partsOf("https://chat.example/"), ["https://chat.example/"]);
    });

    it("says nothing of the webhook when the connection stands alone, or the input wins over the variable", () => {
      const alone = agentWith({}, { inputs: { webhookConnection: "hook", webhookUrl: "" }, connections });
      readSetup(alone);
      const without = agentWith({}, { environment: { WEBHOOK_URL: "https://other.example/hook" } });
      assert.equal(readSetup(without).webhook?.href, webhook);
      assert.deepEqual([alone.warnings, without.warnings], [[], []]);
    });

    it("says nothing of variables beside a connection that do not exist", () => {
      const agent = agentWith(
        {},
        {
          inputs: { webhookConnection: "hook", webhookUrl: "$(HOOK)", buildServiceConnection: "builds" },
          environment: { WEBHOOK_URL: "$(WEBHOOK_URL)", BUILD_AUTH: "$(BUILD_AUTH)" },
          connections,
        },
      );
      assert.equal(readSetup(agent).webhook?.href, hook);
      assert.deepEqual(agent.warnings, []);
      assert.ok(agent.secrets.every((secret) => !secret.includes("$(")));
    });

    it("misses a connection that holds no address, and nothing else with it", () => {
      assert.equal(
        faultsOf({}, { inputs: { webhookConnection: "empty", webhookUrl: "" }, connections }),
        "webhookConnection: holds no address",
      );
    });

    it("takes token, or name and password, of buildServiceConnection before BUILD_AUTH, and says so", () => {
      for (const [name, packed] of [
        ["builds", ":its-token"],
        ["server", "reader:its-password"],
      ] as const) {
        const agent = agentWith({}, { inputs: { buildServiceConnection: name }, connections });
        const encoded = Buffer.from(packed).toString("base64");
        assert.equal(readSetup(agent).credential.authorization, `Basic ${encoded}`);
        assert.deepEqual(agent.warnings, [
          "buildServiceConnection: given beside BUILD_AUTH; only the connection counts.",
        ]);
        for (const secret of [encoded, packed.split(":")[1] ?? "", buildAuth])
          assert.ok(agent.secrets.includes(secret), secret);
        assert.ok(!agent.secrets.includes("reader"), "a name is no secret");
      }
    });

    it("keeps BUILD_AUTH secret, too, when the connection is not there", () => {
      const agent = agentWith({}, { inputs: { buildServiceConnection: "none" } });
      assert.throws(
        () => readSetup(agent),
        /^InputErrors|buildServiceConnection: there is no service connection/,
      );
      assert.ok(agent.secrets.includes(buildAuth));
    });
  });
});
