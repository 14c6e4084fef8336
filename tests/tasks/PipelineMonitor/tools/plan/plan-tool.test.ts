import assert from "node:assert/strict";
import { findPlan } from "../../../../../tasks/PipelineMonitor/tools/plan/plan";
import { minutesOf, planTool, renderPlan } from "../../../../../tasks/PipelineMonitor/tools/plan/plan-tool";
import { memoryAgent } from "../../../../memory-agent";
import { testClock } from "../../../../test-clock";

const cancelled = new AbortController().signal;

describe("minutesOf", () => {
  it("takes minutes, hours and a day", () => {
    assert.deepEqual(
      ["1m", " 6m ", "90m", "2h", "24h", "1d", "1440m"].map(minutesOf),
      [1, 6, 90, 120, 1440, 1440, 1440],
    );
  });

  it("takes nothing else", () => {
    for (const text of ["", "0m", "1441m", "25h", "2d", "6", "m", "6 m", "6s", "-6m", "1.5h", "99999m"])
      assert.equal(minutesOf(text), undefined, text);
  });
});

describe("renderPlan", () => {
  it("say what it takes, and that variables have to be made again for the further pipelines", () => {
    const lines = renderPlan(6, findPlan(6));
    assert.equal(
      lines[0],
      "To run every 6 minutes takes 2 pipelines, which take turns: 840 runs a week at most for each, of 1000.",
    );
    assert.match(lines[1] ?? "", /^Variables and permissions .* Set them for each new pipeline,$/);
    const one = renderPlan(60, findPlan(60));
    assert.equal(one[0], "One pipeline can run every 60 minutes: 168 runs a week, of 1000.");
    assert.ok(!one.join("\n").includes("Variables"));
  });

  it("say where a day is no multiple of the time", () => {
    assert.ok(
      renderPlan(7, findPlan(7)).includes(
        "A day is not a multiple of 7 minutes, so they start again at 00:00 UTC.",
      ),
    );
    assert.ok(!renderPlan(6, findPlan(6)).join("\n").includes("multiple"));
  });
});

describe("planTool", () => {
  it("refuses a time that is none, or out of range", async () => {
    const agent = memoryAgent({ inputs: { every: "6s" } });
    await assert.rejects(planTool.act({ agent, clock: testClock(), cancelled }), {
      message: '--every: expected a time from 1m to 1d, such as 6m, 90m or 2h, got "6s"',
    });
    assert.deepEqual(agent.printed, []);
  });
});
