import assert from "node:assert/strict";
import { terminalAdvice } from "../../../../shared/agent/advice";
import { createInputReader } from "../../../../shared/agent/inputs";
import type { RegistrarCredential } from "../../../../shared/registrar/requests";
import { accountOf, credentialAdvice } from "../../../../tasks/DomainRegister/inputs/credential";
import { readRegistrarAccess } from "../../../../tasks/DomainRegister/inputs/registrar-access";
import { memoryAgent, type SketchedConnection } from "../../../memory-agent";

const ofEnvironment = { REGISTRAR_API_KEY: "key-of-env", REGISTRAR_API_SECRET: "secret-of-env" };
const connection: SketchedConnection = {
  address: "https://api.godaddy.com/",
  parameters: { username: "its-key", password: "its-secret" },
  fields: { registrar: "godaddy" },
};

const keyAndSecret = (key: string, secret: string) => ({ kind: "keyAndSecret" as const, key, secret });

/** The access of a step with these inputs, and its problems. */
function read(
  inputs: Record<string, string>,
  environment: Record<string, string> = {},
  changes: Partial<SketchedConnection> = {},
  action: "register" | "check" = "register",
) {
  const connections = { registrar: { ...connection, ...changes } };
  const agent = memoryAgent({ inputs, environment, connections });
  const reader = createInputReader(agent);
  const { baseUrl, ...access } = readRegistrarAccess(reader, agent, action);
  return { ...access, address: baseUrl.href, problems: reader.problems, agent };
}

describe("access to the registrar without a connection", () => {
  it("uses the environment's URL and the environment variables", () => {
    const { address, credential, problems, environment } = read({}, ofEnvironment);
    assert.deepEqual([environment, address], ["production", "https://api.godaddy.com/"]);
    assert.deepEqual([credential, problems], [keyAndSecret("key-of-env", "secret-of-env"), []]);
    assert.equal(read({ environment: "test" }, ofEnvironment).address, "https://api.ote-godaddy.com/");
    assert.equal(read({ apiUrl: "https://one.example/v2" }, ofEnvironment).address, "https://one.example/v2");
  });

  it("needs a credential, except for a check", () => {
    const missing = (name: string) =>
      `${name}: missing from the environment; set \`registrarConnection\`, or map a secret variable in the step: ` +
      `\`env: { ${name}: $(${name}) }\``;
    assert.deepEqual(read({}).problems, [missing("REGISTRAR_API_KEY"), missing("REGISTRAR_API_SECRET")]);
    assert.deepEqual(read({}, { REGISTRAR_API_KEY: "k3y4" }).problems, [missing("REGISTRAR_API_SECRET")]);
    for (const environment of ["test", "production"]) {
      const { problems, credential } = read({ environment }, {}, {}, "check");
      assert.deepEqual([problems, credential], [[], { kind: "none" }]);
    }
    assert.equal(
      read({ environment: "test" }, { REGISTRAR_API_KEY: "k3y4" }, {}, "check").problems.length,
      1,
    );
  });

  it("advises to set the environment at a terminal, which has neither connections nor YAML", () => {
    const agent = memoryAgent({ advice: terminalAdvice });
    const reader = createInputReader(agent);
    readRegistrarAccess(reader, agent, "register");
    assert.deepEqual(
      reader.problems,
      Object.keys(ofEnvironment).map(
        (name) => `${name}: missing from the environment; set ${name} in the environment`,
      ),
    );
    assert.equal(
      credentialAdvice(agent, "godaddy"),
      "set REGISTRAR_API_KEY and REGISTRAR_API_SECRET in the environment",
    );
    assert.equal(
      credentialAdvice(memoryAgent(), "godaddy"),
      "set `registrarConnection`, or map a secret variable in the step: " +
        "`env: { REGISTRAR_API_KEY: $(REGISTRAR_API_KEY), REGISTRAR_API_SECRET: $(REGISTRAR_API_SECRET) }`",
    );
  });

  it("is refused if URL and environment contradict each other", () => {
    for (const [environment, apiUrl, other] of [
      ["test", "https://api.godaddy.com", "production"],
      ["test", "https://API.godaddy.com./", "production"],
      ["production", "https://api.ote-godaddy.com/", "test"],
    ] as const)
      assert.deepEqual(read({ environment, apiUrl }, ofEnvironment).problems, [
        `apiUrl: leads to ${other}, but the environment is ${environment}. Correct one of them`,
      ]);
  });

  it("is refused with an invalid URL, or one with a query", () => {
    const faultOf = (apiUrl: string) => read({ apiUrl }, ofEnvironment).problems;
    assert.deepEqual(faultOf("http://one.example"), [
      "apiUrl: must start with https://, because http would expose the credential to the network",
    ]);
    assert.deepEqual(faultOf("https://one.example/?x"), ["apiUrl: must not contain ? or #"]);
  });
});

describe("prices of the registrar", () => {
  it("are known to be millionths at its own hosts only", () => {
    const isUnitKnown = (apiUrl: string) => read({ apiUrl }, ofEnvironment).traits.isUnitKnown;
    for (const known of ["https://api.godaddy.com/v2", "https://API.ote-godaddy.com."])
      assert.ok(isUnitKnown(known), known);
    for (const other of ["https://one.example/", "https://api.godaddy.com.example/", "https://godaddy.com/"])
      assert.ok(!isUnitKnown(other), other);
  });
});

describe("access to the registrar by a connection", () => {
  const inputs = { registrarConnection: "registrar" };

  it("uses its URL, environment, key and secret, and keeps key and secret out of the log", () => {
    const { address, environment, credential, problems, agent } = read(inputs);
    assert.deepEqual([address, environment], ["https://api.godaddy.com/", "production"]);
    assert.deepEqual([credential, problems, agent.warnings], [keyAndSecret("its-key", "its-secret"), [], []]);
    assert.ok(["its-key", "its-secret"].every((secret) => agent.secrets.includes(secret)));
  });

  it("belongs to the input's environment if the connection has its own URL", () => {
    const own = { address: "https://one.example/", fields: { registrar: "own" } };
    assert.equal(read(inputs, {}, own).environment, "production");
    const test = read({ ...inputs, environment: "test" }, {}, own);
    assert.deepEqual([test.environment, test.problems], ["test", []]);
    const ofTest = { address: "https://api.ote-godaddy.com/", fields: { registrar: "godaddyTest" } };
    assert.equal(read(inputs, {}, ofTest).environment, "test");
    assert.deepEqual(read({ ...inputs, environment: "test" }, {}, ofTest).problems, []);
  });

  it("takes precedence over URL and variables, with a warning, and keeps the variables secret", () => {
    const both = read({ ...inputs, apiUrl: "https://one.example/" }, ofEnvironment);
    assert.deepEqual(both.credential, keyAndSecret("its-key", "its-secret"));
    assert.deepEqual(both.agent.warnings, [
      "apiUrl, REGISTRAR_API_KEY, REGISTRAR_API_SECRET: ignored, because registrarConnection takes precedence.",
    ]);
    assert.ok(["key-of-env", "secret-of-env"].every((secret) => both.agent.secrets.includes(secret)));
    assert.deepEqual(read(inputs, { REGISTRAR_API_KEY: "$(REGISTRAR_API_KEY)" }).agent.warnings, []);
  });

  it("is refused with a list of what is missing or wrong", () => {
    const faultsOf = (changes: Partial<SketchedConnection>, more = {}) =>
      read({ ...inputs, ...more }, {}, changes).problems;
    assert.deepEqual(faultsOf({ parameters: { username: "its-key" } }), [
      "registrarConnection: its key or its secret is missing. Edit the connection",
    ]);
    assert.deepEqual(faultsOf({ parameters: { password: "its-secret" } }), [
      "registrarConnection: its key or its secret is missing. Edit the connection",
    ]);
    assert.deepEqual(faultsOf({ parameters: { username: "its key", password: "its-secret" } }), [
      "registrarConnection: its credential contains a space or a line break. Copy it again",
    ]);
    assert.deepEqual(faultsOf({}, { environment: "test" }), [
      "environment: is test, but registrarConnection leads to production. Name a connection to the test environment",
    ]);
    assert.deepEqual(faultsOf({ address: "https://api.ote-godaddy.com" }), [
      "registrarConnection: its URL leads to test, but the environment is production. Correct one of them",
    ]);
  });

  it("is the only problem if it does not exist: the missing credential is not reported too", () => {
    assert.deepEqual(read({ registrarConnection: "other" }).problems, [
      "registrarConnection: there is no such service connection here; name one of the project's that this pipeline may use",
    ]);
  });
});

describe("account of a credential", () => {
  it("is another for each credential, and does not show it", () => {
    const credentials: RegistrarCredential[] = [
      ...[{ kind: "token", token: "a:b" } as const, { kind: "token", token: "b" } as const],
      ...[
        ["a", "b"],
        ["b", "a"],
        ["ab", ""],
      ].map(([key = "", secret = ""]) => keyAndSecret(key, secret)),
    ];
    const accounts = credentials.map(accountOf);
    assert.equal(new Set(accounts).size, credentials.length);
    assert.deepEqual(accounts, credentials.map(accountOf));
    for (const account of accounts) assert.match(account, /^[\da-f]{64}$/);
  });
});
