import assert from "node:assert/strict";
import { listedRecords } from "../../../../tasks/PipelineMonitor/issue/report";
import { type OptionalStage, runOptional } from "../../../../tasks/PipelineMonitor/issue/stage";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { failedRun } from "../failed-run";
import { configWith } from "../monitor-stage";
import { memoryContext, projectReport } from "../report-stage";

describe("an optional stage", () => {
  const before = projectReport({ skipped: ["history"], mayLast: ["stuck"] });
  const run = (changes: Partial<OptionalStage>, context = memoryContext()) => {
    const stage: OptionalStage = { name: "mean waits", run: async (report) => report };
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
    const after = await run({ run: fail, findsIssues: true, looksFor: ["missed"] });
    assert.deepEqual(
      [after.isWhole, after.mayLast],
      [false, ["stuck", "missed"]],
      "what it looks for may last",
    );
  });
});

describe("listedRecords", () => {
  it("are those of the window that no filter hides, and all that cannot be read", () => {
    const window = sinceLast(10_000_000, { until: 9000 });
    const run = (id: number, finishTime: number, reason = "schedule") => ({
      run: failedRun({ id, finishTime, reason }),
    });
    const unreadable = { unreadable: { id: 5, buildNumber: "", pipeline: undefined, problem: "x" } };
    const records = [run(1, 9500), run(2, 100), run(3, 9500, "manual"), unreadable, run(4, 100, "manual")];
    const report = projectReport({ config: configWith({ runs: "scheduled" }), window, records });
    assert.deepEqual(listedRecords(report), [records[0], unreadable]);
  });
});
