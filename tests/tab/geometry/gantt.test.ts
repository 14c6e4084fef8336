import assert from "node:assert/strict";
import fc from "fast-check";
import { verdicts } from "../../../shared/report/form";
import type { ReportRun } from "../../../shared/report/schema";
import { ganttOf } from "../../../tab/geometry/gantt";
import { hourOf, quietHour } from "../example-reports";

const { from, to } = hourOf(0);

const anyRun: fc.Arbitrary<ReportRun> = fc.record(
  {
    pipeline: fc.constantFrom("a", "b", "c"),
    number: fc.string(),
    verdict: fc.constantFrom(...verdicts),
    queueTime: fc.integer({ min: from - 9000, max: to + 9000 }),
    startTime: fc.integer({ min: from - 9000, max: to + 9000 }),
    finishTime: fc.integer({ min: from - 9000, max: to + 9000 }),
    limits: fc.record({ maxSeconds: fc.nat(9000), maxWaitSeconds: fc.nat(9000) }),
  },
  { requiredKeys: ["pipeline", "number", "verdict"] },
);

describe("chart of the runs", () => {
  it("keeps every bar and mark within the chart, whatever the times of a record", () => {
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 30 }), (runs) => {
        const { rows } = ganttOf({ ...hourOf(0, 0), runs, missedRuns: [], pipelines: [] }, false);
        const bars = rows.flatMap((row) => row.bars.map((bar) => ({ ...bar, height: row.height })));
        assert.equal(bars.length, runs.length);
        for (const { at, waitWidth, runWidth, limitAt = 0, top, height } of bars) {
          assert.ok(at >= 0 && waitWidth >= 0 && runWidth >= 0 && at + waitWidth + runWidth <= 100.01);
          assert.ok(limitAt >= 0 && limitAt <= 100);
          assert.ok(top >= 0 && top < height);
        }
      }),
    );
  });

  it("orders pipelines by their worst issue, one without a run last, then by the number of issues, then by name", () => {
    const run = (pipeline: string, verdict: ReportRun["verdict"]) => ({
      pipeline,
      number: "1",
      verdict,
      queueTime: from,
      startTime: from,
      finishTime: to,
    });
    const runs = [
      run("z fine", "ok"),
      run("a fine", "ok"),
      run("slow", "ranTooLong"),
      run("slower", "ranTooLong"),
      run("slower", "ranTooLong"),
      run("broken", "failed"),
    ];
    const report = { ...hourOf(0, 0), runs, missedRuns: [], pipelines: [] };
    const names = (onlyIssues: boolean) => ganttOf(report, onlyIssues).rows.map(({ pipeline }) => pipeline);
    assert.deepEqual(names(false), ["broken", "slower", "slow", "stock levels", "a fine", "z fine"]);
    assert.deepEqual(names(true), ["broken", "slower", "slow", "stock levels"]);
  });

  it("reaches back for waits before the window, but no further than the window is long", () => {
    const report = { ...quietHour(), missedRuns: [] };
    const [run] = report.runs;
    assert.ok(run);
    const scaleWith = (queueTime: number) =>
      ganttOf({ ...report, runs: [{ ...run, queueTime }] }, false).scale.from;
    assert.equal(scaleWith(from - 600), from - 600);
    assert.equal(scaleWith(from - 86_400), from - 3600);
  });

  it("keeps its scale when only issues are wanted", () => {
    const before = {
      pipeline: "a",
      number: "1",
      verdict: "ok",
      startTime: from - 600,
      finishTime: from + 1,
    } as const;
    assert.equal(ganttOf({ ...hourOf(0), runs: [before] }, true).scale.from, from - 600);
  });

  it("shows a pipeline without runs, unless only issues are wanted", () => {
    const report = { ...quietHour(), runs: [] };
    assert.equal(ganttOf(report, false).rows.length, 12);
    assert.deepEqual(ganttOf(report, true).rows, []);
  });
});
