import assert from "node:assert/strict";
import { createDigestFigures, meanOf } from "../../../../tasks/PipelineMonitor/digest/figures";
import { day, digestOf, digestRun, period } from "./digest-stage";

describe("createDigestFigures", () => {
  it("counts each run in the week of its finish, and none outside both weeks", () => {
    const [pipeline] = digestOf([
      ...[0, 15, 14.001].map((daysAgo) => ({ daysAgo })),
      ...[1 / day, 1, 7].map((daysAgo) => ({ daysAgo, result: "failed" })),
      ...[7.001, 14].map((daysAgo) => ({ daysAgo })),
    ]).pipelines;
    assert.deepEqual([pipeline?.current.runs, pipeline?.current.failures], [3, 3]);
    assert.deepEqual([pipeline?.before.runs, pipeline?.before.failures], [2, 0]);
  });

  it("has the pipelines with the most failures first, then by name; one without a run this week too", () => {
    const { pipelines } = digestOf([
      { pipeline: "b" },
      { pipeline: "c", result: "canceled" },
      { pipeline: "a", daysAgo: 8, result: "failed" },
    ]);
    assert.deepEqual(
      pipelines.map(({ pipeline, current, before }) => [pipeline, current.runs, before.failures]),
      [
        ["c", 1, 0],
        ["a", 0, 1],
        ["b", 1, 0],
      ],
    );
  });

  it("tells pipelines of one name apart by their definitions, and calls neither flaky for the other", () => {
    const commit = { pipeline: "deploy", commit: "c", branch: "b" };
    const { pipelines } = digestOf([
      { ...commit, definitionId: 7, result: "failed", queuedSeconds: 5 },
      { ...commit, definitionId: 8 },
      { ...commit, definitionId: undefined },
      { pipeline: "price feed", definitionId: 9 },
    ]);
    assert.deepEqual(
      pipelines.map(({ pipeline, flakyCommits }) => [pipeline, flakyCommits]),
      [
        ["deploy (definition 7)", 0],
        ["deploy", 0],
        ["deploy (definition 8)", 0],
        ["price feed", 0],
      ],
    );
    assert.equal(pipelines[0]?.longestWait?.run.pipeline, "deploy (definition 7)");
  });

  it("has the mean run time in whole seconds, and counts no negative or missing time, of a wrong record", () => {
    const meansOf = (...seconds: number[]) =>
      digestOf(seconds.map((runSeconds) => ({ runSeconds }))).pipelines.map(({ current }) => meanOf(current));
    assert.deepEqual(meansOf(60, 61), [61]);
    assert.deepEqual(meansOf(-5, 0, 7), [4]);
    assert.deepEqual(meansOf(-5, Number.NaN), [undefined]);
  });

  it("knows which run of this week waited longest, and none where no run has both times", () => {
    const { pipelines } = digestOf([
      { queuedSeconds: 5, buildNumber: "1" },
      { queuedSeconds: 900, buildNumber: "2" },
      { queuedSeconds: 7, buildNumber: "4" },
      { queuedSeconds: 5000, buildNumber: "3", daysAgo: 8 },
      { pipeline: "canceled", startTime: undefined },
    ]);
    const [canceled, first] = pipelines;
    assert.deepEqual(
      [canceled?.pipeline, canceled?.longestWait, canceled?.current.runTime.runs],
      ["canceled", undefined, 0],
    );
    assert.deepEqual([first?.longestWait?.run.buildNumber, first?.longestWait?.seconds], ["2", 900]);
  });

  it("does not include records without a finish time or that cannot be read, and counts them", () => {
    const figures = createDigestFigures({ ...digestOf([]), period });
    figures.count({ run: digestRun({ finishTime: undefined }) });
    figures.count({ unreadable: { id: 1, buildNumber: "", pipeline: "x", problem: "y" } });
    assert.deepEqual([figures.digest().ignored, figures.digest().pipelines], [2, []]);
  });

  it("keeps a limited number of pipelines, whatever the list holds", () => {
    const runs = Array.from({ length: 3000 }, (_, index) => ({
      pipeline: `p${index}`,
      result: "failed",
      commit: "c",
      branch: "b",
    }));
    const { pipelines } = digestOf(runs);
    const [others] = pipelines;
    assert.deepEqual([pipelines.length, others?.pipeline, others?.current.runs], [1001, "", 2000]);
  });

  it("takes 200,000 runs in seconds and little memory", () => {
    const figures = createDigestFigures({ ...digestOf([]), period });
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 200_000; index++)
      figures.count({
        run: digestRun({
          pipeline: `p${index % 50}`,
          runSeconds: index % 3000,
          commit: `c${index}`,
          branch: "b",
        }),
      });
    const mebibytes = (process.memoryUsage().heapUsed - before) / 2 ** 20;
    assert.equal(figures.digest().pipelines.length, 50);
    assert.ok(mebibytes < 150, `${mebibytes} MiB`);
  });
});
