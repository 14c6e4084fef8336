import assert from "node:assert/strict";
import type { RunSketch } from "../../../../../sandbox/runs";
import { fewerThan } from "../../../../../sentences";
import { limits, useActions } from "../../../actions/action-stage";
import { header } from "../../../rule-table/case";

const day = 86_400;

describe("action explain", () => {
  const onStage = useActions();

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
    let printed: readonly string[] = [];
    await onStage({ runs, config: { window: "since_last_report", pipelines } }, async ({ act }) => {
      ({ printed } = await act("explain"));
    });
    assert.deepEqual(printed.slice(2), [
      "The monitor itself begins where its last report ended. This explains the last hour.",
      "",
      "Learned schedules:",
      "a rare one: no pattern in its runs, so none is reported as missed",
      'changing: "schedule": "0 19 * * *" (every day at 19:00 UTC, 3 weeks); not proven to run without changes, so none is reported as missed',
      'nightly import: "schedule": "0 19 * * *" (every day at 19:00 UTC, 3 weeks)',
      'partly: "schedule": "0 19,22 * * *" (every day at 19:00 and 22:00 UTC, 3 weeks); not reported as missed, because not proven to run without changes: every day at 22:00 UTC',
      "",
      header,
      fewerThan(0, 0),
      "given: no scheduled run came at a time of its `schedule` in three weeks. Its runs show 0 19 * * *.",
    ]);
  });
});
