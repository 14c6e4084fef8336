import assert from "node:assert/strict";
import { watch } from "./monitor-stage";
import { usualConfig } from "./usual-config";

describe("the issues of a run's page", () => {
  it("are those that count for onIssues: none of a pipeline that only informs", async () => {
    const { default: defaults } = usualConfig.pipelines;
    const runs = ["nightly import", "price feed"].map((pipeline, index) => ({
      id: index + 1,
      pipeline,
      result: "failed",
    }));
    const pipelines = { default: defaults, "price *": { severity: "info" } };
    const { agent, report } = await watch(runs, { keys: { pipelines }, onIssues: "fail" });
    assert.deepEqual([report.issueCount, report.alarmCount], [2, 1]);
    assert.equal(agent.issues.length, 1);
    assert.match(agent.issues[0]?.text ?? "", /^nightly import /);
  });
});
