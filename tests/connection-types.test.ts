import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readDomainSetup } from "../tasks/DomainRegister/setup";
import { memoryAgent } from "./memory-agent";
import { root } from "./root";
import { type ConnectionType, verification } from "./sandbox/connection-type";
import { startRegistrar } from "./sandbox/registrar";

function readManifest<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(root, ...path), "utf8"));
}

describe("types of service connections", () => {
  const { contributions } = readManifest<{
    contributions: { type: string; targets: string[]; properties: ConnectionType }[];
  }>("vss-extension.json");
  const types = contributions.filter(({ type }) => type === "ms.vss-endpoint.service-endpoint-type");
  const properties = (displayName: string) =>
    types.find((type) => type.properties.displayName === displayName)?.properties ?? assert.fail(displayName);
  const registrarType = properties("Domain registrar");
  const webhookType = properties("Incoming webhook");

  it("are contributed with an icon that ships and a help that leads on", () => {
    assert.equal(types.length, 2);
    for (const { targets, properties } of types) {
      assert.deepEqual(targets, ["ms.vss-endpoint.endpoint-types"]);
      assert.match(properties.icon, /^images\/[\w-]+\.png$/);
      assert.ok(readFileSync(join(root, "dist", properties.icon)).length > 0);
      assert.ok(properties.helpMarkDown.length > 80);
    }
  });

  it("are those that the tasks' inputs take, but for the platform's own", () => {
    const wanted = readdirSync(join(root, "tasks")).flatMap((task) =>
      readManifest<{ inputs: { type: string }[] }>("tasks", task, "task.json").inputs.flatMap(
        ({ type }) => /^connectedService:(.*)$/.exec(type)?.[1] ?? [],
      ),
    );
    const contributed = types.map((type) => type.properties.name);
    assert.deepEqual(wanted.sort(), [...contributed, "externaltfs"].sort());
  });

  it("keep every credential as a secret", () => {
    for (const { properties } of types)
      for (const { inputDescriptors } of properties.authenticationSchemes) {
        assert.ok(inputDescriptors.length > 0);
        assert.ok(inputDescriptors.every(({ isConfidential }) => isConfidential));
      }
  });

  it("Domain registrar: fills in the address that the task would take for the environment", () => {
    const { dependsOn } = registrarType.url;
    const [environment] = registrarType.inputDescriptors ?? [];
    assert.equal(dependsOn?.input, environment?.id);
    assert.deepEqual(
      environment?.values?.possibleValues.map(({ value }) => value),
      [...(dependsOn?.map.map(({ key }) => key) ?? []), "own"],
    );
    for (const { key, value } of dependsOn?.map ?? []) {
      const setup = readDomainSetup(
        memoryAgent({
          inputs: { domain: "example.org", action: "check", environment: key },
          environment: { REGISTRAR_API_KEY: "the-key", REGISTRAR_API_SECRET: "the-secret" },
        }),
      );
      assert.deepEqual([setup.environment, setup.baseUrl.href], [key, value]);
    }
    assert.equal(registrarType.url.value, dependsOn?.map[0]?.value);
    assert.equal(environment?.values?.defaultValue, dependsOn?.map[0]?.key);
  });

  it("Domain registrar: Verify is one harmless read, which fails where key or secret are wrong", async () => {
    const registrar = await startRegistrar({ domains: [{ name: "example.com", released: () => false }] });
    try {
      const { base, key, secret } = registrar.environments.production;
      const statusOf = async (password: string) => {
        const parameters = { username: key, password };
        return (await fetch(verification(registrarType, { url: `${base.href}/`, parameters }))).status;
      };
      assert.deepEqual([await statusOf(secret), await statusOf("wrong")], [200, 401]);
      assert.deepEqual(
        registrar.requests.map(({ method, path }) => `${method} ${path}`),
        Array(2).fill(`GET ${base.pathname}/v1/domains/available`),
      );
      assert.deepEqual(registrar.violations, []);
    } finally {
      await registrar.close();
    }
  });

  it("Incoming webhook: has its address as the secret alone, and nothing to verify, for a try would post", () => {
    assert.equal(webhookType.url.isVisible, "false");
    assert.deepEqual(
      webhookType.authenticationSchemes.flatMap(({ inputDescriptors }) =>
        inputDescriptors.map(({ id }) => id),
      ),
      ["apitoken"],
    );
    assert.throws(() => verification(webhookType, { url: "", parameters: {} }), /nothing to verify by/);
  });
});
