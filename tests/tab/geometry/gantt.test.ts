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

  const run = (changes: Partial<ReportRun>): ReportRun => ({
    ...{ pipeline: "a", number: "1", verdict: "ok", startTime: from, finishTime: to, ...changes },
  });
  const empty = { ...hourOf(0, 0), problems: [], missedRuns: [] };

  it("orders pipelines by their worst issue, one without a run last, then by the number of issues, then by name", () => {
    const runs = [
      ...[run({ pipeline: "z fine" }), run({ pipeline: "a fine" })],
      ...["slow", "slower", "slower"].map((pipeline) => run({ pipeline, verdict: "ranTooLong" })),
      run({ pipeline: "broken", verdict: "failed" }),
    ];
    const names = (onlyIssues: boolean) =>
      ganttOf({ ...empty, runs }, onlyIssues).rows.map(({ pipeline }) => pipeline);
    assert.deepEqual(names(false), ["broken", "slower", "slow", "stock levels", "a fine", "z fine"]);
    assert.deepEqual(names(true), ["broken", "slower", "slow", "stock levels"]);
  });

  it("reaches back for waits before the window, but a run that began long before is cut, and its limit outside", () => {
    const chartWith = (queueTime: number) => {
      const old = run({ queueTime, startTime: queueTime, limits: { maxSeconds: 1200 } });
      const { scale, rows } = ganttOf({ ...quietHour(), runs: [old] }, false);
      const [bar] = rows.flatMap(({ bars }) => bars);
      return [scale.from, bar?.at, bar?.cutSince, bar?.limitAt];
    };
    assert.deepEqual(chartWith(from - 600), [from - 600, 0, undefined, 28.57]);
    assert.deepEqual(chartWith(from - 86_400), [from, 0, from - 86_400, undefined]);
  });

  it("has the marks of missed runs below all bars", () => {
    const missedRuns = [{ pipeline: "a", at: from + 60 }];
    const rowOf = (runs: ReportRun[]) =>
      ganttOf({ ...empty, runs, missedRuns }, false).rows[0] ?? assert.fail();
    const { bars, missedTop, height, laneHeight } = rowOf([run({}), run({})]);
    assert.ok(bars.every(({ top }) => top + laneHeight <= missedTop - 5) && missedTop + 5 < height);
    const { missedTop: topAlone, height: heightAlone } = rowOf([]);
    assert.deepEqual([topAlone, heightAlone], [14, 28]);
  });

  it("has a row for each pipeline by its id, whatever the lists call it", () => {
    const runs = [run({ definitionId: 7 }), run({ definitionId: 8 })];
    const missedRuns = [{ pipeline: "a, as it was called", definitionId: 8, at: from + 60 }];
    const [shown] = hourOf(12).problems;
    const renamed = { name: "a, as it is called now" };
    const problems = [7, 7, 9].flatMap((id) =>
      shown ? [{ ...shown, pipeline: "b", definition: { ...renamed, id } }] : [],
    );
    const { rows } = ganttOf({ ...empty, runs, missedRuns, otherIssues: [], problems }, false);
    assert.deepEqual(
      rows.map(({ pipeline, bars, missed }) => [pipeline, bars.length, missed.length]),
      [
        ["a", 1, 0],
        ["a", 1, 1],
        ["b", 0, 0],
      ],
    );
  });

  it("keeps its scale when only issues are wanted", () => {
    const before = run({ startTime: from - 600, finishTime: from + 1 });
    assert.equal(ganttOf({ ...empty, runs: [before] }, true).scale.from, from - 600);
  });

  it("shows a pipeline without runs, unless only issues are wanted", () => {
    const report = { ...quietHour(), runs: [] };
    assert.equal(ganttOf(report, false).rows.length, 12);
    assert.deepEqual(ganttOf(report, true).rows, []);
  });
});
