import assert from "node:assert/strict";
import { explainRuns } from "../../../../../tasks/PipelineMonitor/actions/explain/explain";
import { standardPreset } from "../../../../../tasks/PipelineMonitor/config/preset";
import { features } from "../../../../../tasks/PipelineMonitor/features";
import { lastHour } from "../../../../../tasks/PipelineMonitor/issue/window";
import { openList } from "../../../../../tasks/PipelineMonitor/rules/run-list";
import { memoryBuildService } from "../../../../memory-build-service";
import { type RunSketch, sketchRun } from "../../../../sandbox/runs";
import { testClock } from "../../../../test-clock";
import { configWith } from "../../monitor-stage";
import { memoryContext } from "../../report-stage";
import { logLink, runLink } from "../../rule-table/case";
import { ruleTable } from "../../rule-table/table";
import { noFeatures } from "../../silences";
import { type ActionEnded, type ActionStageOptions, hour, limits, now, useActions } from "../action-stage";

const day = 86_400;
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
      "  2. status completed, result failed: matches",
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
      "**Recent pipeline issues**",
      `nightly import ${runLink(3)} failed: status completed, result failed. ${logLink(3, 5)}`,
      `price feed ${runLink(2)} waited too long to start: 900 s (15 min), limit 300 s (5 min). ${logLink(2, 5)}`,
    ]);
    const message = "2 problems in 3 runs; nothing is posted.";
    assert.deepEqual([warnings, outcome], [[], { result: "Succeeded", message, exitCode: 0 }]);
  });

  it("begins with what a preset stands for", async () => {
    const { pipelines: _, ...keys } = standardPreset(features);
    const config = { ...keys, greeting: undefined, preset: "standard", pipelines };
    const { printed } = await explained({ config });
    assert.deepEqual(printed.slice(1, 11), [
      ...["", '"preset": "standard" stands for these keys:', '"greeting": true', "and in pipelines for:"],
      ...['"default": {', '  "max_proc_time": 900,', '  "min_proc_time": 30,', '  "schedule": "auto"', "}"],
      "",
    ]);
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

  it("lists the schedules that are learned, and given ones that the runs contradict", async () => {
    /** A pipeline that a schedule starts at an hour of each of 28 days, on a commit. */
    const daily = (pipeline: string, definitionId: number, commit = (_: number) => 0, hour = 19) =>
      Array.from(
        { length: 28 },
        (_, index): RunSketch => ({
          id: definitionId * 1000 + 24 * index + hour,
          ...{ pipeline, definitionId, runSeconds: 60, queuedSeconds: 0 },
          record: { reason: "schedule", sourceVersion: `c0ffee ${commit(index)}` },
          finishedSecondsAgo: index * day + (27 - hour) * 3600 + 18 * 60,
        }),
      );
    const runs = [
      ...daily("changing", 6, (index) => index),
      ...daily("a rare one", 8).slice(3, 5),
      ...[...daily("partly", 10, (index) => index + 1), ...daily("partly", 10, (index) => index, 22)],
      ...[...daily("nightly import", 7), ...daily("given", 9)],
    ];
    const pipelines = { default: { ...limits, schedule: "auto" }, given: { schedule: "0 6 * * *" } };
    const { printed } = await explained({ runs, config: { window: "since_last_report", pipelines } });
    assert.deepEqual(printed.slice(2), [
      "The monitor itself begins where its last report ended. This explains the last hour.",
      "",
      "Learned schedules:",
      "a rare one: no pattern in its runs, so none is reported as missed",
      'changing: "schedule": "0 19 * * *" (every day at 19:00 UTC, 3 weeks); not proven to run without changes, so none is reported as missed',
      'nightly import: "schedule": "0 19 * * *" (every day at 19:00 UTC, 3 weeks)',
      'partly: "schedule": "0 19,22 * * *" (every day at 19:00 and 22:00 UTC, 3 weeks); not reported as missed, because not proven to run without changes: every day at 22:00 UTC',
      "",
      "**Recent pipeline issues**",
      "Fewer runs than expected in the last hour: expected more than 0, found 0.",
      "given: no scheduled run came at a time of its `schedule` in three weeks. Its runs show 0 19 * * *.",
    ]);
  });

  it("looks at the limits of runs at any hour, so that they can be tried", async () => {
    const pipelines = { default: limits, "site health": { schedule: "0 4-23 * * *", grace: 0 } };
    const { printed } = await explained({ runs: hour, config: { runs_per_week_max: 100, pipelines } });
    assert.ok(printed.some((line) => line.startsWith("site health will reach 100 runs in 7 days at ")));
  });

  it("tells what a record that is not readable leads to", async () => {
    const unreadable: RunSketch = { id: 2, record: { buildNumber: 7 } };
    const { printed } = await explained({ runs: [unreadable] });
    assert.deepEqual(printed.slice(3, 6), [
      "nightly import  (run 2)",
      "  its record is not readable: buildNumber: expected a text",
      "  message: its record is not readable",
    ]);
  });

  it("says of an hour without issues if a check was skipped", async () => {
    await onStage({ runs: [{ id: 1 }], config: { check_unfinished: true } }, async ({ act, service }) => {
      service.faults.push({ when: ({ query }) => query.has("statusFilter"), reply: { status: 404 } });
      const said = "No recent pipeline errors in finished runs; some checks were skipped.";
      assert.equal((await act("explain")).printed.at(-1), said);
    });
  });

  it("keeps what services call things from splitting or forging a line", async () => {
    const hostile = { pipeline: "evil\nNo recent pipeline errors.", buildNumber: "1\nsite health ok" };
    const { printed } = await explained({ runs: [{ id: 1, ...hostile, result: "a\u2028b" }] });
    assert.match(printed[3] ?? "", /^evil No recent pipeline errors\. 1 site health ok \(run 1\): queued/);
    assert.equal(printed[6], "  2. status completed, result a b: matches");
  });
});
