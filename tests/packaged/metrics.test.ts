import assert from "node:assert/strict";
import { leaks } from "../sandbox/leaks";
import { startMetricsService } from "../sandbox/metrics-service";
import { runMonitor } from "./extras-stage";
import { byVariables, now, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

const key = "canary-of-the-metrics";

describe("packaged PipelineMonitor, metrics", () => {
  const agent = useAgent();

  it("sends each window once, and says which runs are missing if it is not accepted", async () => {
    const metrics = await startMetricsService();
    const config = { metrics: true, window: "since_last_report" };
    const runs = [{ id: 1, result: "failed", logs: ["x"], finishedSecondsAgo: 1200 }];
    await withStage(agent(), { config, runs }, async (service, chat) => {
      const hour = async (id: number, startedAt: number) => {
        const step = {
          env: {
            BUILD_AUTH: "$(BUILD_AUTH)",
            OTEL_EXPORTER_OTLP_ENDPOINT: metrics.address.href,
            OTEL_EXPORTER_OTLP_HEADERS: "api-key=$(METRICS_KEY)",
          },
          secrets: { ...byVariables(chat).secrets, METRICS_KEY: key },
        };
        const result = await runMonitor(agent(), service, chat, { id, startedAt, step });
        assert.equal(result.result, "Succeeded", result.log.join("\n"));
        assert.deepEqual(leaks(result, [key]), []);
        return result.log.join("\n");
      };
      await hour(900, now);
      metrics.faults.push({ when: () => true, reply: { status: 400 }, times: 1 });
      assert.match(await hour(901, now + 3600_000), /The metrics of the runs that finished from .* were not/);
      await hour(902, now + 2 * 3600_000);
    });
    await metrics.close();
    assert.equal(metrics.requests.length, 3);
    assert.deepEqual(metrics.violations, []);
    assert.equal(metrics.requests[0]?.headers["api-key"], key);
    assert.match(metrics.requests[0]?.body ?? "", /nightly import.*"error\.type".*"failed"/);
  });
});
