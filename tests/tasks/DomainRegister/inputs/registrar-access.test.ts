import assert from "node:assert/strict";
import { terminalAdvice } from "../../../../shared/agent/advice";
import { createInputReader } from "../../../../shared/agent/inputs";
import type { RegistrarCredential } from "../../../../shared/registrar/requests";
import { accountOf, credentialAdvice } from "../../../../tasks/DomainRegister/inputs/credential";
import { readRegistrarAccess } from "../../../../tasks/DomainRegister/inputs/registrar-access";
import { memoryAgent, type SketchedConnection } from "../../../memory-agent";

type Inputs = Record<string, string>;

const [key, secret] = ["key-of-env", "secret-of-env"];
const keys = { REGISTRAR_API_KEY: key, REGISTRAR_API_SECRET: secret };
const withKey = (other: string) => ({ ...keys, REGISTRAR_API_KEY: other });
const [v3, porkbun, isTest] = [{ registrar: "godaddyV3" }, { registrar: "porkbun" }, { environment: "test" }];
const token = { REGISTRAR_TOKEN: "the-token" };
const keyAndSecret = (key: string, secret: string) => ({ kind: "keyAndSecret", key, secret }) as const;
const missing = (name: string) =>
  `${name}: missing from the environment; set \`registrarConnection\`, or map a secret variable in the step: ` +
  `\`env: { ${name}: $(${name}) }\``;

/** The access of a step with these inputs, and its problems. */
function read(
  inputs: Inputs,
  environment: Inputs = {},
  registrar?: SketchedConnection,
  action: "register" | "check" = "register",
) {
  const agent = memoryAgent({
    inputs: registrar ? { registrarConnection: "registrar", ...inputs } : inputs,
    environment,
    connections: registrar ? { registrar } : {},
  });
  const reader = createInputReader(agent);
  const { baseUrl, traits, ...access } = readRegistrarAccess(reader, agent, action);
  return { ...access, traits, name: traits.name, url: baseUrl.href, problems: reader.problems, agent };
}

/** Expects one problem, which starts like this. */
const isRefused = (problems: readonly string[], start: string) =>
  assert.deepEqual([problems.length, problems[0]?.slice(0, start.length)], [1, start]);

describe("access to the registrar without a connection", () => {
  const places: [Inputs, Inputs, url: string, environment?: string][] = [
    [{}, keys, "https://api.godaddy.com/"],
    [isTest, keys, "https://api.ote-godaddy.com/", "test"],
    [{ apiUrl: "https://one.example/v2" }, keys, "https://one.example/v2"],
    [v3, token, "https://api.godaddy.com/"],
    [porkbun, keys, "https://api.porkbun.com/api/json/v3"],
  ];
  it("uses the URL of registrar and environment, by default the specification's, and the environment variables", () => {
    for (const [inputs, variables, url, environment = "production"] of places) {
      const access = read(inputs, variables);
      assert.deepEqual([access.url, access.environment, access.problems], [url, environment, []]);
      assert.equal(access.name, inputs["registrar"] ?? "godaddy");
      const expected =
        variables === token ? { kind: "token", token: "the-token" } : keyAndSecret(key, secret);
      assert.deepEqual(access.credential, expected);
    }
  });

  it("needs a credential, except for a check", () => {
    for (const inputs of [{}, porkbun])
      assert.deepEqual(read(inputs).problems, Object.keys(keys).map(missing));
    assert.deepEqual(read({}, { REGISTRAR_API_KEY: "k3y4" }).problems, [missing("REGISTRAR_API_SECRET")]);
    for (const environment of ["test", "production"]) {
      const { problems, credential } = read({ environment }, {}, undefined, "check");
      assert.deepEqual([problems, credential], [[], { kind: "none" }]);
    }
    const half = read({ environment: "test" }, { REGISTRAR_API_KEY: "k3y4" }, undefined, "check");
    assert.equal(half.problems.length, 1);
  });

  it("advises to set the environment at a terminal, which has neither connections nor YAML", () => {
    const agent = memoryAgent({ advice: terminalAdvice });
    const reader = createInputReader(agent);
    readRegistrarAccess(reader, agent, "register");
    const advice = (name: string) => `${name}: missing from the environment; set ${name} in the environment`;
    assert.deepEqual(reader.problems, Object.keys(keys).map(advice));
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

  it("takes a token in place of key and secret where the registrar does, and keeps it secret", () => {
    const { credential, problems, agent } = read({}, token);
    assert.deepEqual([credential, problems], [{ kind: "token", token: "the-token" }, []]);
    assert.ok(agent.secrets.includes("the-token"));
  });

  it("takes a sandbox key in Porkbun's test environment, and has one for GoDaddy v3 at a URL of one's own", () => {
    assert.deepEqual(read({ ...porkbun, ...isTest }, withKey("pk1_sb_x")).problems, []);
    const own = { ...v3, ...isTest, apiUrl: "https://one.example/" };
    assert.deepEqual(read(own, token).problems, []);
  });

  const leads = (to: string, environment: string) =>
    `apiUrl: leads to ${to}, but the environment is ${environment}. Correct one of them`;

  const refused: [Inputs, Inputs, problem: string][] = [
    [{ ...isTest, apiUrl: "https://api.godaddy.com" }, keys, leads("production", "test")],
    [{ ...isTest, apiUrl: "https://API.godaddy.com./" }, keys, leads("production", "test")],
    [{ apiUrl: "https://api.ote-godaddy.com/" }, keys, leads("test", "production")],
    [{ apiUrl: "http://one.example" }, keys, "apiUrl: must start with https://, because http would expose"],
    [{ apiUrl: "https://one.example/?x" }, keys, "apiUrl: must not contain ? or #"],
    [{}, { ...token, ...keys }, "REGISTRAR_TOKEN: contradicts REGISTRAR_API_KEY. Give one credential only"],
    [porkbun, token, "REGISTRAR_TOKEN: porkbun takes key and secret; set"],
    [v3, keys, "REGISTRAR_API_KEY: godaddyV3 takes a token; "],
    [v3, {}, missing("REGISTRAR_TOKEN")],
    [{ ...porkbun, ...isTest }, keys, "environment: is test, but the key spends real money"],
    [porkbun, withKey("pk1_sb_x"), "environment: is production, but the key belongs to Porkbun's sandbox"],
    [{ ...v3, ...isTest }, token, "environment: godaddyV3 has no test environment"],
  ];
  it("is refused with what is missing, or contradicts something else", () => {
    for (const [inputs, environment, problem] of refused)
      isRefused(read(inputs, environment).problems, problem);
  });

  it("knows prices to be millionths at the registrar's own hosts only", () => {
    const isUnitKnown = (apiUrl: string) => read({ apiUrl }, keys).traits.isUnitKnown;
    for (const known of ["https://api.godaddy.com/v2", "https://API.ote-godaddy.com."])
      assert.ok(isUnitKnown(known), known);
    for (const other of ["https://one.example/", "https://api.godaddy.com.example/", "https://godaddy.com/"])
      assert.ok(!isUnitKnown(other), other);
  });
});

describe("access to the registrar by a connection", () => {
  const ofGoDaddy: SketchedConnection = {
    address: "https://api.godaddy.com/",
    parameters: { username: "its-key", password: "its-secret" },
    fields: { registrar: "godaddy" },
  };
  const ofToken: SketchedConnection = {
    address: "https://api.godaddy.com/v3/domains/check-availability?domain=example.com",
    parameters: { apitoken: "its-token" },
    fields: { registrar: "godaddyV3" },
  };
  const ofPorkbun: SketchedConnection = {
    address: "https://api.porkbun.com/api/json/v3/ping",
    parameters: { username: "pk1_sb_its", password: "its-secret" },
    fields: { registrar: "porkbun" },
  };
  const ofTest = {
    ...ofGoDaddy,
    address: "https://api.ote-godaddy.com/",
    fields: { registrar: "godaddyTest" },
  };
  const ownUrl = { ...ofGoDaddy, address: "https://one.example/", fields: { registrar: "own" } };

  const places: [SketchedConnection, Inputs, name: string, url: string, environment: string][] = [
    [ofGoDaddy, {}, "godaddy", "https://api.godaddy.com/", "production"],
    [ofToken, {}, "godaddyV3", "https://api.godaddy.com/", "production"],
    [ofPorkbun, { ...porkbun, ...isTest }, "porkbun", "https://api.porkbun.com/api/json/v3", "test"],
    [ofTest, {}, "godaddy", "https://api.ote-godaddy.com/", "test"],
    [ofTest, isTest, "godaddy", "https://api.ote-godaddy.com/", "test"],
    [ownUrl, {}, "godaddy", "https://one.example/", "production"],
    [ownUrl, isTest, "godaddy", "https://one.example/", "test"],
  ];
  it("uses its registrar, URL and environment, or the input's environment if it has its own URL", () => {
    for (const [connection, inputs, ...expected] of places) {
      const { name, url, environment, problems } = read(inputs, {}, connection);
      assert.deepEqual([name, url, environment, problems], [...expected, []]);
    }
  });

  it("uses its credential, and keeps that out of the log", () => {
    const { credential, agent } = read({}, {}, ofGoDaddy);
    assert.deepEqual([credential, agent.warnings], [keyAndSecret("its-key", "its-secret"), []]);
    assert.ok(["its-key", "its-secret"].every((secret) => agent.secrets.includes(secret)));
    const v3 = read({}, {}, ofToken);
    assert.deepEqual(v3.credential, { kind: "token", token: "its-token" });
    assert.ok(v3.agent.secrets.includes("its-token"));
  });

  it("takes precedence over URL and variables, with a warning, and keeps the variables secret", () => {
    const both = read({ apiUrl: "https://one.example/" }, keys, ofGoDaddy);
    assert.deepEqual(both.credential, keyAndSecret("its-key", "its-secret"));
    assert.deepEqual(both.agent.warnings, [
      "apiUrl, REGISTRAR_API_KEY, REGISTRAR_API_SECRET: ignored, because registrarConnection takes precedence.",
    ]);
    assert.ok([key, secret].every((text) => both.agent.secrets.includes(text)));
    assert.deepEqual(read({}, { REGISTRAR_API_KEY: "$(REGISTRAR_API_KEY)" }, ofGoDaddy).agent.warnings, []);
  });

  const withParameters = (parameters: Inputs, connection = ofGoDaddy) => ({ ...connection, parameters });
  const ofKeys = { username: "a-key", password: "a-secret" };
  const strange = { ...ofToken, fields: { registrar: "other" } };
  const incomplete = "registrarConnection: its key or its secret is missing. Edit the connection";
  const expected = "expected godaddy, godaddyTest, godaddyV3, porkbun or own";

  const refused: [SketchedConnection, Inputs, problem: string][] = [
    [withParameters({ username: "its-key" }), {}, incomplete],
    [withParameters({ password: "its-secret" }), {}, incomplete],
    [
      withParameters({ ...ofKeys, username: "its key" }),
      {},
      "registrarConnection: its credential contains a space or a line break. Copy it again",
    ],
    [
      ofGoDaddy,
      isTest,
      "environment: is test, but registrarConnection leads to production. Name a connection to the test environment",
    ],
    [
      { ...ofTest, fields: { registrar: "godaddy" } },
      {},
      "registrarConnection: its URL leads to test, but the environment is production. Correct one of them",
    ],
    [
      ofGoDaddy,
      { registrarConnection: "other" },
      "registrarConnection: there is no such service connection here; name one of the project's that this pipeline may use",
    ],
    [ofToken, { registrar: "porkbun" }, "registrar: is porkbun, but registrarConnection leads to godaddyV3"],
    [strange, {}, `registrarConnection: its registrar is "other"; ${expected}`],
    [
      withParameters({ apitoken: "a-token" }, ofPorkbun),
      {},
      "registrarConnection: porkbun takes key and secret",
    ],
    [withParameters(ofKeys, ofToken), {}, "registrarConnection: godaddyV3 takes a token"],
  ];
  it("is refused with what is wrong, and what to do about it", () => {
    for (const [connection, inputs, problem] of refused)
      isRefused(read(inputs, {}, connection).problems, problem);
  });
});

describe("account of a credential", () => {
  it("is another for each credential, and does not show it", () => {
    const credentials: RegistrarCredential[] = [
      ...["a:b", "b"].map((token) => ({ kind: "token", token }) as const),
      ...[keyAndSecret("a", "b"), keyAndSecret("b", "a"), keyAndSecret("ab", "")],
    ];
    const accounts = credentials.map(accountOf);
    assert.equal(new Set(accounts).size, credentials.length);
    assert.deepEqual(accounts, credentials.map(accountOf));
    for (const account of accounts) assert.match(account, /^[\da-f]{64}$/);
  });
});
