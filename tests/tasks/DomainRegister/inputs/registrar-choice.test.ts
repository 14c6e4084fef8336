import assert from "node:assert/strict";
import { createInputReader } from "../../../../shared/agent/inputs";
import { readRegistrarAccess } from "../../../../tasks/DomainRegister/inputs/registrar-access";
import { memoryAgent, type SketchedConnection } from "../../../memory-agent";

/** The access of a step with these inputs, and its problems. */
function read(
  inputs: Record<string, string>,
  environment: Record<string, string> = {},
  connection?: SketchedConnection,
) {
  const agent = memoryAgent({
    inputs: connection === undefined ? inputs : { registrarConnection: "registrar", ...inputs },
    environment,
    connections: connection === undefined ? {} : { registrar: connection },
  });
  const reader = createInputReader(agent);
  const { baseUrl, traits, ...access } = readRegistrarAccess(reader, agent, "register");
  return { ...access, name: traits.name, url: baseUrl.href, problems: reader.problems, agent };
}
const keyAndSecret = (key = "pk1_live") => ({ REGISTRAR_API_KEY: key, REGISTRAR_API_SECRET: "the-secret" });
const token = { REGISTRAR_TOKEN: "the-token" };

describe("choice of the registrar", () => {
  it("is the specification's by default, and leads to each one's own URL", () => {
    assert.deepEqual([read({}, keyAndSecret()).name, read({}, keyAndSecret()).problems], ["godaddy", []]);
    const v3 = read({ registrar: "godaddyV3" }, token);
    assert.deepEqual(
      [v3.url, v3.credential, v3.problems],
      ["https://api.godaddy.com/", { kind: "token", token: "the-token" }, []],
    );
    const porkbun = read({ registrar: "porkbun" }, keyAndSecret());
    assert.deepEqual([porkbun.url, porkbun.problems], ["https://api.porkbun.com/api/json/v3", []]);
  });

  it("takes a token in place of key and secret where the registrar does, and keeps it secret", () => {
    const { credential, problems, agent } = read({}, token);
    assert.deepEqual([credential, problems], [{ kind: "token", token: "the-token" }, []]);
    assert.ok(agent.secrets.includes("the-token"));
    assert.deepEqual(read({}, { ...token, ...keyAndSecret() }).problems, [
      "REGISTRAR_TOKEN: contradicts REGISTRAR_API_KEY. Give one credential only",
    ]);
  });

  it("is refused with a credential that the registrar does not take, or without one", () => {
    assert.match(
      read({ registrar: "porkbun" }, token).problems.join(),
      /^REGISTRAR_TOKEN: porkbun takes key and secret; set/,
    );
    assert.match(
      read({ registrar: "godaddyV3" }, keyAndSecret()).problems.join(),
      /^REGISTRAR_API_KEY: godaddyV3 takes a token; .*REGISTRAR_TOKEN/,
    );
    assert.match(
      read({ registrar: "godaddyV3" }).problems.join(),
      /^REGISTRAR_TOKEN: missing from the environment/,
    );
    assert.equal(read({ registrar: "porkbun" }).problems.length, 2);
  });

  it("refuses a production key in Porkbun's test environment, and a sandbox key in production", () => {
    const test = { registrar: "porkbun", environment: "test" };
    assert.deepEqual(read(test, keyAndSecret("pk1_sb_x")).problems, []);
    assert.match(
      read(test, keyAndSecret()).problems.join(),
      /^environment: is test, but the key spends real money/,
    );
    assert.match(
      read({ registrar: "porkbun" }, keyAndSecret("pk1_sb_x")).problems.join(),
      /^environment: is production, but the key belongs to Porkbun's sandbox/,
    );
  });

  it("has no test environment at GoDaddy v3, except at a URL of one's own", () => {
    const test = { registrar: "godaddyV3", environment: "test" };
    assert.match(read(test, token).problems.join(), /^environment: godaddyV3 has no test environment/);
    assert.deepEqual(read({ ...test, apiUrl: "https://one.example/" }, token).problems, []);
  });
});

describe("choice of the registrar by a connection", () => {
  const ofToken: SketchedConnection = {
    address: "https://api.godaddy.com/v3/domains/check-availability?domain=example.com",
    parameters: { apitoken: "its-token" },
    fields: { registrar: "godaddyV3" },
  };
  const ofKeys: SketchedConnection = {
    address: "https://api.porkbun.com/api/json/v3/ping",
    parameters: { username: "pk1_sb_its", password: "its-secret" },
    fields: { registrar: "porkbun" },
  };

  it("is the connection's, with the credential that it needs", () => {
    const v3 = read({}, {}, ofToken);
    assert.deepEqual(
      [v3.name, v3.credential, v3.problems],
      ["godaddyV3", { kind: "token", token: "its-token" }, []],
    );
    const porkbun = read({ registrar: "porkbun", environment: "test" }, {}, ofKeys);
    assert.deepEqual(
      [porkbun.name, porkbun.url, porkbun.problems],
      ["porkbun", "https://api.porkbun.com/api/json/v3", []],
    );
    const { agent } = read({}, keyAndSecret(), ofToken);
    assert.ok(["its-token", "pk1_live"].every((secret) => agent.secrets.includes(secret)));
    assert.match(agent.warnings.join(), /REGISTRAR_API_KEY, REGISTRAR_API_SECRET: ignored/);
  });

  it("is refused if the input names another registrar, or the connection an unknown one", () => {
    assert.match(
      read({ registrar: "porkbun" }, {}, ofToken).problems.join(),
      /^registrar: is porkbun, but registrarConnection leads to godaddyV3/,
    );
    const strange = { ...ofToken, fields: { registrar: "other" } };
    assert.match(
      read({}, {}, strange).problems.join(),
      /its registrar is "other"; expected godaddy, godaddyTest, godaddyV3, porkbun or own/,
    );
  });

  it("is refused with the wrong kind of credential", () => {
    assert.match(
      read({}, {}, { ...ofKeys, parameters: { apitoken: "its-token" } }).problems.join(),
      /^registrarConnection: porkbun takes key and secret/,
    );
    assert.match(
      read({}, {}, { ...ofToken, parameters: { username: "a-key", password: "a-secret" } }).problems.join(),
      /^registrarConnection: godaddyV3 takes a token/,
    );
  });
});
