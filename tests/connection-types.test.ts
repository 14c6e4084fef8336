import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../build/package";
import { registrars } from "../shared/registrar/registrars";
import { readDomainSetup } from "../tasks/DomainRegister/setup";
import { memoryAgent } from "./memory-agent";
import { manifestOf, tasks } from "./pages";
import { root } from "./root";
import { type ConnectionType, verification } from "./sandbox/connection-type";
import { startRegistrar } from "./sandbox/registrar";

describe("types of service connections", () => {
  const { contributions } = readJson<{
    contributions: { type: string; targets: string[]; properties: ConnectionType }[];
  }>(root, "vss-extension.json");
  const types = contributions.filter(({ type }) => type === "ms.vss-endpoint.service-endpoint-type");
  const properties = (displayName: string) =>
    types.find((type) => type.properties.displayName === displayName)?.properties ?? assert.fail(displayName);
  const registrarType = properties("Pipeline Keeper: registrar");
  const webhookType = properties("Pipeline Keeper: chat webhook");

  it("are contributed with an icon that ships and a help that leads on", () => {
    for (const { targets, properties } of types) {
      assert.deepEqual(targets, ["ms.vss-endpoint.endpoint-types"]);
      assert.match(properties.icon, /^images\/[\w-]+\.png$/);
      assert.ok(readFileSync(join(root, properties.icon)).length > 0);
      assert.ok(properties.helpMarkDown.length > 80);
    }
  });

  it("are those that the tasks' inputs take, but for the platform's own", () => {
    const inputs = tasks.flatMap((task) => manifestOf(task).inputs);
    const wanted = inputs.flatMap(({ type }) => /^connectedService:(.*)$/.exec(type)?.[1] ?? []);
    const contributed = types.map((type) => type.properties.name);
    assert.deepEqual(wanted.sort(), [...contributed, "externaltfs", "WorkloadIdentityUser"].sort());
  });

  it("keep every credential as a secret", () => {
    for (const { properties } of types)
      for (const { inputDescriptors } of properties.authenticationSchemes) {
        assert.ok(inputDescriptors.length > 0);
        assert.ok(inputDescriptors.every(({ isConfidential }) => isConfidential));
      }
  });

  /** The setup with a connection of that registrar, at that URL. */
  const setupWith = ({ key, value }: { key: string; value: string }) => {
    const parameters =
      key === "godaddyV3" ? { apitoken: "the-token" } : { username: "the-key", password: "the-secret" };
    const environment = key === "godaddyTest" ? { environment: "test" } : {};
    return readDomainSetup(
      memoryAgent({
        inputs: { domain: "example.org", action: "check", registrarConnection: "registrar", ...environment },
        connections: { registrar: { address: value, parameters, fields: { registrar: key } } },
      }),
    );
  };

  it("Domain registrar: leads to the URL that the task would take for that registrar", () => {
    const { dependsOn: { input, map } = assert.fail(), value } = registrarType.url;
    const [registrar] = registrarType.inputDescriptors ?? [];
    assert.deepEqual([input, value], [registrar?.id, map[0]?.value]);
    const offered = registrar?.values?.possibleValues.map((possible) => possible.value);
    assert.deepEqual(offered, [...map.map(({ key }) => key), "own"]);
    assert.equal(registrar?.values?.defaultValue, map[0]?.key);
    const urls = map.map((entry) => {
      const { traits, environment, baseUrl } = setupWith(entry);
      const url = registrars[traits.name].baseUrls[environment];
      assert.equal(baseUrl.href, new URL(url ?? assert.fail(entry.key)).href);
      return `${traits.name} ${environment}`;
    });
    const released = ["godaddy production", "godaddy test", "godaddyV3 production", "porkbun production"];
    assert.deepEqual(urls, released);
  });

  it("Domain registrar: Verify is one harmless read, which fails where key or secret are wrong", async () => {
    const registrar = await startRegistrar({ domains: [{ name: "example.com", released: () => false }] });
    try {
      const { base, key, secret } = registrar.environments.production;
      const { pathname, search } = new URL(registrarType.url.value);
      const statusOf = async (password: string) => {
        const parameters = { username: key, password };
        const url = `${base.href}${pathname}${search}`;
        return (await fetch(verification(registrarType, { url, parameters }))).status;
      };
      assert.deepEqual([await statusOf(secret), await statusOf("wrong")], [200, 401]);
      assert.deepEqual(
        registrar.requests.map(({ method, path }) => `${method} ${path}`),
        Array(2).fill(`GET ${base.pathname}/v1/domains/available`),
      );
    } finally {
      await registrar.close();
    }
  });

  it("Domain registrar: Verify sends each registrar the credential that it takes", () => {
    const headersOf = (parameters: Record<string, string>) => {
      const { headers } = verification(registrarType, { url: "https://one.example/ping", parameters });
      return ["authorization", "x-api-key", "x-secret-api-key"].map((name) => headers.get(name));
    };
    assert.deepEqual(headersOf({ username: "k", password: "s" }), ["sso-key k:s", "k", "s"]);
    assert.deepEqual(headersOf({ apitoken: "t" }), ["Bearer t", null, null]);
  });

  it("Incoming webhook: has its address as the secret alone, and nothing to verify, for a try would post", () => {
    assert.equal(webhookType.url.isVisible, "false");
    const secrets = webhookType.authenticationSchemes.flatMap(({ inputDescriptors }) => inputDescriptors);
    assert.deepEqual(
      secrets.map(({ id }) => id),
      ["apitoken"],
    );
    assert.throws(() => verification(webhookType, { url: "", parameters: {} }), /nothing to verify by/);
  });
});
