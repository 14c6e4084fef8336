import type { Connection } from "./agent-environment";
import type { Authority } from "./identity";
import { json, type LoopbackServer, type ReceivedRequest, type Reply, startServer } from "./loopback";
import { type SandboxProxy, startProxy } from "./proxy";

export const jobToken = "canary-job-token";
const idToken = "canary.id-token";
const clientId = "11111111-2222-3333-4444-555555555555";
const tenantId = "66666666-7777-8888-9999-000000000000";
/** Access tokens in the order in which they are issued. */
export const accessTokens = ["canary.access-token.1", "canary.access-token.2"];
export const requestUrl =
  "https://dev.azure.com/contoso/project-id/_apis/distributedtask/hubs/build/plans/p/jobs/j/oidctoken";

/** Microsoft Entra on loopback, behind a proxy by which its own name and that of Azure DevOps lead to the sandbox. */
export interface SandboxEntra extends LoopbackServer {
  proxy: SandboxProxy;
  /** Leads a host of Azure DevOps to a server. */
  leadTo(azureDevOps: URL, host: string): void;
}

/** An access token is valid for an hour. */
export async function startEntra(authority: Authority): Promise<SandboxEntra> {
  const issued = [...accessTokens];
  const server = await startServer(
    (request) => {
      const form = new URLSearchParams(request.body);
      const expected: Record<string, string> = {
        grant_type: "client_credentials",
        client_id: clientId,
        scope: "499b84ac-1321-427f-aa17-267ca6975798/.default",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: idToken,
      };
      const wrong = Object.keys(expected).filter((name) => form.get(name) !== expected[name]);
      const type = request.headers["content-type"];
      const isExpected =
        request.target === `/${tenantId}/oauth2/v2.0/token` && type === "application/x-www-form-urlencoded";
      if (!isExpected || wrong.length > 0)
        return refusal("AADSTS900144", `The request is wrong: ${request.target}, ${type}, ${wrong.join()}`);
      return json({ token_type: "Bearer", expires_in: 3600, access_token: issued.shift() });
    },
    await authority.issue("login.microsoftonline.com"),
  );
  const hosts = new Map([["login.microsoftonline.com:443", server.address]]);
  const proxy = await startProxy("somebody", "canary-proxy-password", hosts);
  return {
    ...server,
    proxy,
    leadTo: (azureDevOps, host) => void hosts.set(`${host}:443`, azureDevOps),
    close: async () => void (await Promise.all([server.close(), proxy.close()])),
  };
}

/** How Microsoft Entra refuses an exchange. */
export function refusal(code: string, words: string, error = "invalid_client"): Reply {
  return { ...json({ error, error_description: `${code}: ${words}\r\nTrace ID: 1` }), status: 400 };
}

/** Undefined for any other request. */
export function idTokenReply(request: ReceivedRequest, connectionId: string): Reply | undefined {
  if (request.path !== new URL(requestUrl).pathname) return undefined;
  const { authorization, "content-type": type } = request.headers;
  const isAllowed =
    authorization === `Bearer ${jobToken}` && request.method === "POST" && request.body === "{}";
  const query = `api-version=7.1&serviceConnectionId=${connectionId}`;
  return isAllowed &&
    request.headers["x-tfs-fedauthredirect"] === "Suppress" &&
    type === "application/json" &&
    request.target.endsWith(`?${query}`)
    ? json({ oidcToken: idToken })
    : { ...json({ message: "no such service connection" }), status: 404 };
}

/** A connection of the type Azure DevOps. */
export const entraConnection: Connection = {
  type: "WorkloadIdentityUser",
  url: "https://dev.azure.com/fabrikam",
  scheme: "WorkloadIdentityFederation",
  parameters: { serviceprincipalid: clientId, tenantid: tenantId },
};

/** Settings of an agent behind the proxy; it reaches the sandbox's other services without it. */
export function proxied({ proxy }: SandboxEntra, caFile: string) {
  return {
    variables: {
      "Agent.ProxyUrl": proxy.address.href,
      "Agent.ProxyUsername": "somebody",
      "Agent.ProxyBypassList": '["127.0.0.1"]',
      "Agent.CAInfo": caFile,
    },
    secrets: { "Agent.ProxyPassword": "canary-proxy-password" },
  };
}

export const identity = { clientId, tenantId, idToken };
