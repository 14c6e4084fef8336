import assert from "node:assert/strict";
import { idOf, type RunRecord } from "../../../../shared/azure-devops/records";
import { runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { readRuns } from "../../../../tasks/PipelineMonitor/rules/run-list";
import { failedRun } from "../failed-run";
import { memoryContext, projectReport } from "../report-stage";

const now = Date.UTC(2026, 10, 20, 3, 19, 40);
const second = now / 1000;

describe("readRuns", () => {
  const config = { ...projectReport().config, runCountMin: -1 };
  const finishedAgo = (id: number, seconds: number): RunRecord => {
    const startTime = second - seconds - 60;
    return { run: failedRun({ id, queueTime: startTime, startTime, finishTime: second - seconds }) };
  };
  const read = (...pages: RunRecord[][]) => {
    const window = sinceLast(now, { until: second - 7200 });
    async function* inPages() {
      yield* pages;
    }
    return readRuns(config, { window, pages: inPages(), clockNote: "" }, memoryContext());
  };

  it("keeps every record of all pages in their order, and counts those of the window", async () => {
    const unreadable = { id: 4, buildNumber: "", pipeline: undefined, problem: "status: expected a text" };
    const pages = [
      [finishedAgo(1, 60), finishedAgo(2, 7100)],
      [finishedAgo(3, 7300), { unreadable }],
    ];
    const { records, runCount, issues } = await read(...pages);
    assert.deepEqual(
      records.map((record) => idOf(record)),
      [1, 2, 3, 4],
    );
    assert.equal(runCount, 3);
    // The third finished before the last report, which did not see it.
    assert.deepEqual(
      issues.map((issue) => runOf(issue)?.id),
      [1, 2, 3, undefined],
    );
  });

  it("keeps nothing of a run that only the digest needs", async () => {
    const run = failedRun({ finishTime: second - 60, commit: "0123abcd", branch: "refs/heads/main" });
    const { commit: _, ...kept } = run;
    assert.deepEqual((await read([{ run }])).records, [{ run: { ...kept, verdict: "failed" } }]);
  });
});
