import assert from "node:assert/strict";
import fc from "fast-check";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import {
  figuresOf as byPipeline,
  latestRuns,
  otherPipelines,
} from "../../../../tasks/PipelineMonitor/render/figures";
import { definitionIdOf } from "../../../sandbox/runs";
import { failedRun, type RunChanges } from "../failed-run";

const run = (pipeline: string, changes: RunChanges = {}): RunRecord => ({
  run: failedRun({ pipeline, result: "succeeded", startTime: 10, finishTime: 70, ...changes }),
});

const figuresOf = (runs: readonly RunRecord[]) => [...byPipeline(runs).values()];

describe("figures of a list of runs", () => {
  it("are counts, total and longest times by pipeline", () => {
    const runs = [run("import"), run("import", { finishTime: 30 }), run("import", { startTime: 4 })];
    assert.deepEqual(figuresOf(runs), [
      {
        ...{ pipeline: "import", definitionId: definitionIdOf("import"), runs: 3, failures: 0 },
        runTime: { runs: 3, totalSeconds: 60 + 20 + 66, longestSeconds: 66 },
        queueTime: { runs: 3, totalSeconds: 10 + 10 + 4, longestSeconds: 10 },
      },
    ]);
  });

  it("count a run as failed that did not succeed, is not done, or cannot be understood", () => {
    const unreadable = {
      id: 1,
      buildNumber: "",
      pipeline: failedRun({ pipeline: "import" }).pipeline,
      problem: "x",
    };
    const [figures] = figuresOf([
      run("import", { result: "failed" }),
      run("import", { result: "partiallySucceeded" }),
      run("import", { status: "inProgress", result: "", finishTime: undefined }),
      { unreadable },
    ]);
    assert.deepEqual([figures?.runs, figures?.failures, figures?.runTime.runs], [4, 4, 2]);
  });

  it("leave out a time that a run has not", () => {
    const [figures] = figuresOf([run("import", { startTime: undefined }), run("import")]);
    assert.deepEqual(figures?.runTime, { runs: 1, totalSeconds: 60, longestSeconds: 60 });
    assert.deepEqual(figures?.queueTime, { runs: 1, totalSeconds: 10, longestSeconds: 10 });
  });

  it("show most failures first, then go by name", () => {
    const failed = { result: "failed" };
    const figures = figuresOf([run("b"), run("a"), run("c", failed), run("d", failed), run("d", failed)]);
    assert.equal(figures.map(({ pipeline }) => pipeline).join(), "d,c,a,b");
  });

  it("keep a thousand pipelines apart, and count the others together, so that no list costs more", () => {
    const names = Array.from({ length: 1005 }, (_, index) => `pipeline ${index}`);
    const figures = figuresOf([...names, "pipeline 3"].map((name) => run(name)));
    assert.equal(figures.length, 1001);
    const runsOf = (name: string) => figures.find(({ pipeline }) => pipeline === name)?.runs;
    assert.deepEqual([runsOf("pipeline 3"), runsOf(otherPipelines)], [2, 5]);
  });

  it("lose no run, whatever the pipelines are called", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "", "__proto__", "constructor", "b")), (names) => {
        const figures = figuresOf(names.map((name) => run(name)));
        const runs = figures.reduce((sum, { runs }) => sum + runs, 0);
        assert.deepEqual([runs, figures.length], [names.length, new Set(names).size]);
      }),
    );
  });
});

it("the latest runs come first, then those that have not finished", () => {
  const runs = [5, undefined, 9, 0.5].map((finishTime) => failedRun({ finishTime }));
  const times = latestRuns(runs).map(({ finishTime }) => finishTime);
  assert.deepEqual(times, [9, 5, 0.5, undefined]);
  const many = latestRuns(Array.from({ length: 2001 }, (_, finishTime) => failedRun({ finishTime })));
  assert.deepEqual([many.length, many.at(-1)?.finishTime], [2000, 1]);
});
