import assert from "node:assert/strict";
import { readPage } from "../pages";
import { sketchRun } from "../sandbox/runs";
import { at, hour, useReportWindow } from "./report-window-stage";

// The first report is at 03:19 UTC.
const config = {
  notify: "changes",
  time_zone: "Europe/Berlin",
  pipelines: {
    default: { max_proc_time: 86_400, min_proc_time: 0 },
    "nightly import": { finish_by: "06:00" },
  },
};
const deadline = 101 * 60;
/** A run from 03:30 UTC on, as it is so many seconds after the first report. */
const running = (seconds: number) =>
  sketchRun(at(seconds), { id: 2, unfinished: "running", runSeconds: seconds - 11 * 60 });

describe("packaged PipelineMonitor, finish_by", () => {
  const { stage } = useReportWindow();

  it("tells a missed deadline once, and the end, as the documentation shows it", () =>
    stage(async (watch, service) => {
      service.put(sketchRun(at(0), { id: 1, finishedSecondsAgo: 24 * hour, runSeconds: hour }));
      const reports: string[][] = [];
      const watched = async (start: number) => {
        const { report } = await watch({ start });
        reports.push(report.map((line) => line.replaceAll(/\((http[^)]*)\)/g, "(…)")));
      };
      await watched(0);
      service.put(running(deadline + 600));
      await watched(deadline + 600);
      service.put(running(deadline + hour));
      await watched(deadline + hour);
      const done = { id: 2, finishedSecondsAgo: 0, runSeconds: deadline + 59 * 60 };
      service.put(sketchRun(at(deadline + 70 * 60), done));
      await watched(deadline + 2 * hour);
      await watched(deadline + 3 * hour);
      const page = readPage("docs", "monitor", "schedules-and-limits.md");
      const told = reports.map((lines) => lines.filter((line) => line.includes("deadline")));
      assert.deepEqual(
        told.map(({ length }) => length),
        [0, 1, 0, 1, 0],
        JSON.stringify(reports),
      );
      for (const [line = ""] of told) assert.ok(page.includes(line), line);
    }, config));
});
