import * as v from "valibot";
import type { Agent } from "../agent/agent";
import type { Clock } from "../clock";
import { parseAs, readJsonBody } from "../http/body";
import { createHttpClient } from "../http/client";
import { HttpError } from "../http/errors";
import { expectStatus200, type HttpRequest } from "../http/request";
import { urlBelow } from "../http/url";
import { adviceOnExchange, adviceOnIdToken } from "./entra-advice";

/** A workload identity of Microsoft Entra, as a service connection of the type Azure DevOps describes it. */
export interface WorkloadIdentity {
  clientId: string;
  tenantId: string;
  connectionId: string;
  /** The id token that came with the connection, usually empty. It is valid for about ten minutes. */
  idToken: string;
  /** System.OidcRequestUri, where the job requests a new id token. Empty on Azure DevOps Server. */
  requestUrl: string;
}

/** Microsoft Entra in the public cloud, where the organizations of Azure DevOps Services are. */
const entra = new URL("https://login.microsoftonline.com/");
/** Everything that the identity may do in Azure DevOps, whose id is the same in every tenant. */
const scope = "499b84ac-1321-427f-aa17-267ca6975798/.default";
/** A request may be retried for three minutes. The token must not expire meanwhile. */
const marginSeconds = 300;
/** A service that rejects a replacement, too, rejects the identity. */
const replacementSeconds = 300;
const deadlineSeconds = 30;
const maxBytes = 64 * 1024;

/**
 * Reads a value of the Authorization header. One that the service has rejected is replaced if it can be. Rejects with an
 * error that says what to do, or the reason of the signal.
 */
export type TokenReader = (
  step: { clock: Clock; cancelled: AbortSignal },
  rejected?: string,
) => Promise<string>;

/** An agent that can prove a job's identity. */
type TokenAgent = Pick<Agent, "jobToken" | "network" | "secret">;

/** Gets a new token shortly before the last one expires, and when the service rejects it earlier. */
export function accessTokenReader(identity: WorkloadIdentity, agent: TokenAgent): TokenReader {
  let held = { authorization: "", until: Number.NEGATIVE_INFINITY };
  let replaceableFrom = Number.NEGATIVE_INFINITY;
  let pending: Promise<string> | undefined;
  const renew = async (step: Parameters<TokenReader>[0]) => {
    const post = posting(agent, step);
    const idToken =
      identity.requestUrl === "" ? identity.idToken : await requestIdToken(identity, agent, post);
    const { access_token: token, expires_in: seconds } = await exchange(identity, idToken, post);
    agent.secret(token);
    const authorization = `Bearer ${token}`;
    held = { authorization, until: step.clock.now() + (seconds - marginSeconds) * 1000 };
    return authorization;
  };
  return async (step, rejected) => {
    // Requests that wait for a token at the same time share one.
    if (pending !== undefined) return pending;
    const now = step.clock.now();
    const isRejected = held.authorization === rejected && now >= replaceableFrom;
    if (now < held.until && !isRejected) return held.authorization;
    if (isRejected) replaceableFrom = now + replacementSeconds * 1000;
    pending = renew(step).finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

const idTokenSchema = v.object({ oidcToken: v.pipe(v.string(), v.nonEmpty()) });

async function requestIdToken(
  { requestUrl, connectionId }: WorkloadIdentity,
  agent: TokenAgent,
  post: ReturnType<typeof posting>,
): Promise<string> {
  const url = new URL(requestUrl);
  url.search = `api-version=7.1&serviceConnectionId=${encodeURIComponent(connectionId)}`;
  const headers = {
    authorization: `Bearer ${agent.jobToken()}`,
    // As for the build service: a plain 401 instead of a redirect.
    "x-tfs-fedauthredirect": "Suppress",
  };
  const request = { url, headers, body: "{}", advice: adviceOnIdToken };
  const { oidcToken } = await post("id token", request, idTokenSchema);
  agent.secret(oidcToken);
  return oidcToken;
}

const accessTokenSchema = v.object({
  // It becomes a part of a header.
  access_token: v.pipe(v.string(), v.regex(/^[\w.~+/=-]+$/)),
  // Some of Microsoft's token services write the number as a text.
  expires_in: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.digits())]),
    v.transform(Number),
    v.minValue(1),
  ),
});

async function exchange(
  { tenantId, clientId }: WorkloadIdentity,
  idToken: string,
  post: ReturnType<typeof posting>,
) {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    scope,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: idToken,
  });
  const url = urlBelow(entra, [tenantId, "oauth2", "v2.0", "token"]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = { url, headers, body: form.toString(), advice: adviceOnExchange };
  return post("Microsoft Entra", request, accessTokenSchema);
}

type Posted = Pick<HttpRequest, "url" | "headers" | "body" | "advice">;

/** Posts to a service, and parses the JSON of its response. */
function posting(agent: TokenAgent, { clock, cancelled: signal }: Parameters<TokenReader>[0]) {
  return async <Schema extends v.GenericSchema>(
    service: string,
    request: Posted,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> => {
    const network = agent.network(request.url);
    const http = createHttpClient({ service, network, clock, shown: (url) => url.href });
    try {
      return await http.send(
        { ...request, accept: "application/json", retry: "reads", deadlineSeconds, signal },
        async (response) => {
          expectStatus200(response);
          return parseAs(schema, await readJsonBody(response.body, maxBytes), "JSON without a token");
        },
      );
    } catch (error) {
      // A status of this request says nothing about the one that needs the token: 404 is not a missing run.
      throw error instanceof HttpError ? new Error(error.message) : error;
    } finally {
      http.dispose();
    }
  };
}
