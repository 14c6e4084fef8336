import type { Agent, ServiceConnection } from "../../shared/agent/agent";
import type { InputReader } from "../../shared/agent/inputs";
import { unresolvedVariable } from "../../shared/errors";
import { urlProblem } from "../../shared/http/url";

/** Where the registrar is, and what it is told who asks. */
export interface RegistrarAccess {
  environment: Environment;
  baseAddress: URL;
  /** The value of the Authorization header; empty where none is needed. */
  authorization: string;
}

type Environment = "production" | "test";

const environments = ["production", "test"] as const;
const baseAddresses = { production: "https://api.godaddy.com", test: "https://api.ote-godaddy.com" };

/** Whether an address is the registrar's own, whose prices are millionths; what others count in is not known. */
export function countsInMillionths(address: URL): boolean {
  return Object.values(baseAddresses).some((known) => hostOf(new URL(known)) === hostOf(address));
}

const credentialNames = ["REGISTRAR_API_KEY", "REGISTRAR_API_SECRET"] as const;

/**
 * The access that a service connection gives, else the one of the inputs `environment` and `apiUrl` and of the
 * environment variables. Faults go to the reader; a credential is missed unless it is optional.
 */
export function readRegistrarAccess(
  reader: InputReader,
  agent: Agent,
  action: "register" | "check" | "validate",
): RegistrarAccess {
  const environment = reader.oneOf("environment", environments);
  const before = reader.problems.length;
  const connection = reader.connection("registrarConnection");
  if (connection !== undefined) return accessOf(connection, environment, reader, agent);
  // Nothing more is missed when the connection is, which would have brought it.
  const optional = (action === "check" && environment === "test") || reader.problems.length > before;
  return {
    environment,
    baseAddress: readBaseAddress(reader, environment),
    authorization: readAuthorization(reader, optional),
  };
}

function accessOf(
  connection: ServiceConnection,
  named: Environment,
  reader: InputReader,
  agent: Agent,
): RegistrarAccess {
  const { problems } = reader;
  const problem = (what: string) => void problems.push(`registrarConnection: ${what}`);
  const given = credentialNames.filter((name) => {
    const value = agent.environment(name);
    agent.secret(value);
    return value !== "" && unresolvedVariable(name, value) === undefined;
  });
  const [key = "", secret = ""] = ["username", "password"].map((name) => connection.parameter(name));
  for (const value of [key, secret]) agent.secret(value);
  const field = connection.field("environment");
  // One with an address of its own is of neither environment: the input says which rules it is under.
  const environment = environments.find((candidate) => candidate === field) ?? named;
  if (!["", "own", ...environments].includes(field))
    problem(`its environment is "${field}", not production, test or own`);
  if (named === "test" && environment === "production")
    problems.push(
      "environment: is test, but registrarConnection leads to production; name a connection of the test",
    );
  if (key === "" || secret === "") problem("holds no key, or no secret");
  if (/\s/.test(key + secret)) problem("its key or secret holds a blank or a line break");
  const passedOver = [...(reader.text("apiUrl") === "" ? [] : ["apiUrl"]), ...given];
  if (passedOver.length > 0)
    agent.warn(`registrarConnection: given beside ${passedOver.join(", ")}; only the connection counts.`);
  return {
    environment,
    baseAddress: addressOf(connection.url, "registrarConnection: its address ", environment, problems),
    authorization: `sso-key ${key}:${secret}`,
  };
}

function readBaseAddress(reader: InputReader, environment: Environment): URL {
  const named = reader.text("apiUrl");
  return addressOf(
    named === "" ? baseAddresses[environment] : named,
    "apiUrl: ",
    environment,
    reader.problems,
  );
}

function addressOf(text: string, where: string, environment: Environment, problems: string[]): URL {
  const problem = /[?#]/.test(text) ? "must hold neither ? nor #" : urlProblem(text);
  const address = new URL(problem === undefined ? text : baseAddresses[environment]);
  if (problem !== undefined) problems.push(`${where}${problem}`);
  // Nobody is charged for a mistyped address, and no receipt tells of a purchase that was none.
  const other = environment === "test" ? "production" : "test";
  if (hostOf(address) === hostOf(new URL(baseAddresses[other])))
    problems.push(`${where}leads to ${other}, while the environment is ${environment}`);
  return address;
}

/** A host without the dot that may end it. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, "");
}

function readAuthorization(reader: InputReader, optional: boolean): string {
  const before = reader.problems.length;
  const [key = "", secret = ""] = credentialNames.map((name) => reader.credential(name));
  if (key !== "" && secret !== "") return `sso-key ${key}:${secret}`;
  const absent = credentialNames.filter((_, index) => [key, secret][index] === "");
  if (reader.problems.length === before && !(optional && absent.length === 2))
    for (const name of absent)
      reader.problems.push(
        `${name}: missing from the environment; in a pipeline, name a registrarConnection or map the secret variable in the step under \`env:\``,
      );
  return "";
}
