// Needs: missed-runs, stuck-runs
import assert from "node:assert/strict";
import { limits, playHour } from "../render/problems-stage";

describe("the problems of pipelines without a finished run", () => {
  it("keep their pipelines among the totals, although no run of them has finished", async () => {
    const missed = { default: limits, export: { schedule: "0 3 * * *" } };
    const stuck = {
      id: 5,
      pipeline: "importer",
      definitionId: 5,
      unfinished: "running",
      runSeconds: 4000,
    } as const;
    const first = await playHour([{ id: 1 }, stuck], { pipelines: missed, check_unfinished: true });
    assert.deepEqual(
      first.pipelines.map(({ pipeline, runs, issues }) => `${pipeline} ${runs} ${issues}`),
      ["nightly import 1 0", "export 0 1", "importer 0 1"],
    );
    assert.match(first.summary, /^\| importer \| 0 \| \*\*1\*\* \|/m);
    assert.deepEqual(
      first.problems.map(({ pipeline, runUrl = "" }) => `${pipeline}${runUrl.split("_build")[1]}`),
      ["export", "importer/results?buildId=5"],
    );
  });
});
