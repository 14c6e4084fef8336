import assert from "node:assert/strict";
import { verdict } from "../sentences";
import { failing, number, ofOwnPipeline } from "./extras-stage";
import { now, perform, reportIn } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** The service's time is `now`; the agent's differs. */
describe("packaged PipelineMonitor on an agent whose clock is wrong", () => {
  const agent = useAgent();

  it("that is fast: sees the whole hour, by the service's time, and says so", async () => {
    const { service, log, base, issues, summaries, result } = await perform(agent(), {
      runs: [failing(1, ["x"], { finishedSecondsAgo: 3300 })],
      config: { run_ct_min: -1 },
      service: { now: () => now },
      step: (build) => ({ clockStartsAt: now + 600_000, variables: ofOwnPipeline(build, 900) }),
    });
    const [, line = ""] = reportIn(log).map((text) => text.replaceAll(base, "BASE"));
    const told = `nightly import ${number(1)} failed: ${verdict}.`;
    assert.ok(line.startsWith(told), line);
    const asked = service.requests.flatMap(({ query }) => query.get("minTime") ?? []);
    assert.deepEqual(asked, ["2026-11-20T02:28:30Z", "2026-11-20T02:18:30Z"]);
    assert.match(
      issues[0]?.message ?? "",
      /^The agent's clock is (10 min|9 min 59 s) fast: it says 2026-11-20 03:29:00 UTC, the build service's says 2026-11-20 03:19:00 UTC\. The monitor uses the service's time\. Set the agent's clock\.$/,
    );
    assert.match(
      summaries["Pipeline Monitor"] ?? "",
      /1 run checked, from 2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC\.\n\nThe agent's clock is/,
    );
    assert.equal(result, "Succeeded");
  });
});
