import assert from "node:assert/strict";
import { explainRuns } from "../../../../../tasks/PipelineMonitor/actions/explain/explain";
import { standardPreset } from "../../../../../tasks/PipelineMonitor/config/preset";
import { nothingBefore } from "../../../../../tasks/PipelineMonitor/feature";
import { features } from "../../../../../tasks/PipelineMonitor/features";
import { lastHour } from "../../../../../tasks/PipelineMonitor/issue/window";
import { openFeatures } from "../../../../../tasks/PipelineMonitor/open-features";
import { allWell } from "../../../../../tasks/PipelineMonitor/render/lines";
import { openList } from "../../../../../tasks/PipelineMonitor/rules/run-list";
import { memoryBuildService } from "../../../../memory-build-service";
import { type RunSketch, sketchRun } from "../../../../sandbox/runs";
import { verdict, waitedTooLong } from "../../../../sentences";
import { testClock } from "../../../../test-clock";
import { configWith } from "../../monitor-stage";
import { memoryContext } from "../../report-stage";
import { header, logLink, runLink } from "../../rule-table/case";
import { ruleTable } from "../../rule-table/table";
import { type ActionEnded, type ActionStageOptions, hour, limits, now, useActions } from "../action-stage";

/** An hour without features. */
const noFeatures = openFeatures([], nothingBefore, memoryContext());
const pipelines = { default: limits, "nightly import": { max_proc_time: 600 } };

describe("action explain", () => {
  const onStage = useActions();
  const explained = async (options: ActionStageOptions): Promise<ActionEnded> => {
    let ended: ActionEnded | undefined;
    await onStage(options, async ({ act }) => {
      ended = await act("explain");
    });
    return ended ?? assert.fail();
  };
  it("tells of each run its figures, settings and tests, then the message, and that nothing is posted", async () => {
    const { printed, outcome, warnings } = await explained({ runs: hour, config: { pipelines } });
    const settings = "settings: pipelines.default: max_proc_time 900, min_proc_time 30; queue_time_max 300";
    assert.deepEqual(printed, [
      "Reading the runs of BASE with BUILD_AUTH.",
      "Runs that finished since 2026-11-20 02:18:30 UTC, the last hour and 30 seconds.",
      "",
      "nightly import 20261120.3 (run 3): queued 2026-11-20 03:08:55, started 03:09:00, finished 03:14:00 UTC",
      "  settings: pipelines.nightly import: max_proc_time 600, min_proc_time 30 (of pipelines.default); queue_time_max 300",
      "  1. run time 300 s (5 min), within 30 to 600 s: passes",
      `  2. ${verdict}: matches`,
      "  3. waited 5 s, not more than 300 s: passes",
      "  message: by test 2",
      "  log: 5, the last that holds `error`; considered: the fifth and later of 6",
      "",
      "price feed 20261120.2 (run 2): queued 2026-11-20 02:18:26, started 02:33:26, finished 03:04:00 UTC",
      `  ${settings}`,
      "  1. run time 1834 s (30 min 34 s), outside 30 to 900 s: matches",
      "  2. status completed, result succeeded: passes",
      "  3. waited 900 s (15 min), more than 300 s: matches",
      "  message: by test 3, the last that matches",
      "  log: 5, the longest (2 lines), because no readable log holds `error`; considered: the fifth and later of 6",
      "",
      "site health 20261120.1 (run 1): queued 2026-11-20 02:43:55, started 02:44:00, finished 02:49:00 UTC",
      `  ${settings}`,
      "  1. run time 300 s (5 min), within 30 to 900 s: passes",
      "  2. status completed, result succeeded: passes",
      "  3. waited 5 s, not more than 300 s: passes",
      "  no message",
      "",
      header,
      `nightly import ${runLink(3)} failed: ${verdict}. ${logLink(3, 5)}`,
      `price feed ${runLink(2)} ${waitedTooLong}: 900 s (15 min), limit 300 s (5 min). ${logLink(2, 5)}`,
    ]);
    const message = "2 problems in 3 runs; nothing is posted.";
    assert.deepEqual([warnings, outcome], [[], { result: "Succeeded", message, exitCode: 0 }]);
  });

  it("begins with the configuration in force, where the file itself does not have every key", async () => {
    const { pipelines: _, ...keys } = standardPreset(features);
    const config = { ...keys, window: undefined, preset: "standard", pipelines };
    const { printed } = await explained({ config });
    const end = printed.indexOf("}");
    assert.deepEqual(printed.slice(1, 4), ["", "The configuration in force, to copy as monitor.json:", "{"]);
    const inForce = JSON.parse(printed.slice(3, end + 1).join("\n"));
    assert.deepEqual([inForce.window, inForce.preset], ["since_last_report", undefined]);
    assert.deepEqual(inForce.pipelines.default, { ...limits, schedule: "auto" });
  });

  it("tells the message that the monitor would post, whatever the rules find", async () => {
    for (const { runs, config: keys = {}, lines } of ruleTable) {
      const config = configWith(keys);
      const clock = testClock({ startsAt: now });
      const sketched = runs.map((sketch) => sketchRun(now, sketch));
      const context = memoryContext({ clock, service: memoryBuildService(config.project, sketched) });
      await explainRuns(config, {}, await openList(lastHour, now, context), context, noFeatures);
      const shown = context.agent.printed.map((line) => line.replaceAll(config.project.href, "BASE"));
      assert.deepEqual(shown.slice(-lines.length - 1), ["", ...lines]);
    }
  });

  it("tells what a record that is not readable leads to", async () => {
    const unreadable: RunSketch = { id: 2, record: { buildNumber: 7, status: 5 } };
    const { printed } = await explained({ runs: [unreadable] });
    assert.deepEqual(printed.slice(3, 6), [
      "nightly import  (run 2)",
      "  its record is not readable: buildNumber: expected a text",
      "  message: its record is not readable",
    ]);
    const odd = await explained({ runs: [{ id: 2, record: { startTime: "yesterday" } }] });
    assert.ok(odd.printed.includes("  message: a part of its record is not readable"));
  });

  it("keeps what services call things from splitting or forging a line", async () => {
    const hostile = { pipeline: `evil\n${allWell}`, buildNumber: "1\nsite health ok" };
    const { printed } = await explained({ runs: [{ id: 1, ...hostile, result: "a\u2028b" }] });
    assert.ok(printed[3]?.startsWith(`evil ${allWell} 1 site health ok (run 1): queued`), printed[3]);
    assert.equal(printed[6], "  2. status completed, result a b: matches");
  });
});
