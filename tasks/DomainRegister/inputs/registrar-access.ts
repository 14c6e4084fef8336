import type { Agent, ServiceConnection } from "../../../shared/agent/agent";
import { type InputReader, listed } from "../../../shared/agent/inputs";
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

/** The registrar that a step calls, and whether money is spent there. */
interface Target {
  registrar: RegistrarName;
  environment: "production" | "test";
}

/** The registrar that the inputs choose, and the credential for it. */
export interface ChosenRegistrar {
  traits: RegistrarTraits;
  environment: Target["environment"];
  baseUrl: URL;
  credential: RegistrarCredential;
}

/**
 * Reads the access from the service connection. Without one, from the inputs `registrar`, `environment` and
 * `apiUrl` and from the environment variables. A check works without a credential: it shows the public record.
 */
export function readRegistrarAccess(
  reader: InputReader,
  agent: Agent,
  action: "register" | "check" | "validate",
): ChosenRegistrar {
  const registrarInput: Target = {
    registrar: reader.oneOf("registrar", registrarNames),
    environment: reader.oneOf("environment", ["production", "test"]),
  };
  const before = reader.problems.length;
  const connection = reader.connection("registrarConnection");
  if (connection !== undefined) return readConnection(connection, registrarInput, reader, agent);
  // If the connection was not found, it would have brought the credential. So a missing one is not reported
  // too.
  const isOptional = action === "check" || reader.problems.length > before;
  const baseUrl = readBaseUrl(reader, registrarInput);
  const credential = readCredential(reader, agent, registrarInput.registrar, isOptional);
  return access(registrarInput, baseUrl, credential, reader.problems);
}

function access(
  target: Target,
  baseUrl: URL,
  credential: RegistrarCredential,
  problems: string[],
): ChosenRegistrar {
  const { registrar, environment } = target;
  const sandboxProblem = findSandboxProblem(target, credential);
  if (sandboxProblem !== undefined) problems.push(sandboxProblem);
  const own = Object.values(registrars[registrar].baseUrls);
  const isItsOwn = own.some((url) => url !== undefined && hostNameOf(url) === hostNameOf(baseUrl));
  return { traits: registrars[registrar].traits(isItsOwn), environment, baseUrl, credential };
}

/** At Porkbun, the key decides whether money is spent. */
function findSandboxProblem(
  { registrar, environment }: Target,
  credential: RegistrarCredential,
): string | undefined {
  if (registrar !== "porkbun" || credential.kind !== "keyAndSecret" || credential.key === "")
    return undefined;
  const isSandbox = isSandboxKey(credential.key);
  if (isSandbox === (environment === "test")) return undefined;
  return isSandbox
    ? "environment: is production, but the key belongs to Porkbun's sandbox. Set environment to test, or use a production key"
    : "environment: is test, but the key spends real money. Use a key of Porkbun's sandbox, which begins with pk1_sb_";
}

function readConnection(
  connection: ServiceConnection,
  named: Target,
  reader: InputReader,
  agent: Agent,
): ChosenRegistrar {
  const { problems } = reader;
  const target = { ...named, ...readTarget(connection, reader) };
  const { registrar, environment } = target;
  if (reader.text("registrar") !== "" && registrar !== named.registrar)
    problems.push(
      `registrar: is ${named.registrar}, but registrarConnection leads to ${registrar}. Name another connection, or remove \`registrar\``,
    );
  if (named.environment === "test" && environment === "production")
    problems.push(
      "environment: is test, but registrarConnection leads to production. Name a connection to the test environment",
    );
  const inVariables = readCredentialNames(agent);
  const credential = readConnectionCredential(connection, registrar, agent, problems);
  const ignored = [...(reader.text("apiUrl") === "" ? [] : ["apiUrl"]), ...inVariables];
  if (ignored.length > 0)
    agent.warn(`${ignored.join(", ")}: ignored, because registrarConnection takes precedence.`);
  const where = "registrarConnection: its URL ";
  const url = connection.url.replace(verifiedPath, "");
  const baseUrl = parseBaseUrl(url, where, target, problems);
  return access(target, baseUrl, credential, problems);
}

/** The paths that the button *Verify* requests, as part of a connection's URL (vss-extension.json). */
const verifiedPath = /\/(v1\/domains\/available|v3\/domains\/check-availability|ping)(\?domain=[\w.-]+)?$/;

/**
 * The values of the field `registrar` of a connection. The inputs decide about missing members. At Porkbun,
 * the key decides about the environment.
 */
const targets: Record<string, Partial<Target>> = {
  godaddy: { registrar: "godaddy", environment: "production" },
  godaddyTest: { registrar: "godaddy", environment: "test" },
  godaddyV3: { registrar: "godaddyV3", environment: "production" },
  porkbun: { registrar: "porkbun" },
  own: {},
};

function readTarget(connection: ServiceConnection, { problems }: InputReader): Partial<Target> {
  const value = connection.field("registrar");
  if (Object.hasOwn(targets, value)) return targets[value] ?? {};
  problems.push(`registrarConnection: its registrar is "${value}"; expected ${listed(Object.keys(targets))}`);
  return {};
}

function readBaseUrl(reader: InputReader, target: Target): URL {
  const { registrar, environment } = target;
  const { baseUrls } = registrars[registrar];
  const url = reader.text("apiUrl") || baseUrls[environment];
  if (url !== undefined) return parseBaseUrl(url, "apiUrl: ", target, reader.problems);
  reader.problems.push(
    `environment: ${registrar} has no test environment. Set \`dryRun\` to true, and leave out \`environment\``,
  );
  return new URL(baseUrls.production);
}

function parseBaseUrl(
  text: string,
  where: string,
  { registrar, environment }: Target,
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
