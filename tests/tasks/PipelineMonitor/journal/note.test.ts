import assert from "node:assert/strict";
import { attemptOf } from "../../../../shared/azure-devops/records";
import {
  type BranchSchedule,
  hourOf,
  isWatched,
  type ProjectJournal,
  pipelineKey,
} from "../../../../shared/journal/schema";
import type { CheckedRun, FoundProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { maxRuns } from "../../../../tasks/PipelineMonitor/journal/branch";
import { noteFound, noteReport } from "../../../../tasks/PipelineMonitor/journal/note";
import { emptySchedule } from "../../../../tasks/PipelineMonitor/journal/times";
import { failedRun, type RunChanges } from "../failed-run";
import { failure, missedRun, stuckRun } from "../ledger/ledger-stage";
import { configWith, now } from "../monitor-stage";
import { projectReport } from "../report-stage";

const second = now / 1000;
const hour = 3600;
/** A run that was queued so many minutes ago, waited a minute and ran for two. */
const ranAgo = (minutes: number, changes: RunChanges = {}): CheckedRun => {
  const queueTime = second - 60 * minutes;
  const times = { queueTime, startTime: queueTime + 60, finishTime: queueTime + 180 };
  return failedRun({ id: 1000 - minutes, result: "succeeded", ...times, ...changes });
};
const window = sinceLast(now, { until: second - hour });
const main = "refs/heads/main";
const config = configWith({ window: "since_last_report", runs: "scheduled", branches: [main] });

function noted(runs: readonly CheckedRun[], changes: Partial<FoundProject> = {}): ProjectJournal {
  const report = projectReport({ config, window, records: runs.map((run) => ({ run })), ...changes });
  return noteFound({ ...report, journal: noteReport(report) });
}
function pipelineIn(journal: ProjectJournal, run: Pick<CheckedRun, "pipeline"> = failedRun()) {
  return journal.pipelines.get(pipelineKey(run)) ?? assert.fail("the journal does not have it");
}
/** What became of the runs of the hour that began so many hours ago. */
const cellAt = (journal: ProjectJournal, hoursAgo: number) =>
  pipelineIn(journal).hours.get(hourOf(second) - hoursAgo);
const daysOf = (journal: ProjectJournal) => [...pipelineIn(journal).days.values()];
const branchesOf = (journal: ProjectJournal) => pipelineIn(journal).branches;
const runsIn = (journal: ProjectJournal) => branchesOf(journal).map(({ runs }) => runs.map(({ id }) => id));

describe("the journal after a report", () => {
  it("has each run that the report is about once, by pipeline and branch", () => {
    const others = [
      ranAgo(8, { branch: main }),
      ranAgo(7),
      ranAgo(150),
      ranAgo(6, { finishTime: undefined }),
    ];
    const runs = [ranAgo(9), ...others];
    const seen = sinceLast(now, { until: second - hour, seen: [attemptOf(ranAgo(7))] });
    const first = noted(runs, { window: seen, journal: noted([]) });
    assert.deepEqual(runsIn(first), [[991], [992]]);
    const other = ranAgo(5, { definitionId: 8 });
    const next = noted([...runs, other], { journal: first, window: sinceLast(now, { until: second - 60 }) });
    assert.deepEqual(runsIn(next), [[991, 993], [992]], "it reached the list late");
    assert.equal(pipelineIn(next, other).branches[0]?.runs.length, 1);
    const many = Array.from({ length: 100 }, (_, id) => ranAgo(5, { id }));
    assert.equal(runsIn(noted(many))[0]?.length, maxRuns);
  });

  it("has without an earlier one what the report lists, even if a report has read it", () => {
    const seen = sinceLast(now, { until: second - hour, seen: [attemptOf(ranAgo(9))] });
    const journal = noted([ranAgo(9), ranAgo(150)], { window: seen });
    assert.deepEqual([runsIn(journal), journal.since], [[[991]], second - hour - 30]);
  });

  it("shows the worst of an hour and of a day, by when runs were queued", () => {
    const [good, failed] = [ranAgo(5), ranAgo(5, { result: "failed" })];
    const slow = ranAgo(5, { verdict: "ranTooLong" });
    for (const [expected, ...runs] of [
      ["well", good],
      ["limit", slow, good],
      ["failed", failed, slow, good],
    ] as const) {
      const journal = noted(runs.map((run, id) => ({ ...run, id })));
      assert.deepEqual([cellAt(journal, 0)?.state, daysOf(journal)[0]?.state], [expected, expected]);
    }
    const journal = noted([ranAgo(5), ranAgo(30, { result: "failed" })]);
    const [present, counts] = [hourOf(second), { queued: 1, checked: 1, failed: 0, flaky: 0 }];
    assert.deepEqual(cellAt(journal, 0), { hour: present, state: "well", ...counts });
    assert.deepEqual(cellAt(journal, 1), { hour: present - 1, state: "failed", ...counts, failed: 1 });
  });

  it("has of a run that a filter hides only that it was queued", () => {
    const manual = ranAgo(5, { reason: "manual", result: "failed" });
    const journal = noted([manual, ranAgo(6, { branch: "refs/heads/other" })]);
    assert.deepEqual(
      [cellAt(journal, 0), daysOf(journal)],
      [{ hour: hourOf(second), state: "none", queued: 2, checked: 0, failed: 0, flaky: 0 }, []],
    );
    const isOut = branchesOf(journal).map((branch) => branch.isOut);
    assert.deepEqual(isOut, [true, true]);
  });

  it("has the figures of each day of the time zone, and the median of the runs that it still has", () => {
    const ran = (minutes: number, seconds: number, waited = 60) => {
      const run = ranAgo(minutes);
      const startTime = (run.queueTime ?? 0) + waited;
      return { ...run, startTime, finishTime: startTime + seconds };
    };
    const runs = [ran(30, 100), ran(20, 500, 90), { ...ran(19, 300), result: "failed" }, ran(18, 400)];
    const days = daysOf(noted([...runs, ranAgo(17, { startTime: undefined, id: 1 })]));
    assert.deepEqual(days, [
      {
        day: Math.floor(second / (24 * hour)),
        ...{ state: "failed", runs: 5, failures: 1, timedRuns: 4, totalSeconds: 1300, medianSeconds: 300 },
        ...{ longestSeconds: 500, longestWaitSeconds: 90, longestWaitId: 980, flakyCommits: 0 },
      },
    ]);
    // Its midnight is at 03:00 UTC.
    const zoned = configWith({ window: "since_last_report", time_zone: "America/Sao_Paulo" });
    const counts = daysOf(noted(runs, { config: zoned })).map((day) => day.runs);
    assert.deepEqual(counts, [2, 2]);
  });

  it("counts in each day the commits on which runs failed and passed", () => {
    const failed = { commit: "a", result: "failed" };
    const runs = [ranAgo(9, failed), ranAgo(8, { commit: "a" }), ranAgo(7, failed)];
    assert.equal(daysOf(noted(runs))[0]?.flakyCommits, 1);
  });

  it("marks the hours in which a run did not start or is stuck, and has the kind of each cause", () => {
    const run = ranAgo(9, { result: "failed" });
    const { code: _, explanation = assert.fail(), ...issue } = failure(run);
    const issues = [
      missedRun(second - 2 * hour),
      missedRun(second - 3 * hour, "another"),
      stuckRun({ queueTime: second - 4 * hour, startTime: undefined }),
      stuckRun({ definitionId: 8, queueTime: second - 5 * hour }),
      { ...issue, code: "failed", explanation: { ...explanation, kind: "lostAgent" } },
    ];
    const journal = noted([run], { issues });
    const states = [0, 1, 2, 3, 4, 5].map((ago) => cellAt(journal, ago)?.state);
    assert.deepEqual(states, ["failed", undefined, "missed", undefined, "stuck", undefined]);
    assert.equal(branchesOf(journal)[0]?.runs[0]?.cause, "lostAgent");
  });

  it("is not watched before it begins, and where a report left hours out", () => {
    const journal = noted([]);
    const from = second - hour - 30;
    assert.deepEqual([isWatched(journal, from, second), isWatched(journal, from - 1, second)], [true, false]);
    const later = sinceLast(now + 20 * 24 * hour * 1000, { until: second });
    const listed = later.listedSince.getTime() / 1000;
    const after = noted([], { window: later, journal });
    assert.deepEqual([after.gaps, after.since], [[[second, listed]], from]);
    assert.ok(isWatched(after, from, second) && isWatched(after, listed, listed + 9));
    assert.ok(!isWatched(after, second, second + 1));
  });

  it("has when schedules started runs, and forgets pipelines that have not run for long", () => {
    const journal = noted([ranAgo(9, { reason: "schedule" }), ranAgo(8, { reason: "manual" })]);
    assert.deepEqual(pipelineIn(journal).schedules[0]?.times, [Math.floor(second / 60) - 9]);
    const inYear = sinceLast(now + 365 * 24 * hour * 1000, { until: second });
    assert.equal(noted([], { journal, window: inYear }).pipelines.size, 0);
  });

  it("has all times of four weeks only where a schedule is learned, and the pipeline as long as its schedule is known", () => {
    const journal = noted([ranAgo(9)]);
    const times = Array.from({ length: 400 }, (_, index) => Math.floor(second / 60) - 400 + index);
    const withSchedule = (of: ProjectJournal, changes: Partial<BranchSchedule>): ProjectJournal => ({
      ...of,
      pipelines: new Map(
        [...of.pipelines].map(([key, one]) => [
          key,
          { ...one, schedules: [{ ...emptySchedule(), ...changes }] },
        ]),
      ),
    });
    const known = withSchedule(journal, { times });
    const kept = (schedule: string | undefined) => {
      const entry = { max_proc_time: 900, min_proc_time: 0, ...(schedule === undefined ? {} : { schedule }) };
      const learning = configWith({ window: "since_last_report", pipelines: { default: entry } });
      const next = noted([], { config: learning, journal: known });
      const pattern = { slots: [60], since: 0 };
      const idle = withSchedule(next, { pattern });
      const inYear = sinceLast(now + 365 * 24 * hour * 1000, { until: second });
      const later = noted([], { config: learning, journal: idle, window: inYear });
      return [pipelineIn(next).schedules[0]?.times.length, later.pipelines.size];
    };
    assert.deepEqual(
      [kept("auto"), kept(undefined)],
      [
        [400, 1],
        [300, 0],
      ],
    );
  });

  it("counts a run that was run again once, as it ended last", () => {
    const failed = ranAgo(9, { result: "failed" });
    const again = { ...failed, result: "succeeded", finishTime: second - 60 };
    const journal = noted([again], { journal: noted([failed]) });
    assert.deepEqual(runsIn(journal), [[failed.id]]);
    const [hours, days] = [[...pipelineIn(journal).hours.values()], daysOf(journal)];
    assert.deepEqual([hours.length, days.length], [1, 1]);
    assert.deepEqual([hours[0]?.queued, days[0]?.runs, days[0]?.state], [1, 1, "well"]);
  });

  it("has the last name of a pipeline", () => {
    const before = noted([ranAgo(9, { pipeline: "old", definitionId: 7 })]);
    const journal = noted([ranAgo(8, { pipeline: "new", definitionId: 7 })], { journal: before });
    assert.deepEqual(pipelineIn(journal).pipeline, { id: 7, name: "new" });
  });

  it("knows of no row of failures across a gap", () => {
    const journal = noted([ranAgo(9, { result: "failed" })]);
    const later = sinceLast(now + 60 * 24 * hour * 1000, { until: second });
    assert.deepEqual(branchesOf(noted([], { journal, window: later })), []);
  });

  it("counts the first failure of a new branch as one, if the earlier runs of its pipeline were read", () => {
    const known = noted([ranAgo(9)]);
    const pipelines = new Map([...known.pipelines].map(([key, one]) => [key, { ...one, isRead: true }]));
    const journal = noted([ranAgo(8, { branch: main })], { journal: { ...known, pipelines } });
    const isCut = branchesOf(journal).map((branch) => branch.isCut);
    assert.deepEqual(isCut, [true, false]);
  });

  it("keeps that a branch was not seen until something has dealt with it", () => {
    const off = configWith({ window: "since_last_report", pipelines: { default: { check_flag: false } } });
    const journal = noted([ranAgo(9)], { config: off });
    const after = noted([], { journal, window: sinceLast(now, { until: second }) });
    assert.deepEqual(
      [journal, after].map((one) => branchesOf(one)[0]?.isOut),
      [true, true],
    );
  });
});
