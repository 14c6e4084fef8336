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
    const report = { ...hourOf(0, 0), runs, problems: [], missedRuns: [], pipelines: [] };
    const names = (onlyIssues: boolean) => ganttOf(report, onlyIssues).rows.map(({ pipeline }) => pipeline);
    assert.deepEqual(names(false), ["broken", "slower", "slow", "stock levels", "a fine", "z fine"]);
    assert.deepEqual(names(true), ["broken", "slower", "slow", "stock levels"]);
  });

  it("reaches back for waits before the window, but a run that began long before is cut, and its limit outside", () => {
    const report = { ...quietHour(), missedRuns: [] };
    const [run] = report.runs;
    assert.ok(run);
    const chartWith = (queueTime: number) => {
      const old = { ...run, queueTime, startTime: queueTime, limits: { maxSeconds: 1200 } };
      const { scale, rows } = ganttOf({ ...report, runs: [old] }, false);
      const [bar] = rows.flatMap(({ bars }) => bars);
      return [scale.from, bar?.at, bar?.cutSince, bar?.limitAt];
    };
    assert.deepEqual(chartWith(from - 600), [from - 600, 0, undefined, 28.57]);
    assert.deepEqual(chartWith(from - 86_400), [from, 0, from - 86_400, undefined]);
  });

  it("has the marks of missed runs below all bars", () => {
    const missedRuns = [{ pipeline: "a", at: from + 60 }];
    const run = { pipeline: "a", number: "1", verdict: "ok", startTime: from, finishTime: to } as const;
    const rowOf = (runs: readonly (typeof run)[]) =>
      ganttOf({ ...quietHour(), runs: [...runs], missedRuns }, false).rows[0];
    const { bars = [], missedTop = 0, height = 0, laneHeight = 0 } = rowOf([run, run]) ?? {};
    assert.ok(bars.every(({ top }) => top + laneHeight <= missedTop - 5) && missedTop + 5 < height);
    assert.deepEqual([rowOf([])?.missedTop, rowOf([])?.height], [14, 28]);
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
