import { adviceOnReaching, type HttpProblem } from "../http/errors";

/** Advice about a failed request for an id token. */
export function adviceOnIdToken(problem: HttpProblem): string {
  return (
    adviceOnNetwork(problem, "Azure DevOps") ||
    (isRefusal(problem)
      ? "This pipeline may not use the service connection, or the connection is disabled. Open it in the project's " +
        "settings: allow the pipeline under Security, and enable the connection if nobody used it for 100 days."
      : "")
  );
}

/** Advice about an id token that Microsoft Entra does not exchange for an access token. */
export function adviceOnExchange(problem: HttpProblem): string {
  const code = problem.kind === "status" ? /\bAADSTS(\d+)/.exec(problem.serviceMessage)?.[1] : undefined;
  if (code !== undefined)
    return (
      adviceByCode[code] ??
      `The tenant refuses the identity of the service connection: https://login.microsoftonline.com/error?code=${code}`
    );
  return (
    adviceOnNetwork(problem, "login.microsoftonline.com") ||
    (isRefusal(problem)
      ? "Microsoft Entra refuses the identity of the service connection without an error code. Check the connection's " +
        "application ID and tenant ID, and that the application has a federated credential with the connection's issuer " +
        "and subject identifier. If they are right, a proxy may have responded: check the agent's proxy."
      : "")
  );
}

function isRefusal(problem: HttpProblem): boolean {
  return problem.kind === "status" && [400, 401, 403, 404].includes(problem.status);
}

const mismatch =
  "The identity's federated credential does not match the service connection. Copy the issuer and the subject " +
  "identifier from the connection into the federated credential.";

/** Keyed by Entra's error code. Entra's own pages do not explain these errors for service connections. */
const adviceByCode: Readonly<Record<string, string>> = {
  "70021": mismatch,
  "700211": mismatch,
  "700213": mismatch,
  "700024": "The id token has expired. Run the step again.",
  "70052":
    "The application is multitenant, which service connections do not support. Use a managed identity, or an " +
    "application of a single tenant.",
};

function adviceOnNetwork(problem: HttpProblem, host: string): string {
  const reaching = adviceOnReaching(problem, `Check that the agent can reach ${host} (proxy, firewall).`);
  if (reaching !== undefined) return reaching;
  if (problem.kind === "intermediary" || problem.kind === "unreadable")
    return `Another service responds instead of ${host}. Check the agent's proxy.`;
  // Neither service redirects these requests, or asks for a sign-in to the network (511).
  return problem.kind === "status" && (problem.status < 400 || problem.status === 511)
    ? `Something in between responds instead of ${host}, such as the sign-in page of a proxy or a network. Check the ` +
        "agent's proxy, and that the agent can use the network without a sign-in."
    : "";
}
