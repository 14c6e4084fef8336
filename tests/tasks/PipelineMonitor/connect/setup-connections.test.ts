import assert from "node:assert/strict";
import { features } from "../../../../tasks/PipelineMonitor/features";
import { readSetup } from "../../../../tasks/PipelineMonitor/setup";
import { step } from "../../../shared/azure-devops/token-stage";
import { buildAuth, useSetup, webhook } from "../config/setup-stage";

const hook = "https://chat.example/hooks/canary-of-the-connection-itself";
const organization = "https://dev.azure.com/contoso";
const connections = {
  hook: { address: "https://webhook.invalid/", parameters: { apitoken: ` ${hook} ` } },
  builds: { address: organization, parameters: { apitoken: "its-token" } },
  server: { address: organization, parameters: { username: "reader", password: "its-password" } },
  empty: { address: "https://webhook.invalid/" },
  identity: {
    address: "https://dev.azure.com/fabrikam",
    parameters: { serviceprincipalid: "client", tenantid: "tenant", idToken: "its-id-token" },
  },
};

describe("setup of the monitor by connections", () => {
  const setup = useSetup();
  const read = (inputs: Record<string, string>, environment: Record<string, string> = {}) =>
    setup.read({}, { inputs, environment, connections });
  const problemsOf = (inputs: Record<string, string>) => setup.problemsOf({}, { inputs, connections });

  it("takes the webhook of webhookConnection before the others, says so, and keeps all of them secret", () => {
    const third = "https://chat.example/hooks/third";
    const { webhook: taken, warnings, exposed } = read({ webhookConnection: "hook" }, { WEBHOOK_URL: third });
    assert.equal(taken?.href, hook);
    assert.deepEqual(warnings, [
      "webhookConnection takes precedence over webhookUrl and WEBHOOK_URL, which are ignored.",
    ]);
    assert.deepEqual(exposed(hook, "canary-of-the-connection-itself", webhook, third), []);
  });

  it("says which one it ignores where there is only one beside the connection", () => {
    const warning = "webhookConnection takes precedence over webhookUrl, which is ignored.";
    assert.deepEqual(read({ webhookConnection: "hook" }).warnings, [warning]);
  });

  it("keeps what another's error may repeat of the webhook secret: path, query, and what is long enough for a key", () => {
    const partsOf = (address: string) =>
      read({ webhookUrl: ` ${address} ` }).secrets.filter(
        (secret) => secret !== buildAuth && !/hunter2/.test(secret),
      );
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
    assert.deepEqual(read({ webhookConnection: "hook", webhookUrl: "" }).warnings, []);
    const without = read({}, { WEBHOOK_URL: "https://other.example/hook" });
    assert.deepEqual([without.webhook?.href, without.warnings], [webhook, []]);
  });

  it("says nothing of variables beside a connection that do not exist", () => {
    const { warnings, secrets, ...taken } = read(
      { webhookConnection: "hook", webhookUrl: "$(HOOK)", buildServiceConnection: "builds" },
      { WEBHOOK_URL: "$(WEBHOOK_URL)", BUILD_AUTH: "$(BUILD_AUTH)" },
    );
    assert.deepEqual([taken.webhook?.href, warnings], [hook, []]);
    assert.ok(secrets.every((secret) => !secret.includes("$(")));
  });

  it("misses a connection that holds no address, and nothing else with it", () => {
    const problem = "webhookConnection: has no URL; enter it in the service connection";
    assert.equal(problemsOf({ webhookConnection: "empty", webhookUrl: "" }), problem);
  });

  it("takes token, or name and password, of buildServiceConnection before BUILD_AUTH, and says so", async () => {
    for (const [name, packed] of [
      ["builds", ":its-token"],
      ["server", "reader:its-password"],
    ] as const) {
      const inputs = { buildServiceConnection: name };
      const { credential, warnings, secrets, exposed } = read(inputs);
      const encoded = Buffer.from(packed).toString("base64");
      assert.equal(await credential.authorization(step), `Basic ${encoded}`);
      assert.deepEqual(warnings, [
        "buildServiceConnection takes precedence over BUILD_AUTH, which is ignored.",
      ]);
      assert.deepEqual(exposed(encoded, packed.split(":")[1] ?? "", buildAuth), []);
      assert.ok(!secrets.includes("reader"), "a name is no secret");
      assert.deepEqual(read(inputs, { BUILD_AUTH: "" }).warnings, []);
    }
  });

  it("takes the identity of azureDevOpsConnection before BUILD_AUTH, says so, and keeps its id token secret", () => {
    const { credential, warnings, exposed } = read({ azureDevOpsConnection: "identity" });
    assert.equal(credential.kind, "azureDevOpsConnection");
    assert.deepEqual(warnings, ["azureDevOpsConnection takes precedence over BUILD_AUTH, which is ignored."]);
    assert.deepEqual(exposed("its-id-token", buildAuth), []);
  });

  it("refuses azureDevOpsConnection beside buildServiceConnection", () => {
    assert.equal(
      problemsOf({ azureDevOpsConnection: "identity", buildServiceConnection: "builds" }),
      "azureDevOpsConnection: set either this or buildServiceConnection, not both",
    );
  });

  it("keeps BUILD_AUTH secret, too, when the connection is not there", () => {
    const agent = setup.agentWith({}, { inputs: { buildServiceConnection: "none" } });
    assert.throws(
      () => readSetup(agent, features),
      /buildServiceConnection: there is no such service connection/,
    );
    assert.ok(agent.secrets.includes(buildAuth));
  });
});
