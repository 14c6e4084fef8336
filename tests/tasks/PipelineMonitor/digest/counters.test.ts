import assert from "node:assert/strict";
import fc from "fast-check";
import { createRunTimes, maxCommits } from "../../../../tasks/PipelineMonitor/digest/counters";
import { type DigestRun, digestOf } from "./digest-stage";

const on = (commit: string, result: string, changes: DigestRun = {}): DigestRun => ({
  commit,
  branch: "refs/heads/main",
  result,
  ...changes,
});

/** The commits and failed runs that make the first pipeline of a digest flaky. */
function flakinessOf(runs: readonly DigestRun[]): number[] {
  const { commits = 0, failures = 0 } = digestOf(runs).pipelines[0]?.flakiness ?? {};
  return [commits, failures];
}

describe("flakiness", () => {
  it("is a run that failed and one that passed on the same commit, in either order", () => {
    assert.deepEqual(flakinessOf([on("a", "failed"), on("a", "succeeded")]), [1, 1]);
    assert.deepEqual(flakinessOf([on("a", "succeeded"), on("a", "failed"), on("a", "failed")]), [1, 2]);
    assert.deepEqual(
      flakinessOf([on("a", "failed"), on("a", "succeeded"), on("b", "failed"), on("b", "succeeded")]),
      [2, 2],
    );
  });

  it("is none on different commits, branches, pipelines or weeks, or on none that is known", () => {
    const fails = on("a", "failed");
    for (const passes of [
      on("b", "succeeded"),
      on("a", "succeeded", { branch: "refs/heads/trial" }),
      on("a", "succeeded", { pipeline: "another" }),
      on("a", "succeeded", { daysAgo: 8 }),
    ])
      assert.deepEqual(flakinessOf([fails, passes]), [0, 0], JSON.stringify(passes));
    const { commit: _, ...unknown } = fails;
    const { branch: __, ...nowhere } = fails;
    for (const some of [unknown, nowhere])
      assert.deepEqual(flakinessOf([some, { ...some, result: "succeeded" }]), [0, 0]);
  });

  it("is none for a canceled run, because a person may have canceled it", () => {
    assert.deepEqual(flakinessOf([on("a", "canceled"), on("a", "succeeded")]), [0, 0]);
  });

  it("does not confuse a commit and branch with others that read the same side by side", () => {
    const runs = [on('b","c', "failed", { branch: "a" }), on("c", "succeeded", { branch: 'a","b' })];
    assert.deepEqual(flakinessOf(runs), [0, 0]);
  });

  it("is none for the pipelines that share a row, because different ones may run on the same commit", () => {
    const named = Array.from({ length: 1000 }, (_, index) => on("a", "succeeded", { pipeline: `p${index}` }));
    const runs = [...named, on("a", "failed", { pipeline: "x" }), on("a", "succeeded", { pipeline: "y" })];
    assert.deepEqual([digestOf(runs).pipelines[0]?.pipeline, flakinessOf(runs)], ["", [0, 0]]);
  });

  it("is counted on the latest commits of a pipeline, up to a limit", () => {
    const latest = Array.from({ length: maxCommits }, (_, index) => on(`c${index}`, "succeeded"));
    const beyond = [on("x", "failed"), on("x", "succeeded")];
    assert.deepEqual(flakinessOf([...latest, ...beyond, on("c0", "failed")]), [1, 1]);
  });
});

function timesOf(seconds: readonly number[]) {
  const times = createRunTimes();
  for (const time of seconds) times.add(time);
  return times;
}

describe("createRunTimes", () => {
  it("has the mean and the 99th percentile that sorting all times gives, whatever their order", () => {
    const some = fc.array(fc.oneof(fc.nat(20), fc.nat(100_000)), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(some, (seconds) => {
        const sorted = [...seconds].sort((one, other) => one - other);
        const times = timesOf(seconds);
        assert.equal(times.percentile99(), sorted[Math.ceil(sorted.length * 0.99) - 1]);
        assert.equal(times.mean(), Math.round(seconds.reduce((sum, one) => sum + one, 0) / seconds.length));
      }),
    );
  });

  it("is one of the times: of 100 runs the second longest, of 99 the longest", () => {
    const upTo = (count: number) => timesOf(Array.from({ length: count }, (_, index) => index + 1));
    assert.deepEqual(
      [99, 100, 101, 200, 201].map((count) => upTo(count).percentile99()),
      [99, 99, 100, 198, 199],
    );
  });

  it("has neither without a time; a negative or missing one, of a wrong record, counts for none", () => {
    const times = timesOf([-5, Number.NaN]);
    assert.deepEqual([times.mean(), times.percentile99(), times.times.runs], [undefined, undefined, 0]);
    assert.equal(timesOf([-5, 0]).percentile99(), 0);
  });
});
