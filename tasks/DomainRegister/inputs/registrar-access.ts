import type { Agent, ServiceConnection } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import { urlProblem } from "../../../shared/http/url";
import { isSandboxKey } from "../../../shared/registrar/porkbun/client";
import {
  type RegistrarName,
  type RegistrarTraits,
  registrarNames,
} from "../../../shared/registrar/registrar";
import { registrars } from "../../../shared/registrar/registrars";
import type { RegistrarCredential } from "../../../shared/registrar/requests";
import { hostNameOf } from "../request/domain";
import { readConnectionCredential, readCredential, readCredentialNames } from "./credential";

/** Which registrar to call, and with which credential. */
export interface RegistrarAccess {
  traits: RegistrarTraits;
  environment: Environment;
  baseUrl: URL;
  credential: RegistrarCredential;
}

type Environment = "production" | "test";

const environments = ["production", "test"] as const;

/**
 * Reads the access from the service connection. Without one, from the inputs `registrar`, `environment` and
 * `apiUrl` and from the environment variables. Only the specification's registrar checks without a credential,
 * in its test environment.
 */
export function readRegistrarAccess(
  reader: InputReader,
  agent: Agent,
  action: "register" | "check" | "validate",
): RegistrarAccess {
  const registrar = reader.oneOf("registrar", registrarNames);
  const environment = reader.oneOf("environment", environments);
  const before = reader.problems.length;
  const connection = reader.connection("registrarConnection");
  if (connection !== undefined) return readConnection(connection, registrar, environment, reader, agent);
  // If the connection was not found, it would have brought the credential. So a missing one is not reported
  // too.
  const isFree = registrar === "godaddy" && action === "check" && environment === "test";
  const isOptional = isFree || reader.problems.length > before;
  const baseUrl = readBaseUrl(reader, registrar, environment);
  const credential = readCredential(reader, agent, registrar, isOptional);
  return access(registrar, environment, baseUrl, credential, reader.problems);
}

function access(
  registrar: RegistrarName,
  environment: Environment,
  baseUrl: URL,
  credential: RegistrarCredential,
  problems: string[],
): RegistrarAccess {
  const sandboxProblem = findSandboxProblem(registrar, environment, credential);
  if (sandboxProblem !== undefined) problems.push(sandboxProblem);
  const own = Object.values(registrars[registrar].baseUrls);
  const isItsOwn = own.some((url) => url !== undefined && hostNameOf(url) === hostNameOf(baseUrl));
  return { traits: registrars[registrar].traits(isItsOwn), environment, baseUrl, credential };
}

/** At Porkbun, the key decides whether money is spent. */
function findSandboxProblem(
  registrar: RegistrarName,
  environment: Environment,
  credential: RegistrarCredential,
): string | undefined {
  if (registrar !== "porkbun" || credential.kind !== "keyAndSecret" || credential.key === "")
    return undefined;
  const isSandbox = isSandboxKey(credential.key);
  if (isSandbox === (environment === "test")) return undefined;
  return isSandbox
    ? "environment: is production, but the key is one of Porkbun's sandbox. Set environment to test, or use a production key"
    : "environment: is test, but the key spends real money. Use a key of Porkbun's sandbox, which begins with pk1_sb_";
}

function readConnection(
  connection: ServiceConnection,
  named: RegistrarName,
  namedEnvironment: Environment,
  reader: InputReader,
  agent: Agent,
): RegistrarAccess {
  const { problems } = reader;
  const report = (what: string) => void problems.push(`registrarConnection: ${what}`);
  const registrar = readConnectionRegistrar(connection, named, reader);
  const field = connection.field("environment");
  // A connection with its own URL belongs to neither environment. The input says which rules apply.
  const environment = environments.find((candidate) => candidate === field) ?? namedEnvironment;
  if (!["", "own", ...environments].includes(field))
    report(`its environment is "${field}"; expected production, test or own`);
  if (namedEnvironment === "test" && environment === "production")
    problems.push(
      "environment: is test, but registrarConnection leads to production. Name a connection to the test environment",
    );
  const inVariables = readCredentialNames(agent);
  const credential = readConnectionCredential(connection, registrar, agent, problems);
  const ignored = [...(reader.text("apiUrl") === "" ? [] : ["apiUrl"]), ...inVariables];
  if (ignored.length > 0)
    agent.warn(`${ignored.join(", ")}: ignored, because registrarConnection takes precedence.`);
  const where = "registrarConnection: its URL ";
  const baseUrl = parseBaseUrl(connection.url, where, registrar, environment, problems);
  return access(registrar, environment, baseUrl, credential, problems);
}

/** Connections of older versions of the extension do not say which registrar they lead to: there was one. */
function readConnectionRegistrar(
  connection: ServiceConnection,
  named: RegistrarName,
  reader: InputReader,
): RegistrarName {
  const field = connection.field("registrar");
  const registrar = registrarNames.find((candidate) => candidate === field);
  if (registrar === undefined && field !== "")
    reader.problems.push(
      `registrarConnection: its registrar is "${field}"; expected ${registrarNames.join(", ")}`,
    );
  if (registrar === undefined) return named;
  if (reader.text("registrar") !== "" && registrar !== named)
    reader.problems.push(
      `registrar: is ${named}, but registrarConnection leads to ${registrar}. Name another connection, or remove \`registrar\``,
    );
  return registrar;
}

function readBaseUrl(reader: InputReader, registrar: RegistrarName, environment: Environment): URL {
  const named = reader.text("apiUrl");
  const usual = registrars[registrar].baseUrls[environment];
  if (named === "" && usual === undefined)
    reader.problems.push(
      `environment: ${registrar} has no test environment. Set \`dryRun\` to true, or use registrar godaddy with environment test`,
    );
  const url = named || usual || registrars[registrar].baseUrls.production;
  return parseBaseUrl(url, "apiUrl: ", registrar, environment, reader.problems);
}

function parseBaseUrl(
  text: string,
  where: string,
  registrar: RegistrarName,
  environment: Environment,
  problems: string[],
): URL {
  const { baseUrls } = registrars[registrar];
  const problem = /[?#]/.test(text) ? "must not contain ? or #" : urlProblem(text);
  const url = new URL(problem === undefined ? text : baseUrls.production);
  if (problem !== undefined) problems.push(`${where}${problem}`);
  // With the other environment's URL, a trial would buy, or a receipt would record a purchase that was none.
  const other = environment === "test" ? "production" : "test";
  const isOther = baseUrls[other] !== undefined && hostNameOf(url) === hostNameOf(baseUrls[other]);
  if (problem === undefined && isOther && baseUrls.production !== baseUrls.test)
    problems.push(`${where}leads to ${other}, but the environment is ${environment}. Correct one of them`);
  return url;
}
