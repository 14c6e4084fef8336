import { unescape as percentDecoded } from "node:querystring";
import { unresolvedVariable } from "./faults";

/** What a request to the build service may be authorised by. */
export interface CredentialSources {
  /** The environment variable BUILD_AUTH: ready-made base64 of `name:token`; empty when absent. */
  buildAuth: string;
  /** The job's own access token; asked for only when it may be used. */
  jobToken: () => string;
  /** The address of the organisation that is read; undefined while the configuration does not tell it. */
  organization: URL | undefined;
  /** System.CollectionUri, the pipeline's own organisation; empty outside a pipeline. */
  collectionUri: string;
}

/** A credential for the build service. */
export interface BuildCredential {
  /** The value of the Authorization header. */
  authorization: string;
  /** What people call it: "BUILD_AUTH" or "the job's access token". */
  kind: string;
  /** What to do when it does not work. */
  advice: string;
}

const makeBuildAuth =
  "put the base64 of `:TOKEN` (`printf ':%s' TOKEN | base64 -w0`), where TOKEN is a personal access token with the " +
  "scope Build (read), into a secret variable and map it in the step: `env: { BUILD_AUTH: $(BUILD_AUTH) }`";

/**
 * The credential for the build service: BUILD_AUTH, or the job's own token where the pipeline's own
 * organisation is read; else what to mend. Undefined when that depends on an organisation that is not known.
 * No text of it holds any of the credential.
 */
export function buildCredential(sources: CredentialSources): BuildCredential | { fault: string } | undefined {
  const { buildAuth } = sources;
  if (buildAuth !== "") {
    const fault = buildAuthFault(buildAuth);
    return fault === undefined
      ? {
          authorization: `Basic ${buildAuth}`,
          kind: "BUILD_AUTH",
          advice: `BUILD_AUTH is expired, mistyped or may not read builds: ${makeBuildAuth}.`,
        }
      : { fault };
  }
  if (sources.organization === undefined) return undefined;
  if (!isSameOrganization(sources.organization, sources.collectionUri))
    return {
      fault: `BUILD_AUTH: missing; the job's own token serves only the pipeline's own organization. Instead ${makeBuildAuth}`,
    };
  const token = sources.jobToken();
  return token === ""
    ? { fault: `BUILD_AUTH: missing, and this job has no access token of its own. Instead ${makeBuildAuth}` }
    : {
        authorization: `Bearer ${token}`,
        kind: "the job's own access token",
        advice:
          "The job's own access token may not read this project's builds: grant the project's build service " +
          `"View builds", switch off the limit of the job's scope to its own project, or ${makeBuildAuth}.`,
      };
}

function buildAuthFault(value: string): string | undefined {
  const unresolved = unresolvedVariable("BUILD_AUTH", value);
  if (unresolved !== undefined) return unresolved;
  if (/[\r\n]$/.test(value))
    return `BUILD_AUTH: ends in a line break, which makes the credential wrong; ${makeBuildAuth}`;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0)
    return `BUILD_AUTH: is not base64 (it is sent behind the word Basic as it stands); ${makeBuildAuth}`;
  const decoded = Buffer.from(value, "base64").toString("latin1");
  if (/[\r\n]$/.test(decoded))
    return `BUILD_AUTH: was encoded together with a line break, which makes the credential wrong; ${makeBuildAuth}`;
  const colon = decoded.indexOf(":");
  if (colon === -1)
    return `BUILD_AUTH: the encoded text lacks the colon between name and token; ${makeBuildAuth}`;
  if (colon === decoded.length - 1) return `BUILD_AUTH: no token follows the colon; ${makeBuildAuth}`;
  return undefined;
}

/** Whether an organisation or collection is the pipeline's own: same origin and same path. */
function isSameOrganization(organization: URL, collectionUri: string): boolean {
  if (!URL.canParse(collectionUri)) return false;
  const own = new URL(collectionUri);
  const path = (address: URL) => percentDecoded(address.pathname).replace(/\/+$/, "").toLowerCase();
  return own.origin === organization.origin && path(own) === path(organization);
}
