import * as v from "valibot";
import type { Agent } from "../agent/agent";
import type { TaskContext } from "../agent/task";
import { readJsonBody } from "../http/body";
import { createHttpClient } from "../http/client";
import { HttpError, type HttpProblem, Unreadable } from "../http/errors";
import { expectStatus200 } from "../http/request";
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

type TokenStep = Pick<TaskContext, "clock" | "cancelled">;

/**
 * Reads a value of the Authorization header. One that the service has rejected is replaced if it can be. Rejects with an
 * error that says what to do, or the reason of the signal.
 */
export type TokenReader = (step: TokenStep, rejected?: string) => Promise<string>;

type TokenAgent = Pick<Agent, "jobToken" | "network" | "secret">;

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

/** Gets a new token shortly before the last one expires, and when the service rejects it earlier. */
export function accessTokenReader(identity: WorkloadIdentity, agent: TokenAgent): TokenReader {
  let held = { authorization: "", until: Number.NEGATIVE_INFINITY };
  let replaceableFrom = Number.NEGATIVE_INFINITY;
  let pending: Promise<string> | undefined;
  const renew = async (step: TokenStep) => {
    const idToken =
      identity.requestUrl === "" ? identity.idToken : await requestIdToken(identity, agent, step);
    const { access_token: token, expires_in: seconds } = await exchange(identity, idToken, agent, step);
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
  identity: WorkloadIdentity,
  agent: TokenAgent,
  step: TokenStep,
): Promise<string> {
  const url = new URL(identity.requestUrl);
  url.search = `api-version=7.1&serviceConnectionId=${encodeURIComponent(identity.connectionId)}`;
  const request: TokenRequest<typeof idTokenSchema> = {
    service: "id token",
    url,
    headers: {
      authorization: `Bearer ${agent.jobToken()}`,
      // As for the build service: a plain 401 instead of a redirect.
      "x-tfs-fedauthredirect": "Suppress",
    },
    body: "{}",
    advice: adviceOnIdToken,
    schema: idTokenSchema,
  };
  const { oidcToken } = await post(request, agent, step);
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
  agent: TokenAgent,
  step: TokenStep,
): Promise<v.InferOutput<typeof accessTokenSchema>> {
  const form = {
    grant_type: "client_credentials",
    client_id: clientId,
    scope,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: idToken,
  };
  const request: TokenRequest<typeof accessTokenSchema> = {
    service: "Microsoft Entra",
    url: urlBelow(entra, [tenantId, "oauth2", "v2.0", "token"]),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
    advice: adviceOnExchange,
    schema: accessTokenSchema,
  };
  const token = await post(request, agent, step);
  agent.secret(token.access_token);
  return token;
}

interface TokenRequest<Schema> {
  service: string;
  url: URL;
  headers: Record<string, string>;
  body: string;
  advice: (problem: HttpProblem) => string;
  schema: Schema;
}

async function post<Schema extends v.GenericSchema>(
  { service, headers, schema, ...request }: TokenRequest<Schema>,
  agent: TokenAgent,
  { clock, cancelled }: TokenStep,
): Promise<v.InferOutput<Schema>> {
  const network = agent.network(request.url);
  const http = createHttpClient({ service, headers, network, clock, shown: (url) => url.href });
  try {
    return await http.send(
      { ...request, accept: "application/json", retry: "reads", deadlineSeconds, signal: cancelled },
      async (response) => {
        expectStatus200(response);
        const parsed = v.safeParse(schema, await readJsonBody(response.body, maxBytes));
        if (!parsed.success) throw new Unreadable("JSON without a token");
        return parsed.output;
      },
    );
  } catch (error) {
    // A status of this request says nothing about the one that needs the token: 404 is not a missing run.
    throw error instanceof HttpError ? new Error(error.message) : error;
  } finally {
    http.dispose();
  }
}
