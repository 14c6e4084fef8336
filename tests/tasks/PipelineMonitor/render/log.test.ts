import assert from "node:assert/strict";
import { renderTable } from "../../../../tasks/PipelineMonitor/render/log";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { projectReport } from "../report-stage";

/** The table of a project with a run of each of these pipelines, which waited forever. */
const tableOf = (names: readonly string[]) => {
  const finishTime = Date.UTC(2026, 10, 20, 3) / 1000;
  const records = names.map((pipeline) => ({
    run: failedRun({ pipeline, startTime: undefined, finishTime }),
  }));
  return renderTable([projectReport({ records })], sanitize);
};

describe("the table in the log", () => {
  it("calls pipelines without a name others, and has room for forty characters of a name", () => {
    assert.deepEqual(tableOf(["", "x".repeat(41)]), [
      `Pipeline${" ".repeat(34)}Runs  Problems  Failed  Mean time  Longest`,
      `(others)${" ".repeat(37)}1         0       1`,
      `${"x".repeat(23)}…${"x".repeat(16)}     1         0       1`,
      "",
    ]);
  });

  it("has a hundred pipelines, and counts the others", () => {
    const names = Array.from({ length: 101 }, (_, index) => `p${index}`);
    assert.deepEqual([tableOf(names.slice(1)).length, tableOf(names).length], [102, 103]);
    assert.deepEqual(tableOf(names).slice(-2), ["… and 1 more pipeline", ""]);
  });
});
