import assert from "node:assert/strict";
import { createInputReader } from "../../../../../shared/agent/inputs";
import { readMetricsTarget } from "../../../../../tasks/PipelineMonitor/features/metrics/send";
import type { MemoryAgentState } from "../../../../memory-agent";
import { useSetup } from "../../config/setup-stage";

const keys = { metrics: true, window: "since_last_report" };
const OTEL_EXPORTER_OTLP_ENDPOINT = "https://otlp.example/otlp";

describe("the target of metrics", () => {
  const { agentWith, problemsOf } = useSetup();
  const read = (state: MemoryAgentState) => {
    const agent = agentWith(keys, state);
    return {
      target: readMetricsTarget({ reader: createInputReader(agent), agent, locate: String }),
      secrets: agent.secrets,
    };
  };
  const withHeaders = (OTEL_EXPORTER_OTLP_HEADERS: string) => ({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS },
  });
  const endpoint = (value = OTEL_EXPORTER_OTLP_ENDPOINT) => ({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: value },
  });

  it("is the endpoint of the environment, with its headers as secrets", () => {
    const headers = withHeaders("Authorization=Basic%20canary-credential, x-scope = a=b");
    const { target, secrets: kept } = read(headers);
    assert.equal(target?.url.href, "https://otlp.example/otlp/v1/metrics");
    assert.deepEqual(target?.headers, { authorization: "Basic canary-credential", "x-scope": "a=b" });
    const secrets = ["Basic canary-credential", "Basic%20canary-credential", "canary-credential", "a=b"];
    for (const secret of secrets) assert.ok(kept.includes(secret), secret);
  });

  it("has a header as it is if its value is not percent-encoded", () => {
    assert.deepEqual(read(withHeaders("a=100%,,b=2")).target?.headers, { a: "100%", b: "2" });
  });

  it("is not asked for without the key, or with test_flag true", () => {
    assert.equal(problemsOf({}, endpoint("x")), "");
    assert.equal(problemsOf({ ...keys, test_flag: true }), "");
  });

  it("is refused together with other problems: no endpoint, and a window that overlaps", () => {
    const problems = problemsOf({ metrics: true, queue_time_max: "soon" }).split("\n");
    assert.equal(problems.length, 4, "a title and three problems");
    const missing =
      "monitor.json, line 1: metrics: OTEL_EXPORTER_OTLP_ENDPOINT is missing; set it in the step's environment";
    assert.equal(problemsOf(keys), missing);
    const overlapping =
      'monitor.json, line 1: metrics: count each run once; add "window": "since_last_report"';
    assert.equal(problemsOf({ metrics: true }, endpoint()), overlapping);
    assert.equal(problemsOf({ metrics: true, notify: "changes" }, endpoint()), "");
  });

  it("is https, or http on this machine", () => {
    const insecure = problemsOf(keys, endpoint("http://otlp.example:4318"));
    assert.match(insecure, /^OTEL_EXPORTER_OTLP_ENDPOINT: must start with https/);
    assert.equal(problemsOf(keys, endpoint("http://localhost:4318")), "");
    assert.match(problemsOf(keys, endpoint("$(OTLP)")), /^OTEL_EXPORTER_OTLP_ENDPOINT: still reads/);
  });

  it("has no header that is none, without showing it", () => {
    const problem = "OTEL_EXPORTER_OTLP_HEADERS: must be name=value, separated by commas";
    for (const headers of ["canary", "=canary", "a b=canary", "a=canary%0Ab", "a="])
      assert.equal(problemsOf(keys, withHeaders(headers)), problem, headers);
    const unset = problemsOf(keys, withHeaders("a=$(KEY)"));
    assert.match(unset, /^OTEL_EXPORTER_OTLP_HEADERS: still reads \$\(KEY\)/);
  });
});
