import type { Agent, ServiceConnection } from "../../../shared/agent/agent";
import { type InputReader, readSecretVariable } from "../../../shared/agent/inputs";
import { unresolvedVariable } from "../../../shared/errors";
import { urlProblem } from "../../../shared/http/url";
import { hostNameOf } from "../request/domain";

/** Which registrar to call, and with which credential. */
export interface RegistrarAccess {
  environment: Environment;
  baseUrl: URL;
  /** The value of the Authorization header. Empty if none is needed. */
  authorization: string;
}

type Environment = "production" | "test";

const environments = ["production", "test"] as const;
const baseUrls = { production: "https://api.godaddy.com", test: "https://api.ote-godaddy.com" };

/** Whether prices at a URL are millionths. Known only for the registrar's own hosts. */
export function countsInMillionths(url: URL): boolean {
  return Object.values(baseUrls).some((known) => hostNameOf(known) === hostNameOf(url));
}

const credentialNames = ["REGISTRAR_API_KEY", "REGISTRAR_API_SECRET"] as const;

/**
 * Reads the access from the service connection. Without one, from the inputs `environment` and `apiUrl` and
 * from the environment variables. A check in the test environment needs no credential.
 */
export function readRegistrarAccess(
  reader: InputReader,
  agent: Agent,
  action: "register" | "check" | "validate",
): RegistrarAccess {
  const environment = reader.oneOf("environment", environments);
  const before = reader.problems.length;
  const connection = reader.connection("registrarConnection");
  if (connection !== undefined) return readConnection(connection, environment, reader, agent);
  // If the connection was not found, it would have brought the credential. So a missing one is not reported
  // too.
  const isOptional = (action === "check" && environment === "test") || reader.problems.length > before;
  return {
    environment,
    baseUrl: readBaseUrl(reader, environment),
    authorization: readAuthorization(reader, agent, isOptional),
  };
}

function readConnection(
  connection: ServiceConnection,
  named: Environment,
  reader: InputReader,
  agent: Agent,
): RegistrarAccess {
  const { problems } = reader;
  const report = (what: string) => void problems.push(`registrarConnection: ${what}`);
  const inVariables = readCredentialNames(agent);
  const [key = "", secret = ""] = ["username", "password"].map((name) => connection.parameter(name));
  for (const value of [key, secret]) agent.secret(value);
  const field = connection.field("environment");
  // A connection with its own URL belongs to neither environment. The input says which rules apply.
  const environment = environments.find((candidate) => candidate === field) ?? named;
  if (!["", "own", ...environments].includes(field))
    report(`its environment is "${field}"; expected production, test or own`);
  if (named === "test" && environment === "production")
    problems.push(
      "environment: is test, but registrarConnection leads to production. Name a connection to the test environment",
    );
  if (key === "" || secret === "") report("its key or its secret is missing. Edit the connection");
  if (/\s/.test(key + secret)) report("its key or secret contains a space or a line break. Copy them again");
  const ignored = [...(reader.text("apiUrl") === "" ? [] : ["apiUrl"]), ...inVariables];
  if (ignored.length > 0)
    agent.warn(`${ignored.join(", ")}: ignored, because registrarConnection takes precedence.`);
  return {
    environment,
    baseUrl: parseBaseUrl(connection.url, "registrarConnection: its URL ", environment, problems),
    authorization: `sso-key ${key}:${secret}`,
  };
}

/** Returns what people do here to give the task a credential: an imperative clause. */
export function credentialAdvice(agent: Agent): string {
  return agent.secretAdvice("registrarConnection", ...credentialNames);
}

/** The environment variables of the credential that have a value. Registers the values as secrets. */
function readCredentialNames(agent: Agent): string[] {
  return credentialNames.filter((name) => {
    const value = agent.environment(name);
    agent.secret(value);
    return value !== "" && unresolvedVariable(name, value, "") === undefined;
  });
}

function readBaseUrl(reader: InputReader, environment: Environment): URL {
  const named = reader.text("apiUrl");
  return parseBaseUrl(named === "" ? baseUrls[environment] : named, "apiUrl: ", environment, reader.problems);
}

function parseBaseUrl(text: string, where: string, environment: Environment, problems: string[]): URL {
  const problem = /[?#]/.test(text) ? "must not contain ? or #" : urlProblem(text);
  const url = new URL(problem === undefined ? text : baseUrls[environment]);
  if (problem !== undefined) problems.push(`${where}${problem}`);
  // With the other environment's URL, a trial would buy, or a receipt would record a purchase that was none.
  const other = environment === "test" ? "production" : "test";
  if (hostNameOf(url) === hostNameOf(baseUrls[other]))
    problems.push(`${where}leads to ${other}, but the environment is ${environment}. Correct one of them`);
  return url;
}

function readAuthorization(reader: InputReader, agent: Agent, isOptional: boolean): string {
  const before = reader.problems.length;
  const [key = "", secret = ""] = credentialNames.map((name) => readSecretVariable(reader, agent, name));
  if (key !== "" && secret !== "") return `sso-key ${key}:${secret}`;
  const absent = credentialNames.filter((_, index) => [key, secret][index] === "");
  if (reader.problems.length === before && !(isOptional && absent.length === 2))
    for (const name of absent)
      reader.problems.push(
        `${name}: missing from the environment; ${agent.secretAdvice("registrarConnection", name)}`,
      );
  return "";
}
