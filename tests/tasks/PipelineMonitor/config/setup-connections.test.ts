import assert from "node:assert/strict";
import { readSetup } from "../../../../tasks/PipelineMonitor/config/setup";
import { step } from "../../../shared/azure-devops/token-stage";
import { buildAuth, useSetup, webhook } from "./setup-stage";

describe("setup of the monitor by connections", () => {
  const { agentWith, problemsOf } = useSetup();

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
      "webhookConnection takes precedence over webhookUrl and WEBHOOK_URL, which are ignored.",
    ]);
    for (const secret of [
      hook,
      "canary-of-the-connection-itself",
      webhook,
      "https://chat.example/hooks/third",
    ])
      assert.ok(agent.secrets.includes(secret), secret);
  });

  it("says which one it ignores where there is only one beside the connection", () => {
    const agent = agentWith({}, { inputs: { webhookConnection: "hook" }, connections });
    readSetup(agent);
    assert.deepEqual(agent.warnings, [
      "webhookConnection takes precedence over webhookUrl, which is ignored.",
    ]);
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
      problemsOf({}, { inputs: { webhookConnection: "empty", webhookUrl: "" }, connections }),
      "webhookConnection: has no URL; enter it in the service connection",
    );
  });

  it("takes token, or name and password, of buildServiceConnection before BUILD_AUTH, and says so", async () => {
    for (const [name, packed] of [
      ["builds", ":its-token"],
      ["server", "reader:its-password"],
    ] as const) {
      const agent = agentWith({}, { inputs: { buildServiceConnection: name }, connections });
      const encoded = Buffer.from(packed).toString("base64");
      assert.equal(await readSetup(agent).credential.authorization(step), `Basic ${encoded}`);
      assert.deepEqual(agent.warnings, [
        "buildServiceConnection takes precedence over BUILD_AUTH, which is ignored.",
      ]);
      for (const secret of [encoded, packed.split(":")[1] ?? "", buildAuth])
        assert.ok(agent.secrets.includes(secret), secret);
      assert.ok(!agent.secrets.includes("reader"), "a name is no secret");
      const alone = {
        inputs: { buildServiceConnection: name },
        environment: { BUILD_AUTH: "" },
        connections,
      };
      const without = agentWith({}, alone);
      readSetup(without);
      assert.deepEqual(without.warnings, []);
    }
  });

  const identity = {
    address: "https://dev.azure.com/fabrikam",
    parameters: { serviceprincipalid: "client", tenantid: "tenant", idToken: "its-id-token" },
  };

  it("takes the identity of azureDevOpsConnection before BUILD_AUTH, says so, and keeps its id token secret", () => {
    const inputs = { azureDevOpsConnection: "identity" };
    const agent = agentWith({}, { inputs, connections: { identity } });
    assert.equal(readSetup(agent).credential.kind, "azureDevOpsConnection");
    assert.deepEqual(agent.warnings, [
      "azureDevOpsConnection takes precedence over BUILD_AUTH, which is ignored.",
    ]);
    for (const secret of ["its-id-token", buildAuth]) assert.ok(agent.secrets.includes(secret), secret);
  });

  it("refuses azureDevOpsConnection beside buildServiceConnection", () => {
    const inputs = { azureDevOpsConnection: "identity", buildServiceConnection: "builds" };
    assert.equal(
      problemsOf({}, { inputs, connections: { ...connections, identity } }),
      "azureDevOpsConnection: set either this or buildServiceConnection, not both",
    );
  });

  it("keeps BUILD_AUTH secret, too, when the connection is not there", () => {
    const agent = agentWith({}, { inputs: { buildServiceConnection: "none" } });
    assert.throws(
      () => readSetup(agent),
      /^InputErrors|buildServiceConnection: there is no such service connection/,
    );
    assert.ok(agent.secrets.includes(buildAuth));
  });
});
