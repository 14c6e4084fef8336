import { memberAt } from "../../shared/json/path";
import { json, type LoopbackServer, startServer } from "./loopback";
import { decoded } from "./metrics-decoder";

/** A service on loopback that takes metrics by OpenTelemetry's protocol. */
export interface SandboxMetrics extends LoopbackServer {
  /** Requests that the protocol does not allow, or that count something twice. */
  violations: string[];
}

export async function startMetricsService(): Promise<SandboxMetrics> {
  const violations: string[] = [];
  let countedUntil = 0;
  const server = await startServer(({ method, path, body }) => {
    if (method !== "POST" || !path.endsWith("/v1/metrics")) violations.push(`${method} ${path}`);
    if (JSON.stringify(sorted(decoded(body))) !== JSON.stringify(sorted(JSON.parse(body))))
      violations.push(`not of the protocol: ${body}`);
    for (const [, from, until] of body.matchAll(/"startTimeUnixNano":"(\d+)","timeUnixNano":"(\d+)"/g)) {
      if (Number(from) < countedUntil && Number(until) !== countedUntil) violations.push("counted twice");
      countedUntil = Math.max(countedUntil, Number(until));
    }
    return json({});
  });
  return { ...server, violations };
}

/** With the members of every object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.keys(value)
    .sort()
    .map((key) => [key, sorted(memberAt(value, [key]))]);
}
