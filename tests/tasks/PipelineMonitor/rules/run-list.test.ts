import assert from "node:assert/strict";
import { idOf, type RunRecord } from "../../../../shared/azure-devops/records";
import { runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { attemptOf } from "../../../../tasks/PipelineMonitor/issue/memory";
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

  it("checks what silence has released beside the window, and nothing that a report has dealt with", async () => {
    const [seen, listed] = [
      failedRun({ id: 1, finishTime: second - 60 }),
      failedRun({ id: 2, finishTime: second }),
    ];
    const known = {
      ...{ until: second - 7200, wholeUntil: 0, problems: [], states: [] },
      seen: [attemptOf(seen)],
    };
    async function* pages() {
      yield [seen, listed].map((run) => ({ run }));
    }
    const times = { queueTime: second - 86_500, startTime: second - 86_500, finishTime: second - 86_400 };
    const released = [failedRun({ id: 3, ...times }), failedRun({ id: 4, ...times, result: "succeeded" })];
    const list = { window: sinceLast(now, known), pages: pages(), clockNote: "" };
    const report = await readRuns(config, list, memoryContext(), { known, limitsUntil: 0, released });
    assert.deepEqual([report.issues.map((issue) => runOf(issue)?.id), report.runCount], [[2, 3], 2]);
    assert.deepEqual(
      report.records.slice(2),
      released.map((run) => ({ run })),
    );
    assert.deepEqual(report.known, known);
  });
});
