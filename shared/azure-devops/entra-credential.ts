import type { Agent } from "../agent/agent";
import { urlProblem } from "../http/url";
import { accessTokenReader, type WorkloadIdentity } from "./access-token";
import type { BuildCredential } from "./credential";
import { newAddress } from "./organization";

/**
 * The credential of a service connection of the type Azure DevOps, or the problem to fix. Undefined if that depends on
 * an organization that is not known. Requests nothing: its token is gotten when it is needed.
 */
export function entraCredential(
  identity: WorkloadIdentity,
  place: {
    /** The organization to read; undefined while the configuration is not valid. */
    organization: URL | undefined;
    /** System.CollectionUri, the organization of this pipeline. */
    collectionUri: string;
  },
  agent: Agent,
): BuildCredential | { problem: string } | undefined {
  const problem = identityProblem(identity) ?? requestProblem(identity, place, agent);
  if (problem !== undefined) return { problem: `azureDevOpsConnection: ${problem}` };
  if (place.organization === undefined) return undefined;
  if (new URL(newAddress(place.organization.href)).origin !== "https://dev.azure.com")
    return {
      problem:
        `azureDevOpsConnection: cannot be used for ${place.organization.href}, only for organizations at ` +
        "https://dev.azure.com/ and https://NAME.visualstudio.com/. For Azure DevOps Server, use buildServiceConnection",
    };
  return {
    authorization: accessTokenReader(identity, agent),
    kind: "azureDevOpsConnection",
    advice:
      "The identity of azureDevOpsConnection may not read builds. Add it to the organization's Users, with the access " +
      "level Basic, and to the project's Readers.",
  };
}

function identityProblem({ clientId, tenantId }: WorkloadIdentity): string | undefined {
  // The tenant is a part of a URL.
  return clientId === "" || !/^[\w-]+(\.[\w-]+)*$/.test(tenantId)
    ? "has no workload identity. Use a connection of the type Azure DevOps"
    : undefined;
}

/** The job access token goes to the pipeline's own organization only. */
function requestProblem(
  { requestUrl, idToken }: WorkloadIdentity,
  { collectionUri }: { collectionUri: string },
  agent: Agent,
): string | undefined {
  if (requestUrl === "")
    return idToken === ""
      ? "this pipeline gets no id tokens (System.OidcRequestUri is not set), as on Azure DevOps Server. Use buildServiceConnection"
      : undefined;
  const isOwn =
    urlProblem(requestUrl) === undefined &&
    URL.canParse(collectionUri) &&
    new URL(requestUrl).origin === new URL(collectionUri).origin;
  if (!isOwn) return "System.OidcRequestUri does not lead to this pipeline's organization";
  return agent.jobToken() === ""
    ? "this job has no access token, which it needs to get an id token. Allow the job to use it"
    : undefined;
}
