import assert from "node:assert/strict";
import { type OptionalStage, runOptional } from "../../../../tasks/PipelineMonitor/issue/report";
import { memoryContext, projectReport } from "../report-stage";

describe("an optional stage", () => {
  const before = projectReport({ skipped: ["history"] });
  const run = (changes: Partial<OptionalStage>, context = memoryContext()) => {
    const stage: OptionalStage = { name: "mean waits", isEnabled: () => true, run: async (report) => report };
    return runOptional({ ...stage, ...changes }, before, context);
  };

  it("adds to the report if the configuration enables it, and does nothing otherwise", async () => {
    const grow: OptionalStage["run"] = async (report) => ({ ...report, runCount: 7 });
    assert.deepEqual(await run({ run: grow }), { ...before, runCount: 7 });
    assert.equal(await run({ run: grow, isEnabled: () => false }), before);
  });

  it("leaves the report as it was if it fails, but for its name, and a warning", async () => {
    const context = memoryContext();
    const fail = () => Promise.reject(new Error("down"));
    assert.deepEqual(await run({ run: fail }, context), { ...before, skipped: ["history", "mean waits"] });
    assert.deepEqual(context.agent.warnings, ["Could not check mean waits: down"]);
  });

  it("keeps the report from saying that all is well if it fails and finds issues of its own", async () => {
    const fail = () => Promise.reject(new Error("down"));
    assert.equal((await run({ run: fail, findsIssues: true })).isWhole, false);
  });
});
