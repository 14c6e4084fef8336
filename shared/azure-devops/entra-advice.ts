import { certificateAdvice, isCertificateProblem } from "../http/certificate-problem";
import type { HttpProblem } from "../http/errors";

/** Advice about a failed request for an id token. */
export function adviceOnIdToken(problem: HttpProblem): string {
  if (problem.kind === "status" && problem.status < 500 && problem.status !== 429)
    return (
      "This pipeline may not use the service connection, or the connection is disabled. Open it in the project's " +
      "settings: allow the pipeline under Security, and enable the connection if nobody used it for 100 days."
    );
  return adviceOnReaching(problem, "Azure DevOps");
}

/** Advice about an id token that Microsoft Entra does not exchange for an access token. */
export function adviceOnExchange(problem: HttpProblem): string {
  const code = problem.kind === "status" ? /\bAADSTS(\d+)/.exec(problem.serviceMessage)?.[1] : undefined;
  if (code === undefined) return adviceOnReaching(problem, "login.microsoftonline.com");
  return (
    adviceByCode[code] ??
    `The tenant refuses the identity of the service connection: https://login.microsoftonline.com/error?code=${code}`
  );
}

const mismatch =
  "The identity's federated credential does not match the service connection. Copy the issuer and the subject " +
  "identifier from the connection into the federated credential.";

/** By Entra's error code. Entra's own pages do not explain these errors for service connections. */
const adviceByCode: Readonly<Record<string, string>> = {
  "70021": mismatch,
  "700211": mismatch,
  "700213": mismatch,
  "700024": "The id token has expired. Run the step again.",
  "70052":
    "The application is multitenant, which service connections do not support. Use a managed identity, or an " +
    "application of a single tenant.",
};

function adviceOnReaching(problem: HttpProblem, host: string): string {
  switch (problem.kind) {
    case "notSent":
    case "broken":
    case "timeout":
      return problem.kind === "notSent" && isCertificateProblem(problem.code)
        ? certificateAdvice
        : `Check that the agent can reach ${host} (proxy, firewall).`;
    case "unreadable":
      return `Another service responds instead of ${host}. Check the agent's proxy.`;
    case "paused":
    case "status":
      return "";
  }
}
