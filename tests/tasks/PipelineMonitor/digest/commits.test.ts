import assert from "node:assert/strict";
import { maxCommits } from "../../../../tasks/PipelineMonitor/digest/commits";
import { type DigestRun, digestOf } from "./digest-stage";

const on = (commit: string, result: string, changes: DigestRun = {}): DigestRun => ({
  commit,
  branch: "refs/heads/main",
  result,
  ...changes,
});

const flakyCommitsOf = (runs: readonly DigestRun[]) => digestOf(runs).pipelines[0]?.flakyCommits;

describe("flaky commits", () => {
  it("have a run that failed and one that passed on the same commit, in either order", () => {
    assert.equal(flakyCommitsOf([on("a", "failed"), on("a", "succeeded")]), 1);
    assert.equal(flakyCommitsOf([on("a", "succeeded"), on("a", "failed"), on("a", "failed")]), 1);
    assert.deepEqual(
      flakyCommitsOf([on("a", "failed"), on("a", "succeeded"), on("b", "failed"), on("b", "succeeded")]),
      2,
    );
  });

  it("are none on different commits, branches, pipelines or weeks, or on none that is known", () => {
    const fails = on("a", "failed");
    for (const passes of [
      on("b", "succeeded"),
      on("a", "succeeded", { branch: "refs/heads/trial" }),
      on("a", "succeeded", { pipeline: "another" }),
      on("a", "succeeded", { daysAgo: 8 }),
    ])
      assert.equal(flakyCommitsOf([fails, passes]), 0, JSON.stringify(passes));
    const { commit: _, ...unknown } = fails;
    const { branch: __, ...nowhere } = fails;
    for (const some of [unknown, nowhere])
      assert.equal(flakyCommitsOf([some, { ...some, result: "succeeded" }]), 0);
  });

  it("are none for a canceled run, because a person may have canceled it", () => {
    assert.equal(flakyCommitsOf([on("a", "canceled"), on("a", "succeeded")]), 0);
  });

  it("do not confuse a commit and branch with others that read the same side by side", () => {
    const runs = [on('b","c', "failed", { branch: "a" }), on("c", "succeeded", { branch: 'a","b' })];
    assert.equal(flakyCommitsOf(runs), 0);
  });

  it("are none for the pipelines that share a row, because different ones may run on the same commit", () => {
    const named = Array.from({ length: 1000 }, (_, index) => on("a", "succeeded", { pipeline: `p${index}` }));
    const runs = [...named, on("a", "failed", { pipeline: "x" }), on("a", "succeeded", { pipeline: "y" })];
    assert.deepEqual([digestOf(runs).pipelines[0]?.pipeline, flakyCommitsOf(runs)], ["", 0]);
  });

  it("are counted among the latest commits of a pipeline, up to a limit", () => {
    const latest = Array.from({ length: maxCommits }, (_, index) => on(`c${index}`, "succeeded"));
    const beyond = [on("x", "failed"), on("x", "succeeded")];
    assert.equal(flakyCommitsOf([...latest, ...beyond, on("c0", "failed")]), 1);
  });
});
