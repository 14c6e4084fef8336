import type { Advice } from "../agent/advice";
import { unresolvedVariable } from "../errors";
import type { TokenReader } from "./access-token";
import { isBelow, sameOrganization } from "./organization";

export interface BuildCredential {
  /** Reads the value of the Authorization header. */
  authorization: TokenReader;
  /** For people, such as "BUILD_AUTH". */
  kind: string;
  /** The only address of the organization at which it is valid; undefined if it is valid at each. */
  address?: URL;
  /** For a request that is rejected because of the credential. */
  advice: string;
}

const encodedToken =
  "The variable's value is the output of `printf ':%s' TOKEN | base64 | tr -d '\\n'`, where TOKEN is a personal " +
  "access token with the scope Build (read)";

/**
 * The service connection, else BUILD_AUTH, else the job access token if the pipeline's own organization is read. Otherwise
 * the problem to fix. Undefined if that depends on an organization that is not known. No text in the result
 * contains any of the credential, except the header.
 */
export function buildCredential(given: {
  /** A service connection, with a token or a name and password; undefined if none is given. */
  connection: { url: string; name: string; password: string } | undefined;
  /** The environment variable BUILD_AUTH: base64 of `name:token`; empty if it does not exist. */
  buildAuth: string;
  /** Called only if the token may be used. */
  jobToken: () => string;
  /** The URL of the organization to read; undefined while the configuration is not valid. */
  organization: URL | undefined;
  /** System.CollectionUri, the organization of this pipeline; empty outside a pipeline. */
  collectionUri: string;
  advice: Advice;
}): BuildCredential | { problem: string } | undefined {
  const { connection, buildAuth, jobToken, organization, collectionUri, advice } = given;
  const how = advice.secretAdvice("buildServiceConnection", "BUILD_AUTH");
  const makeBuildAuth = `${how.charAt(0).toUpperCase()}${how.slice(1)}. ${encodedToken}`;
  if (connection !== undefined) return ofConnection(connection, organization);
  if (buildAuth !== "") {
    const problem =
      unresolvedVariable("BUILD_AUTH", buildAuth, advice.unresolvedAdvice) ??
      buildAuthProblem(buildAuth, makeBuildAuth);
    return problem === undefined
      ? {
          authorization: always(`Basic ${buildAuth}`),
          kind: "BUILD_AUTH",
          advice: `BUILD_AUTH has expired, is mistyped or may not read builds. ${makeBuildAuth}.`,
        }
      : { problem };
  }
  if (organization === undefined) return undefined;
  if (collectionUri === "") return { problem: `BUILD_AUTH: missing. ${makeBuildAuth}` };
  const address = URL.canParse(collectionUri) ? new URL(collectionUri) : undefined;
  if (address === undefined || !sameOrganization(organization, address))
    return {
      problem:
        "BUILD_AUTH: missing, and the job access token is valid only in the pipeline's own organization. " +
        makeBuildAuth,
    };
  const token = jobToken();
  return token === ""
    ? { problem: `BUILD_AUTH: missing, and this job has no access token. ${makeBuildAuth}` }
    : {
        address,
        authorization: always(`Bearer ${token}`),
        kind: "the job access token",
        advice:
          'The job access token may not read this project\'s builds. Grant "View builds" to "PROJECT Build Service": ' +
          'Pipelines, ⋯, Manage security. For another project, turn off "Limit job authorization scope to current ' +
          'project", and grant it to "Project Collection Build Service". If you may do neither, map a token as BUILD_AUTH.',
      };
}

function always(authorization: string): TokenReader {
  return () => Promise.resolve(authorization);
}

/**
 * A service connection may be used only for the organization that it was made for, whatever the configuration
 * names.
 */
function ofConnection(
  { url, name, password }: NonNullable<Parameters<typeof buildCredential>[0]["connection"]>,
  organization: URL | undefined,
): BuildCredential | { problem: string } | undefined {
  if (password === "")
    return {
      problem: "buildServiceConnection: contains neither a token nor a password. Edit the connection",
    };
  if (organization === undefined) return undefined;
  if (!URL.canParse(url) || !isBelow(new URL(url), organization))
    return {
      problem:
        `buildServiceConnection: does not lead to ${organization.href}, which \`url_base\` and ` +
        "`organization` name. Name a connection to that organization",
    };
  return {
    authorization: always(`Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`),
    kind: "buildServiceConnection",
    advice:
      "The token of buildServiceConnection has expired or may not read builds. Put a personal access token " +
      "with the scope Build (read) into it: project settings, Service connections.",
  };
}

/** A personal access token as people copy it, of either length. Both are valid base64. */
const plainToken = /^(?:[a-z2-7]{52}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4})$/;

function buildAuthProblem(value: string, makeBuildAuth: string): string | undefined {
  if (/[\r\n]$/.test(value)) return `BUILD_AUTH: ends in a line break. ${makeBuildAuth}`;
  if (plainToken.test(value)) return `BUILD_AUTH: this looks like a plain token; encode it. ${makeBuildAuth}`;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0)
    return `BUILD_AUTH: is not base64. ${makeBuildAuth}`;
  const decoded = Buffer.from(value, "base64").toString("latin1");
  if (/[\r\n]$/.test(decoded)) return `BUILD_AUTH: was encoded together with a line break. ${makeBuildAuth}`;
  const colon = decoded.indexOf(":");
  if (colon === -1)
    return `BUILD_AUTH: the encoded text lacks the colon between name and token. ${makeBuildAuth}`;
  if (colon === decoded.length - 1) return `BUILD_AUTH: no token follows the colon. ${makeBuildAuth}`;
  return undefined;
}
