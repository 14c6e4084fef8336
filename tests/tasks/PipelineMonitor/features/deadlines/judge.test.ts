import assert from "node:assert/strict";
import fc from "fast-check";
import { emptyJournal } from "../../../../../shared/journal/schema";
import { createRunFilter } from "../../../../../tasks/PipelineMonitor/config/filter";
import {
  type FinishedRun,
  failuresSince,
  finishedRuns,
  isAllKnown,
  judge,
} from "../../../../../tasks/PipelineMonitor/features/deadlines/judge";
import { noteRuns } from "../../../../../tasks/PipelineMonitor/journal/note";
import { failedRun } from "../../failed-run";
import { configWith } from "../../monitor-stage";

const hour = 3600;
const day = 24 * hour;
/** Times count from a deadline, and the day of the next one begins there. */
const next = { at: day, before: 0, beforeThat: -day };

function run(queueTime: number, finishTime: number, changes: Partial<FinishedRun> = {}): FinishedRun {
  const known = { id: queueTime, status: "completed", result: "succeeded", startTime: queueTime };
  return { ...known, queueTime, finishTime, isSeen: true, mayEnd: true, ...changes };
}
const failure = (queueTime: number, finishTime: number) => run(queueTime, finishTime, { result: "failed" });

/** The night before each of some deadlines, when its run is queued and finishes, in seconds after the deadline before. */
const nights = (queued: number, finished: number, deadlines = [-2, -1, 0, 1]) =>
  deadlines.map((index) => run(index * day + queued, index * day + finished));

describe("a deadline of a pipeline that runs once a day", () => {
  const seconds = fc.integer({ min: 1, max: day });

  it("is met whenever it is on time, and missed whenever it is late", () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: day - 1 }), (queued, took) => {
        const { isMet, success } = judge(next, nights(queued, queued + took));
        assert.deepEqual([isMet, success?.id], [queued + took <= day, queued]);
      }),
    );
  });

  it("is missed on every night without a success, whatever ended the problem of the night before that day's noon", () => {
    const morning = fc.integer({ min: 1, max: day / 2 - 1 });
    fc.assert(
      fc.property(morning, fc.integer({ min: 0, max: day / 2 - 1 }), fc.boolean(), (queued, took, failed) => {
        fc.pre(queued + took < day / 2);
        const good = nights(hour, 2 * hour, [-3, -2]);
        const repaired = [...good, failure(-2 * hour, -hour), run(queued, queued + took)];
        const night = failed ? [failure(20 * hour, 21 * hour)] : [];
        assert.equal(judge(next, [...repaired, ...night]).isMet, false);
        assert.equal(judge(next, [...repaired, run(20 * hour, 21 * hour)]).isMet, true);
      }),
    );
  });

  it("has as its late success the first one after it, in whatever order runs are known", () => {
    const times = fc.uniqueArray(fc.integer({ min: day + 1, max: 2 * day }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(times, (finished) => {
        const late = finished.map((time) => run(day / 2, time, { id: time }));
        const { isMet, success } = judge(next, [failure(hour, 2 * hour), ...late]);
        assert.deepEqual([isMet, success?.finishTime], [false, Math.min(...finished)]);
      }),
    );
  });
});

describe("judging a deadline", () => {
  it("counts a pipeline's first success, whenever that was", () => {
    assert.equal(judge(next, [run(hour, 2 * hour)]).isMet, true);
  });

  it("goes by when runs were queued, or began if that is unknown", () => {
    const unknown = { queueTime: undefined };
    assert.equal(judge(next, [run(-hour, hour)]).isMet, false);
    assert.equal(judge(next, [run(-hour, hour, { ...unknown, startTime: 1 })]).isMet, true);
    assert.equal(judge(next, [run(-hour, hour, { ...unknown, startTime: undefined })]).isMet, true);
    assert.deepEqual(
      [run(0, day), run(1, day), run(1, day + 1)].map((one) => judge(next, [one]).isMet),
      [false, true, false],
    );
  });

  it("counts a run that the rules do not see as the repair of one that they see, or as the end", () => {
    const hidden = { isSeen: false };
    const repair = run(10 * hour, 11 * hour, hidden);
    assert.equal(judge(next, [repair]).isMet, false);
    assert.equal(judge(next, [failure(hour, 2 * hour), repair]).isMet, true);
    assert.equal(judge(next, [failure(12 * hour, 13 * hour), repair]).isMet, false);
    const pullRequest = { ...repair, mayEnd: false };
    assert.equal(judge(next, [failure(hour, 2 * hour), pullRequest]).isMet, false);
    assert.equal(judge(next, [run(day, day + 1, { ...hidden, mayEnd: false })]).success, undefined);
    assert.equal(judge(next, [run(day, day + 1, hidden)]).success?.finishTime, day + 1);
  });

  it("names the failures since the deadline before, those after the deadline too, as far as the rules see them", () => {
    const unseen = { ...failure(2 * hour, 3 * hour), isSeen: false };
    const [early, own, after] = [failure(-hour, hour), failure(hour, 2 * hour), failure(day + 1, day + 2)];
    assert.deepEqual(failuresSince(next, [early, own, unseen, run(hour, 2 * hour), after]), [own, after]);
  });

  it("takes the runs of all branches that the filter lets through", () => {
    const of = { ...failedRun({ finishTime: 60 }), reason: "schedule" };
    const runs = ["refs/heads/main", "refs/heads/x", "refs/pull/7/merge"].map((branch, id) => ({
      ...{ ...of, id, branch },
      reason: id === 2 ? "pullRequest" : of.reason,
    }));
    const [known = assert.fail()] = noteRuns(emptyJournal, runs, configWith()).pipelines.values();
    const seen = (...filter: Parameters<typeof createRunFilter>) =>
      finishedRuns(known.branches, createRunFilter(...filter)).map(({ isSeen, mayEnd }) => [isSeen, mayEnd]);
    const [yes, no] = [
      [true, true],
      [false, false],
    ];
    assert.deepEqual(seen(), [yes, yes, yes]);
    assert.deepEqual(seen("notPullRequests"), [yes, yes, no]);
    assert.deepEqual(seen("all", ["main"]), [yes, no, no]);
  });

  it("takes a journal that goes back to the deadline before, has no gap since, and dropped no success", () => {
    const journal = { since: 0, gaps: [] };
    const branch = { branch: "", runs: [{ ...run(1, 2), reason: "", isOtherCommit: false, attempt: 1 }] };
    const kept = { ...branch, older: undefined, isCut: false, commit: "", commitResults: [], isOut: false };
    const older = { isGood: true, count: 3, since: -day };
    const isKnown = (changes: object, of: object = {}) =>
      isAllKnown(next, { ...journal, ...changes }, [{ ...kept, ...of }]);
    assert.equal(isKnown({}), true);
    assert.equal(isKnown({ since: 1 }), false);
    assert.equal(isKnown({ since: undefined }), false);
    assert.equal(isKnown({ gaps: [[-9, 0]] }), true);
    assert.equal(isKnown({ gaps: [[-9, 1]] }), false);
    assert.equal(isKnown({}, { older }), false);
    assert.equal(isKnown({}, { older: { ...older, isGood: false } }), true);
    assert.equal(isKnown({}, { older, runs: [{ ...branch.runs[0], finishTime: 0 }] }), true);
  });
});
