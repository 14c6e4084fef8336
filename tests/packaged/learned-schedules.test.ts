import assert from "node:assert/strict";
import { allWell } from "../../tasks/PipelineMonitor/render/lines";
import { didNotStart } from "../did-not-start";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { at, hour, useReportWindow } from "./report-window-stage";

const day = 24 * hour;
const keys = {
  notify: "changes",
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30, schedule: "auto" } },
};

/** The run of a day at 01:00 UTC, counted from the first report, which is at 03:19. */
function nightly(index: number, changes: RunSketch = {}) {
  const queued = index * day - 139 * 60;
  return sketchRun(at(queued + 65), {
    ...{ id: 100 + index, runSeconds: 60, queuedSeconds: 5, finishedSecondsAgo: 0 },
    record: { reason: "schedule", sourceVersion: "c0ffee" },
    ...changes,
  });
}

const weeks = Array.from({ length: 28 }, (_, index) => nightly(index - 27));

describe("packaged PipelineMonitor, learned schedules", () => {
  const { stage } = useReportWindow();
  it("tell a run that is missing, with the evidence, and know it from then on", () =>
    stage(
      async (watch) => {
        await watch({ start: 0 });
        const [early, missed, known] = [
          await watch({ start: day - hour }),
          await watch({ start: day }),
          await watch({ start: day + hour }),
        ];
        assert.deepEqual(early.report, [allWell]);
        assert.match(
          missed.report[1] ?? "",
          new RegExp(String.raw`^nightly import ${didNotStart} at 01:00 UTC \(every day for 4 weeks\)\.$`),
        );
        assert.doesNotMatch(known.report.join(), new RegExp(didNotStart));
      },
      keys,
      { runs: weeks },
    ));
});
