import assert from "node:assert/strict";
import { emptyJournal } from "../../../../../../shared/journal/schema";
import { findMissed } from "../../../../../../tasks/PipelineMonitor/features/missed-runs/find-missed";
import { missedIssue } from "../../../../../../tasks/PipelineMonitor/features/missed-runs/missed-issue";
import { sinceLast } from "../../../../../../tasks/PipelineMonitor/issue/window";
import { noteFound, noteRuns } from "../../../../../../tasks/PipelineMonitor/journal/note";
import { fold } from "../../../../../../tasks/PipelineMonitor/ledger/fold";
import { failedRun } from "../../../failed-run";
import { configWith, now } from "../../../monitor-stage";
import { memoryContext, projectReport } from "../../../report-stage";
import { everyDay, schedule } from "../../../schedules/story";
import { noSilence } from "../../../silences";

const second = now / 1000;
const oneOClock = Date.UTC(2026, 10, 20, 1) / 1000;
const day = 24 * 60;
const times = { max_proc_time: 900, min_proc_time: 0 };
const pipelines = { default: times, nightly: { schedule: "auto", repair: { missed: true } } };
const config = configWith({ window: "since_last_report", notify: "changes", pipelines });
/** Due at one o'clock each day, and has run on the ten days before. */
const nightly = (definitionId: number) => {
  const times = Array.from({ length: 10 }, (_, index) => oneOClock / 60 - (10 - index) * day);
  const pattern = { slots: everyDay(60), since: oneOClock / 60 - 35 * day };
  return schedule({
    pipeline: { id: definitionId, name: "nightly" },
    pattern,
    times,
    proofs: times.slice(-2),
  });
};
const schedules = [nightly(1), nightly(2)];
const ranOf = (definitionId: number, queueTime: number) => {
  const kind = { result: "succeeded", reason: "schedule", branch: "refs/heads/main" };
  return failedRun({ pipeline: "nightly", definitionId, queueTime, ...kind });
};
const journal = noteRuns(
  emptyJournal,
  [1, 2].map((id) => ({ ...ranOf(id, oneOClock - day * 60), id, finishTime: oneOClock - day * 60 + 600 })),
  config,
);
const window = sinceLast(now, { until: second - 3600 });
const report = projectReport({
  ...{ config, journal, window },
  issues: [1, 2].map((id) => missedIssue({ config }, { ...nightly(id), at: oneOClock })),
});
/** The problems that each pipeline has after a report for which a service has such a run, or says what is disabled. */
async function entriesAfter(service: object) {
  const { entries } = fold([], report, noSilence.quiet);
  assert.equal(entries.length, 2);
  const later = await findMissed(new Map([[config, schedules]])).run(
    { ...report, entries, issues: [] },
    memoryContext({ service }),
  );
  return fold(entries, later, noSilence.quiet).entries;
}

describe("two pipelines of one name", () => {
  it("miss a run each, and a run of the one ends no problem of the other", async () => {
    const next = oneOClock + 5 * 60;
    const after = await entriesAfter({
      async *runsQueuedSince() {
        yield [{ run: ranOf(2, next) }];
      },
      queueStatus: async () => "enabled",
    });
    assert.deepEqual(
      after.map(({ content, end }) => ["about" in content && content.about, end?.at]),
      [
        [{ pipeline: { id: 1, name: "nightly" } }, undefined],
        [{ pipeline: { id: 2, name: "nightly" } }, next],
      ],
    );
  });

  it("end on their own when one of them is disabled", async () => {
    const after = await entriesAfter({
      async *runsQueuedSince() {},
      queueStatus: async (definitionId: number) => (definitionId === 1 ? "disabled" : "enabled"),
    });
    assert.deepEqual(
      after.map(({ end }) => end === undefined),
      [false, true],
    );
  });

  it("are marked in the journal one by one", () => {
    const marked = noteFound({ ...report, issues: report.issues.slice(0, 1) });
    const states = [...marked.pipelines.values()].map(({ hours }) => hours.get(oneOClock / 3600)?.state);
    assert.deepEqual(states, ["missed", undefined]);
  });
});
