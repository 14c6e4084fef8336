import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import type { WorkloadIdentity } from "../../../shared/azure-devops/access-token";
import { type BuildCredential, buildCredential } from "../../../shared/azure-devops/credential";
import { entraCredential } from "../../../shared/azure-devops/entra-credential";
import { unresolvedVariable } from "../../../shared/errors";
import type { Config } from "../config/parse";

/** If there is no credential, adds a problem to `reader`. */
export function readCredential(
  config: Config | undefined,
  reader: InputReader,
  agent: Agent,
): BuildCredential | undefined {
  const { problems } = reader;
  const buildAuth = agent.environment("BUILD_AUTH");
  const isResolved = unresolvedVariable("BUILD_AUTH", buildAuth, "") === undefined;
  if (isResolved) {
    const decoded = Buffer.from(buildAuth, "base64").toString("latin1");
    for (const secret of [buildAuth, decoded, decoded.slice(decoded.indexOf(":") + 1)]) agent.secret(secret);
  }
  const stranger = organizationProblem(config, agent);
  if (stranger !== undefined) problems.push(stranger);
  if (stranger !== undefined && buildAuth === "") return undefined;
  const collectionUri = agent.variable("System.CollectionUri");
  const before = problems.length;
  const identity = readAzureDevOpsConnection(reader, agent);
  const connection = readBuildServiceConnection(reader, agent);
  if (identity !== undefined && connection !== undefined)
    problems.push("azureDevOpsConnection: set either this or buildServiceConnection, not both");
  if (problems.length > before) return undefined;
  const name = identity === undefined ? "buildServiceConnection" : "azureDevOpsConnection";
  if ((identity ?? connection) !== undefined && buildAuth !== "" && isResolved)
    agent.warn(`${name} takes precedence over BUILD_AUTH, which is ignored.`);
  const place = { organization: config?.organization, collectionUri };
  const credential =
    identity === undefined
      ? buildCredential({ connection, buildAuth, jobToken: agent.jobToken, ...place, advice: agent })
      : entraCredential(identity, place, agent);
  if (credential === undefined || !("problem" in credential)) return credential;
  problems.push(credential.problem);
  return undefined;
}

/**
 * The problem of a configuration that reads another organization than the pipeline's own without a credential for it, as
 * a mistyped one does.
 */
export function organizationProblem(config: Config | undefined, agent: Agent): string | undefined {
  if (config?.elsewhere?.what !== "organization") return undefined;
  const buildAuth = agent.environment("BUILD_AUTH");
  const isGiven =
    (buildAuth !== "" && unresolvedVariable("BUILD_AUTH", buildAuth, "") === undefined) ||
    ["azureDevOpsConnection", "buildServiceConnection"].some((name) => agent.input(name).trim() !== "");
  if (isGiven) return undefined;
  return (
    `organization: ${config.elsewhere.sentence} Correct it, or remove it to read the pipeline's own. If it is meant, ` +
    "set `azureDevOpsConnection`: the job access token is valid only in the pipeline's own organization"
  );
}

/** Reads a connection of the platform's type Azure DevOps, which has an identity instead of a token. */
function readAzureDevOpsConnection(reader: InputReader, agent: Agent): WorkloadIdentity | undefined {
  const connection = reader.connection("azureDevOpsConnection");
  if (connection === undefined) return undefined;
  const idToken = connection.parameter("idToken");
  agent.secret(idToken);
  return {
    clientId: connection.parameter("serviceprincipalid"),
    tenantId: connection.parameter("tenantid"),
    connectionId: reader.text("azureDevOpsConnection"),
    idToken,
    requestUrl: agent.variable("System.OidcRequestUri"),
  };
}

/** Reads a connection of the platform's type for a token. It holds a token, or a name and a password. */
function readBuildServiceConnection(
  reader: InputReader,
  agent: Agent,
): Parameters<typeof buildCredential>[0]["connection"] {
  const connection = reader.connection("buildServiceConnection");
  if (connection === undefined) return undefined;
  const token = connection.parameter("apitoken");
  const [name, password] =
    token === "" ? [connection.parameter("username"), connection.parameter("password")] : ["", token];
  agent.secret(password);
  if (password !== "") agent.secret(Buffer.from(`${name}:${password}`).toString("base64"));
  return { url: connection.url, name, password };
}
