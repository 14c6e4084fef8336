import assert from "node:assert/strict";
import { hourOf, type ProjectJournal, pipelineKey } from "../../../../shared/journal/schema";
import type { CheckedRun } from "../../../../tasks/PipelineMonitor/issue/report";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { noteFound, noteReport } from "../../../../tasks/PipelineMonitor/journal/note";
import { failedRun } from "../failed-run";
import { missedRun } from "../ledger/ledger-stage";
import { configWith, now } from "../monitor-stage";
import { projectReport } from "../report-stage";

const second = now / 1000;
const hour = 3600;
const limits = { max_proc_time: hour, min_proc_time: 0 };
const config = configWith({ window: "since_last_report", pipelines: { default: limits } });
const queued = second - 3 * hour;

/** A run that was queued three hours ago, waited a minute and ran for ten; its first attempt failed. */
const first: CheckedRun = failedRun({
  ...{ id: 5, result: "failed" },
  ...{ queueTime: queued, startTime: queued + 60, finishTime: queued + 660 },
});
/** Run again for ten minutes, up to now. `startTime` is still that of its first attempt. */
const again: CheckedRun = { ...first, result: "succeeded", finishTime: second - 60, verdict: "ranTooLong" };
/** The same as its timeline tells of it. */
const { verdict: _, ...listed } = again;
const judged: CheckedRun = { ...listed, queueTime: undefined, startTime: second - 660, attempt: 2 };

/** The journal after reports, each with the runs that it lists, and how a check of it judges them. */
function notedAfter(...reports: { runs: CheckedRun[]; judged?: CheckedRun[] }[]): ProjectJournal {
  let journal = projectReport({ config }).journal;
  for (const [index, { runs, judged: after = runs }] of reports.entries()) {
    const window = sinceLast(now, { until: second - (reports.length - index) * hour * 3 });
    const report = projectReport({ config, window, journal, records: runs.map((run) => ({ run })) });
    const found = { ...report, records: after.map((run) => ({ run })) };
    journal = noteFound({ ...found, journal: noteReport(report) });
  }
  return journal;
}

function cellsOf(journal: ProjectJournal) {
  const { hours, days, branches } = journal.pipelines.get(pipelineKey(first)) ?? assert.fail();
  return { cell: hours.get(hourOf(queued)), day: [...days.values()][0], runs: branches[0]?.runs ?? [] };
}

describe("the cell of a run that was run again", () => {
  it("is failed until then, and shows how the last attempt ended", () => {
    assert.equal(cellsOf(notedAfter({ runs: [first] })).cell?.state, "failed");
    const { cell, day, runs } = cellsOf(notedAfter({ runs: [first] }, { runs: [again], judged: [judged] }));
    assert.deepEqual(cell, {
      hour: hourOf(queued),
      state: "well",
      queued: 1,
      checked: 1,
      failed: 0,
      flaky: 0,
    });
    assert.deepEqual([day?.state, day?.runs, day?.failures], ["well", 1, 0]);
    assert.deepEqual(
      runs.map(({ attempt, result }) => [attempt, result]),
      [[2, "succeeded"]],
    );
  });

  it("has the time of the last attempt, and no wait", () => {
    for (const before of [[], [{ runs: [first] }]]) {
      const { day, runs } = cellsOf(notedAfter(...before, { runs: [again], judged: [judged] }));
      assert.deepEqual(
        [day?.timedRuns, day?.totalSeconds, day?.longestSeconds, day?.medianSeconds, day?.longestWaitSeconds],
        [1, 600, 600, 600, 0],
      );
      assert.deepEqual([runs[0]?.queueTime, runs[0]?.startTime], [queued, second - 660]);
    }
  });

  it("is failed again, or over its limit, if the last attempt was", () => {
    const failed = { ...again, result: "failed" };
    const failedAgain = notedAfter(
      { runs: [first] },
      { runs: [failed], judged: [{ ...judged, result: "failed" }] },
    );
    assert.deepEqual([cellsOf(failedAgain).cell?.state, cellsOf(failedAgain).day?.failures], ["failed", 1]);
    const slow = { ...judged, startTime: second - 2 * hour };
    assert.equal(
      cellsOf(notedAfter({ runs: [first] }, { runs: [again], judged: [slow] })).cell?.state,
      "limit",
    );
  });

  it("keeps what others made of it, and stays as it was if the journal has not all of them", () => {
    const other = { ...first, id: 6 };
    const beside = notedAfter({ runs: [first, other] }, { runs: [again], judged: [judged] });
    assert.deepEqual([cellsOf(beside).cell?.state, cellsOf(beside).day?.failures], ["failed", 1]);
    const many = Array.from({ length: 100 }, (_, index) => ({
      ...first,
      id: 100 + index,
      result: "succeeded",
    }));
    const unknown = notedAfter({ runs: [first, ...many] }, { runs: [again], judged: [judged] });
    assert.equal(cellsOf(unknown).cell?.state, "failed");
  });

  it("still shows that a run did not start", () => {
    const report = projectReport({ config, records: [{ run: again }] });
    const missed = noteFound({ ...report, issues: [missedRun(queued)], journal: noteReport(report) });
    const later = projectReport({ config, journal: missed, records: [{ run: judged }] });
    assert.equal(cellsOf(noteFound(later)).cell?.state, "missed");
  });
});
