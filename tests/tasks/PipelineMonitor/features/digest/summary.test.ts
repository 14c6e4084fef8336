import assert from "node:assert/strict";
import { digestSummary } from "../../../../../tasks/PipelineMonitor/features/digest/summary";
import { sanitize } from "../../../../sanitize";
import { type DigestRun, digested } from "./digest-stage";

const summaryOf = (runs: readonly DigestRun[], isDelivered = true) =>
  digestSummary(digested(runs), [{ name: "Night_Shift" }, { words: ": x" }], isDelivered, sanitize);

describe("digestSummary", () => {
  it("is a table of every pipeline with all figures, under the title and above the period", () => {
    const main = { pipeline: "db_backup", commit: "a", branch: "b" };
    const text = summaryOf([
      { ...main, result: "failed", runSeconds: 90 },
      { ...main, runSeconds: 150, queuedSeconds: 61, id: 9 },
      { pipeline: "db_backup", daysAgo: 8, runSeconds: 100 },
      { pipeline: "gone", daysAgo: 8, result: "failed" },
    ]);
    assert.deepEqual(text.split("\n"), [
      "Night\\_Shift: x",
      "",
      "| Pipeline | Failed | Week before | Mean run time | Week before | Longest wait | Agent minutes | Flaky commits |",
      `| --- |${" --: |".repeat(7)}`,
      "| db\\_backup | **1** of 2 | 0 of 1 | 2 min | 1 min 40 s | 1 min 1 s ([run](https://dev.azure.com/x/_build/results?buildId=9)) | 4 | **1** |",
      "| gone |  | **1** of 1 |  | 1 min |  |  | 0 |",
      "",
      "Runs that were queued from 2026-11-16 00:00:00 to 2026-11-23 00:00:00 UTC, compared with those since 2026-11-09 00:00:00 UTC.",
      "",
      "",
    ]);
  });

  it("has 100 pipelines at most, and counts the others", () => {
    const text = summaryOf(Array.from({ length: 102 }, (_, index) => ({ pipeline: `p${index}` })));
    assert.equal(text.match(/^\| p\d+ \|/gm)?.length, 100);
    assert.match(text, /^… and 2 more pipelines, with no more failures than these\.$/m);
  });

  it("says if the digest was not delivered", () => {
    assert.match(summaryOf([], false), /^\*\*The digest was not delivered:\*\* see the step's log\.$/m);
    assert.doesNotMatch(summaryOf([]), /not delivered|\|/);
  });
});
