import assert from "node:assert/strict";
import { readSetup } from "../../../../tasks/PipelineMonitor/config/setup";
import { useSetup } from "./setup-stage";

const keys = { metrics: true, window: "since_last_report" };
const [OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS] = [
  "https://otlp.example/otlp",
  "Authorization=Basic%20canary-credential, x-scope = a=b",
];

describe("the target of metrics", () => {
  const { agentWith, problemsOf } = useSetup();
  const endpoint = (value: string) => ({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: value } });

  it("is the endpoint of the environment, with its headers as secrets", () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS };
    const agent = agentWith(keys, { environment });
    const { metrics } = readSetup(agent);
    assert.equal(metrics?.url.href, "https://otlp.example/otlp/v1/metrics");
    assert.deepEqual(metrics?.headers, { authorization: "Basic canary-credential", "x-scope": "a=b" });
    for (const secret of ["Basic canary-credential", "Basic%20canary-credential", "canary-credential", "a=b"])
      assert.ok(agent.secrets.includes(secret), secret);
  });

  it("has a header as it is if its value is not percent-encoded", () => {
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: "a=100%,,b=2" };
    const { metrics } = readSetup(
      agentWith(keys, { environment: { OTEL_EXPORTER_OTLP_ENDPOINT, ...headers } }),
    );
    assert.deepEqual(metrics?.headers, { a: "100%", b: "2" });
  });

  it("is none without the key, or with test_flag true", () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT };
    assert.equal(readSetup(agentWith({}, { environment })).metrics, undefined);
    assert.equal(readSetup(agentWith({ ...keys, test_flag: true })).metrics, undefined);
  });

  it("is refused together with other problems: no endpoint, and a window that overlaps", () => {
    assert.equal(
      problemsOf({ metrics: true, queue_time_max: "soon" }).split("\n").length,
      4,
      "a title and three problems",
    );
    assert.equal(
      problemsOf(keys),
      "metrics: OTEL_EXPORTER_OTLP_ENDPOINT is missing; set it in the step's environment",
    );
    assert.equal(
      problemsOf({ metrics: true }, endpoint(OTEL_EXPORTER_OTLP_ENDPOINT)),
      'metrics: count each run once; add "window": "since_last_report"',
    );
    assert.equal(problemsOf({ metrics: true, notify: "changes" }, endpoint(OTEL_EXPORTER_OTLP_ENDPOINT)), "");
  });

  it("is https, or http on this machine", () => {
    assert.match(
      problemsOf(keys, endpoint("http://otlp.example:4318")),
      /^OTEL_EXPORTER_OTLP_ENDPOINT: must start with https/,
    );
    assert.equal(problemsOf(keys, endpoint("http://localhost:4318")), "");
    assert.match(problemsOf(keys, endpoint("$(OTLP)")), /^OTEL_EXPORTER_OTLP_ENDPOINT: still reads/);
  });

  it("has no header that is none, without showing it", () => {
    for (const headers of ["canary", "=canary", "a b=canary", "a=canary%0Ab", "a="])
      assert.equal(
        problemsOf(keys, {
          environment: { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: headers },
        }),
        "OTEL_EXPORTER_OTLP_HEADERS: must be name=value, separated by commas",
        headers,
      );
    assert.match(
      problemsOf(keys, {
        environment: { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: "a=$(KEY)" },
      }),
      /^OTEL_EXPORTER_OTLP_HEADERS: still reads \$\(KEY\)/,
    );
  });
});
