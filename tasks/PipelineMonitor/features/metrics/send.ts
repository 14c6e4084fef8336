import { timeLimit } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import { readTextBody } from "../../../../shared/http/body";
import { createHttpClient } from "../../../../shared/http/client";
import { type HttpProblem, statusOf, Unreadable } from "../../../../shared/http/errors";
import { expectStatus200, type HttpResponse } from "../../../../shared/http/request";
import { maxMetricsSeconds } from "../../../../shared/http/retry";
import { jsonOf, memberAt } from "../../../../shared/json/path";
import { type Sanitize, shorten } from "../../../../shared/text/sanitize";
import { utc } from "../../../../shared/text/time";
import type { Context } from "../../issue/context";
import { renderMetrics } from "./body";
import type { Metrics } from "./count";
import type { Attributes } from "./series";
import type { readMetricsTarget } from "./target";

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
  { agent, clock, cancelled }: Pick<Context, "agent" | "clock" | "cancelled">,
): Promise<void> {
  if ([metrics.durations, metrics.errors, metrics.active].every((points) => points.length === 0)) return;
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
