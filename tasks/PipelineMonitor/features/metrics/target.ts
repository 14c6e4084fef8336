import type { Agent } from "../../../../shared/agent/agent";
import type { InputReader } from "../../../../shared/agent/inputs";
import { urlBelow } from "../../../../shared/http/url";
import { readSecretUrl } from "../../connect/secret-url";

const [endpointName, headersName] = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"];

/**
 * Reads the URL of a service that takes OpenTelemetry metrics, and the headers that authorize the step. The environment has
 * the form of OpenTelemetry's SDKs. Adds to the problems.
 */
export function readMetricsTarget(reader: InputReader, agent: Agent) {
  const value = agent.environment(endpointName).trim();
  const headers = readHeaders(reader, agent);
  if (value === "") {
    reader.problems.push(`metrics: ${endpointName} is missing; set it in the step's environment`);
    return undefined;
  }
  const endpoint = readSecretUrl({ name: endpointName, value }, reader.problems, agent);
  return endpoint && { url: urlBelow(endpoint, ["v1", "metrics"], endpoint.search.slice(1)), headers };
}

/** Parses `name=value,name=value`, whose values are percent-encoded. Each is a secret. */
function readHeaders({ problems, variable }: InputReader, agent: Agent): Record<string, string> {
  const pairs = variable(headersName)
    .split(",")
    .filter((pair) => pair.trim() !== "");
  const headers = pairs.map((pair) => {
    const end = pair.indexOf("=");
    const encoded = pair.slice(end + 1).trim();
    const value = decoded(encoded);
    // The scheme of an authorization, such as Basic, is none.
    for (const secret of [encoded, value, value.split(" ").at(-1) ?? ""]) agent.secret(secret);
    return [pair.slice(0, Math.max(end, 0)).trim().toLowerCase(), value] as const;
  });
  if (!headers.every(([name, value]) => /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[ -~]+$/.test(value)))
    problems.push(`${headersName}: must be name=value, separated by commas`);
  return Object.fromEntries(headers);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
