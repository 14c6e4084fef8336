import assert from "node:assert/strict";
import { activeRuns } from "../../../../../tasks/PipelineMonitor/features/metrics/metrics";
import { memoryBuildService } from "../../../../memory-build-service";
import { sketchRun } from "../../../../sandbox/runs";
import { memoryContext, projectReport } from "../../report-stage";

describe("active runs", () => {
  it("are listed unless that was done", async () => {
    const report = projectReport();
    const run = sketchRun(report.window.now, { id: 5, unfinished: "running" });
    const context = memoryContext({ service: memoryBuildService(report.config.project, [run]) });
    const { active } = await activeRuns.run(report, context);
    assert.equal(active?.map(({ id }) => id).join(), "5");
    assert.ok(activeRuns.isEnabled?.(report, context));
    assert.ok(!activeRuns.isEnabled?.({ ...report, active: [] }, context));
  });
});
