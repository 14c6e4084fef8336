import assert from "node:assert/strict";
import { failing, number, ofOwnPipeline } from "./extras-stage";
import { now, perform, reportIn, type StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** The service's time is `now`; the agent's differs. */
describe("packaged PipelineMonitor on an agent whose clock is wrong", () => {
  const agent = useAgent();

  async function watch(fastSeconds: number, options: StageOptions = {}) {
    const performed = await perform(agent(), {
      ...options,
      config: { run_ct_min: -1, ...options.config },
      service: { now: () => now },
      step: (service) => ({
        clockStartsAt: now + fastSeconds * 1000,
        variables: ofOwnPipeline(service, 900),
      }),
    });
    const asked = performed.service.requests.flatMap(({ query }) => query.get("minTime") ?? []);
    const report = reportIn(performed.log).map((line) => line.replaceAll(performed.base, "BASE"));
    return { ...performed, asked, report, summary: performed.summaries["Pipeline Monitor"] ?? "" };
  }

  const early = failing(1, ["x"], { finishedSecondsAgo: 3300 });
  const told = `nightly import ${number(1)} failed: status completed, result failed.`;

  it("that is fast: sees the whole hour, by the service's time, and says so", async () => {
    const { report, asked, issues, summary, result } = await watch(600, { runs: [early] });
    assert.ok(report[1]?.startsWith(told), report.join("\n"));
    assert.deepEqual(asked, ["2026-11-20T02:28:30Z", "2026-11-20T02:18:30Z"]);
    assert.match(
      issues[0]?.message ?? "",
      /^The agent's clock is (10 min|9 min 59 s) fast: it says 2026-11-20 03:29:00 UTC, the build service's says 2026-11-20 03:19:00 UTC\. The monitor uses the service's time\. Set the agent's clock\.$/,
    );
    assert.match(
      summary,
      /1 run finished from 2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC\.\n\nThe agent's clock is/,
    );
    assert.equal(result, "Succeeded");
  });
});
