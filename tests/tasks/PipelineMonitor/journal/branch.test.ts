import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../shared/azure-devops/records";
import type { BranchJournal, PastRun } from "../../../../shared/journal/schema";
import {
  emptyBranch,
  maxRuns,
  withLastRuns,
  withRuns,
} from "../../../../tasks/PipelineMonitor/journal/branch";
import { failedRun } from "../failed-run";

const none = () => false;
const isCanceled = ({ result }: PastRun) => result === "canceled";
const results = new Map(Object.entries({ g: "succeeded", f: "failed", c: "canceled" }));
/** Runs out of letters, a second apart; an id says when it finished. */
const runsOf = (letters: string, from = 1): Run[] =>
  [...letters].map((letter, index) =>
    failedRun({ id: from + index, finishTime: from + index, result: results.get(letter) ?? letter }),
  );
const runOf = (letter: string, at = 1): Run => runsOf(letter, at)[0] ?? assert.fail();
const noted = (before: BranchJournal, runs: readonly Run[], flaky: (run: Run) => void = () => undefined) =>
  withLastRuns(withRuns(before, runs, isCanceled, flaky), maxRuns, isCanceled);
const branchAfter = (letters: string) => noted(emptyBranch("main"), runsOf(letters));
const idsOf = ({ runs }: BranchJournal) => runs.map(({ id }) => id);

describe("what the journal has of a branch", () => {
  it("is its last 60 runs, in the order in which they finished, each attempt once", () => {
    const [late, first, second, third] = [1, 2, 3, 4].map((id) => runOf("f", id));
    assert.ok(late && first && second && third);
    const two = noted(emptyBranch("main"), [third, first]);
    const all = noted(two, [second, third, { ...second, finishTime: undefined }, { ...late, finishTime: 2 }]);
    assert.deepEqual(idsOf(all), [1, 2, 3, 4]);
    assert.deepEqual(noted(all, [first, second]), all);
    const kept = idsOf(branchAfter("g".repeat(100)));
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [maxRuns, 41, 100]);
    const { runs } = withRuns(branchAfter("g".repeat(60)), runsOf("g".repeat(70), 61), none, none);
    assert.equal(runs.length, 130, "all of a report");
  });

  it("has a run that was run again once, as it ended last", () => {
    const again = noted(branchAfter("f"), [{ ...runOf("g"), finishTime: 9 }]);
    const endings = again.runs.map(({ attempt, result }) => `${attempt} ${result}`);
    assert.deepEqual(endings, ["2 succeeded"]);
  });

  it("is of earlier runs the streak that ended with the last of them, without those that the rules do not see", () => {
    const older = (letters: string) => {
      const { older: streak, isCut } = branchAfter(`${letters}${"g".repeat(60)}`);
      return { ...streak, isCut };
    };
    assert.deepEqual(older(""), { isCut: true });
    assert.deepEqual(older("ff"), { isGood: false, count: 2, since: 1, isCut: true });
    assert.deepEqual(older("fgcg"), { isGood: true, count: 2, since: 2, isCut: false });
    const all = branchAfter("g".repeat(100));
    const unknown = { ...runOf("g", 500), finishTime: 20 };
    assert.deepEqual(noted(all, [unknown]), all, "its place is not known any more");
  });

  const unit = fc.constantFrom("g", "g", "g", "f", "c");
  const letters = fc.string({ unit, minLength: 1, maxLength: 300, size: "max" });

  it("is the same if earlier runs are read later, page by page", () => {
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 100 }), (text, size) => {
        const runs = runsOf(text);
        let known = emptyBranch("main");
        for (let end = runs.length; end > 0; end -= size)
          known = noted(known, runs.slice(Math.max(0, end - size), end));
        const all = branchAfter(text);
        assert.deepEqual([idsOf(known), { ...known, runs: [] }], [idsOf(all), { ...all, runs: [] }]);
      }),
    );
  });

  it("is whether the commit of a run differs from that of the run before, if both are known", () => {
    const commits = ["a", "a", undefined, "b", "b", "c"].map((commit) => commit?.repeat(40));
    const runs = commits.map((commit, index) => ({ ...runOf("f", index + 1), ...(commit && { commit }) }));
    const expected = [undefined, false, undefined, undefined, false, true];
    for (const count of [1, 6]) {
      let known = emptyBranch("main");
      for (let from = 0; from < 6; from += count) known = noted(known, runs.slice(from, from + count));
      const isOther = known.runs.map(({ isOtherCommit }) => isOtherCommit);
      assert.deepEqual([isOther, known.commit], [expected, "c".repeat(12)]);
      const withLate = noted(known, [{ ...runOf("g", 7), finishTime: 5, commit: "d" }]);
      assert.equal(withLate.commit, known.commit, "the last run is another");
    }
  });

  it("tells once of each commit on which runs failed and passed, over several reports", () => {
    const flaky: number[] = [];
    let known = emptyBranch("main");
    const runs = runsOf("gcffgfgg").map((run, index) => ({ ...run, commit: "aaaaabbc"[index] ?? "" }));
    for (const run of runs) known = noted(known, [run], ({ id }) => flaky.push(id));
    assert.deepEqual(flaky, [3, 7]);
    noted(known, runsOf("f", 9), ({ id }) => flaky.push(id));
    assert.deepEqual(flaky, [3, 7], "its commit is unknown");
  });
});
