import assert from "node:assert/strict";
import { beginOf, meanOf } from "../../../../../tasks/PipelineMonitor/features/digest/figures";
import { type DigestRun, digested, period } from "./digest-stage";

describe("the figures of a digest", () => {
  it("have each run in the week in which it was queued, and none outside both weeks", () => {
    const [pipeline] = digested([
      ...[0, 15, 14.001].map((daysAgo) => ({ daysAgo })),
      ...[0.001, 1, 7].map((daysAgo) => ({ daysAgo, result: "failed" })),
      ...[7.001, 14].map((daysAgo) => ({ daysAgo })),
    ]).pipelines;
    const { current, before } = pipeline ?? assert.fail();
    assert.deepEqual([current.runs, current.failures, before.runs, before.failures], [3, 3, 2, 0]);
  });

  it("have the pipelines with the most failures first, then by name; one without a run this week too", () => {
    const { pipelines } = digested([
      { pipeline: "b" },
      { pipeline: "c", result: "canceled" },
      { pipeline: "a", daysAgo: 8, result: "failed" },
      { pipeline: "long ago", daysAgo: 15 },
    ]);
    const rows = pipelines.map(
      ({ pipeline, current, before }) => `${pipeline} ${current.runs} ${before.failures}`,
    );
    assert.deepEqual(rows, ["c 1 0", "a 0 1", "b 1 0"]);
  });

  it("tell pipelines of one name apart by their definitions, and call neither flaky for the other", () => {
    const commit = { pipeline: "deploy", commit: "c", branch: "b" };
    const { pipelines } = digested([
      { ...commit, definitionId: 7, result: "failed" },
      { ...commit, definitionId: 8 },
      { ...commit, definitionId: undefined },
      { pipeline: "price feed", definitionId: 9 },
    ]);
    const names = pipelines.map(({ pipeline }) => pipeline);
    assert.deepEqual(names, ["deploy (definition 7)", "deploy", "deploy (definition 8)", "price feed"]);
    assert.ok(pipelines.every(({ flakyCommits }) => flakyCommits === 0));
  });

  it("count the commits on which runs of a branch failed and passed; a canceled run did neither", () => {
    const flaky = (...runs: DigestRun[]) =>
      digested(runs.map((run) => ({ branch: "main", commit: "c", ...run }))).pipelines[0]?.flakyCommits;
    const failed = { result: "failed" };
    assert.equal(flaky(failed, {}, failed, {}), 1);
    assert.equal(flaky(failed, {}, { ...failed, commit: "d" }, { commit: "d" }), 2);
    assert.equal(flaky(failed, { commit: "d" }), 0);
    assert.equal(flaky(failed, { branch: "other" }), 0);
    assert.equal(flaky({ result: "canceled" }, {}), 0);
  });

  it("count no run that the rules do not see", () => {
    const pull = { branch: "refs/pull/1/merge", commit: "c" };
    const runs = [{}, { ...pull, result: "failed" }, pull];
    const [pipeline] = digested(runs, {}, { runs: "notPullRequests" }).pipelines;
    assert.deepEqual([pipeline?.current.runs, pipeline?.flakyCommits], [1, 0]);
  });

  it("have the mean run time in whole seconds, and count no negative or missing time, of a wrong record", () => {
    const meansOf = (...seconds: number[]) =>
      digested(seconds.map((runSeconds) => ({ runSeconds }))).pipelines.map(({ current }) => meanOf(current));
    assert.deepEqual(meansOf(60, 61), [61]);
    assert.deepEqual(meansOf(-5, 0, 7), [4]);
    assert.deepEqual(digested([{ startTime: undefined }]).pipelines[0]?.current.timedRuns, 0);
  });

  it("know which run of this week waited longest", () => {
    const [pipeline] = digested([
      { queuedSeconds: 5, id: 9001 },
      { queuedSeconds: 900, id: 9002, daysAgo: 3 },
      { queuedSeconds: 5000, id: 9003, daysAgo: 8 },
    ]).pipelines;
    assert.deepEqual([pipeline?.longestWaitId, pipeline?.longestWaitSeconds], [9002, 900]);
  });

  it("count the hours of this week that nobody watched, whole or in part", () => {
    const begin = beginOf(period.from, period);
    const hours = (since: number | undefined, ...gaps: (readonly [number, number])[]) =>
      digested([], { since, gaps }).unwatchedHours;
    assert.equal(hours(begin), 0);
    assert.equal(hours(begin + 1), 1);
    assert.equal(hours(undefined), 7 * 24);
    assert.equal(hours(begin, [begin - 7200, begin], [begin + 3599, begin + 7201]), 3);
  });
});
