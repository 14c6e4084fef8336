import type { Agent } from "../../../../shared/agent/agent";
import type { InputReader } from "../../../../shared/agent/inputs";
import type { TaskContext } from "../../../../shared/agent/task";
import { timeLimit } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import { readTextBody } from "../../../../shared/http/body";
import { createHttpClient } from "../../../../shared/http/client";
import { type HttpProblem, statusOf, Unreadable } from "../../../../shared/http/errors";
import { expectStatus200, type HttpResponse } from "../../../../shared/http/request";
import { maxMetricsSeconds } from "../../../../shared/http/retry";
import { urlBelow } from "../../../../shared/http/url";
import { jsonOf, memberAt } from "../../../../shared/json/path";
import { type Sanitize, shorten } from "../../../../shared/text/sanitize";
import { utc } from "../../../../shared/text/time";
import type { StepInputs } from "../../config/part";
import { decoded } from "../../config/schema";
import { readSecretUrl } from "../../connect/secret-url";
import { type Attributes, type Metrics, renderMetrics } from "./body";

const deadlineSeconds = 10;
const maxResponseBytes = 64 * 1024;

/**
 * Sends metrics once, because a service that counts them twice shows wrong figures. If it does not accept them, logs a
 * warning, and they are lost. Without figures, sends nothing. Throws only if the step is cancelled.
 */
export async function sendMetrics(
  metrics: Metrics,
  { url, headers }: NonNullable<ReturnType<typeof readMetricsTarget>>,
  resource: Attributes,
  { agent, clock, cancelled }: TaskContext,
): Promise<void> {
  if (metrics.durations.length + metrics.sums.length === 0) return;
  const http = createHttpClient({
    service: "metrics",
    headers,
    network: agent.network(url),
    clock,
    maxConnections: 1,
  });
  const limit = timeLimit(clock, maxMetricsSeconds, cancelled);
  const body = renderMetrics(metrics, resource);
  try {
    await http.send(
      {
        url,
        accept: "application/json",
        body,
        retry: "metrics",
        deadlineSeconds,
        advice,
        signal: limit.signal,
      },
      (response) => confirm(response, agent.sanitize),
    );
  } catch (error) {
    cancelled.throwIfAborted();
    const [from, until] = [metrics.from, metrics.until].map((seconds) => utc(seconds * 1000));
    agent.warn(
      `The metrics of the runs that finished from ${from} to ${until} UTC were not accepted. ${messageOf(error)}`,
    );
  } finally {
    limit.end();
    http.dispose();
  }
}

/** Throws unless the service has accepted every figure. */
async function confirm(response: HttpResponse, sanitize: Sanitize): Promise<void> {
  expectStatus200(response);
  const text = (await readTextBody(response.body, maxResponseBytes)).trim();
  // Prometheus answers without a body.
  const answer = text === "" ? {} : jsonOf(text);
  if (typeof answer !== "object" || answer === null) throw new Unreadable("incomplete or invalid JSON");
  const rejected = memberAt(answer, ["partialSuccess", "rejectedDataPoints"]);
  if (rejected === undefined || Number(rejected) === 0) return;
  const reason = memberAt(answer, ["partialSuccess", "errorMessage"]);
  const why = typeof reason === "string" ? `: ${shorten(sanitize(reason), 200)}` : "";
  throw new Unreadable(`200, but rejected figures${why}`);
}

function advice(problem: HttpProblem): string {
  if ([401, 403].includes(statusOf(problem) ?? 0)) return "Check OTEL_EXPORTER_OTLP_HEADERS.";
  if (statusOf(problem) === 404) return "Check OTEL_EXPORTER_OTLP_ENDPOINT, to which /v1/metrics is added.";
  return problem.kind === "notSent"
    ? "Check OTEL_EXPORTER_OTLP_ENDPOINT, and that this machine can reach its host (proxy, firewall)."
    : "";
}

const [endpointName, headersName] = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"];

/**
 * Reads the URL of a service that takes OpenTelemetry metrics, and the headers that authorize the step. The environment has
 * the form of OpenTelemetry's SDKs. Adds to the problems.
 */
export function readMetricsTarget({ reader, agent, locate }: Omit<StepInputs, "posts" | "webhook">) {
  const value = agent.environment(endpointName).trim();
  const headers = readHeaders(reader, agent);
  if (value === "") {
    reader.problems.push(locate(`metrics: ${endpointName} is missing; set it in the step's environment`));
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
