import assert from "node:assert/strict";
import { type Issue, runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { issueOfRecord, issueOfRunCount, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { withoutOmitted } from "../../../../tasks/PipelineMonitor/silence/memory-file";
import { failedRun } from "../failed-run";
import { configWith, failure, idsOf, now, silenced, tooFew } from "./silence-stage";

describe("silence with notify changes", () => {
  const config = configWith({ notify: "changes" });
  const first = (issues: Issue[]) => silenced({ config, issues }).memory;

  it("knows a state only if the last report found it, at most two hours ago", () => {
    const memory = first([tooFew]);
    const again = (minutes: number) =>
      silenced({ config, issues: [tooFew], memory, now: now + minutes * 60 });
    assert.deepEqual([again(60).reported, again(60).notRepeated.length], [[], 1]);
    assert.deepEqual(again(121).reported, [tooFew]);
    const between = silenced({ config, issues: [], memory, now: now + 3600 }).memory;
    const later = { memory: between, now: now + 7200 };
    assert.deepEqual(silenced({ config, issues: [tooFew], ...later }).reported, [tooFew]);
  });

  it("reports a known problem again if its pipeline has become more important", () => {
    const memory = first([failure({ id: 1 })]);
    const next = { memory, now: now + 3600 };
    const issue = failure({ id: 2, finishTime: now + 1800 });
    assert.deepEqual(silenced({ config, issues: [issue], ...next }).reported, []);
    const important = configWith({ notify: "changes" }, { "nightly import": { severity: "page" } });
    assert.deepEqual(idsOf(silenced({ config: important, issues: [issue], ...next }).reported), [2]);
  });

  it("reports a known problem again after a mute, even if no run fell into the mute", () => {
    const memory = first([failure({ id: 1 })]);
    const muted = configWith(
      { notify: "changes" },
      { "nightly import": { mute_until: "2026-11-22T04:00Z" } },
    );
    const issues = [failure({ id: 2, finishTime: now + 3000 })];
    const runs = issues.map((issue) => runOf(issue) ?? assert.fail());
    const after = { memory, runs, now: now + 3600 };
    assert.deepEqual(idsOf(silenced({ config: muted, issues, ...after }).reported), [2]);
    assert.deepEqual(idsOf(silenced({ config, issues, ...after }).reported), []);
  });

  it("keeps a problem known through a maintenance window, and reports one that began in it afterwards", () => {
    const quiet = configWith({ notify: "changes", quiet: [{ schedule: "20 3 * * *", hours: 1 }] });
    const memory = first([failure({ id: 1 })]);
    const inWindow = { now: now + 3600 };
    const issues = [
      failure({ id: 2, finishTime: now + 1800 }),
      failure({ id: 3, finishTime: now + 1800, pipeline: "price feed" }),
    ];
    const during = silenced({ config: quiet, issues, memory, ...inWindow });
    assert.deepEqual([during.reported, during.silencedCount], [[], 2]);
    const after = silenced({
      config: quiet,
      issues: [
        failure({ id: 4, finishTime: now + 6000 }),
        failure({ id: 5, finishTime: now + 6000, pipeline: "price feed" }),
      ],
      memory: during.memory,
      ...{ now: now + 7200 },
    });
    assert.deepEqual(idsOf(after.reported), [5]);
  });

  it("reports a run that reached the list late and is older than the known problem, and nothing else for it", () => {
    const memory = first([failure({ id: 1, finishTime: now - 600 })]);
    const issues = [failure({ id: 2, finishTime: now - 700 }), failure({ id: 3, finishTime: now + 600 })];
    const { reported } = silenced({ config, issues, memory, now: now + 3600 });
    assert.deepEqual(idsOf(reported), [2]);
  });

  const next = (issues: Issue[], memory = first([failure({ id: 1 })]), more = {}) =>
    idsOf(silenced({ config, issues, memory, now: now + 3600, ...more }).reported);
  const waited = (id: number, result: string, finishTime: number): Issue => ({
    ...failure(),
    ...issueOfWait(failedRun({ id, result, finishTime }), 900, 300),
  });

  it("reports a failure after a slow run, even if the failed run was slow, too", () => {
    const memory = first([waited(1, "succeeded", now - 600)]);
    assert.deepEqual(next([waited(2, "failed", now + 600)], memory), [2]);
    assert.deepEqual(next([waited(2, "succeeded", now + 600)], memory), []);
  });

  it("knows a problem by its code, however its sentence is worded", () => {
    const again = failure({ id: 2, finishTime: now + 600 });
    assert.deepEqual(next([{ ...again, words: [{ words: "broke down" }], tally: "broke down" }]), []);
    assert.deepEqual(next([{ ...again, code: "brokeDown" }]), [2]);
  });

  it("reports pipelines of the same name in two folders apart", () => {
    assert.deepEqual(next([failure({ id: 2, definitionId: 8, finishTime: now + 600 })]), [2]);
  });

  it("reports a run that was run again with another result, and no attempt twice", () => {
    const again = failure({ id: 1, result: "canceled", finishTime: now + 600 });
    assert.deepEqual(next([again]), [1]);
    assert.deepEqual(next([failure({ id: 1 })]), []);
  });

  it("does not take a cause that could not be read for a known one", () => {
    const unknown = (id: number, finishTime: number): Issue => ({
      ...failure({ id, finishTime }),
      links: { runPage: undefined, log: undefined, note: "1 of its logs could not be read" },
      explanation: undefined,
    });
    assert.deepEqual(next([unknown(2, now + 600)], first([unknown(1, now - 600)])), [2]);
  });

  it("reports an hour without any run after one with too few", () => {
    const none = issueOfRunCount(0, 5);
    const memory = first([tooFew]);
    const later = { memory, now: now + 3600 };
    assert.deepEqual(silenced({ config, issues: [none], ...later }).reported, [none]);
  });

  it("counts and reminds only of problems that last", () => {
    const memory = first([failure({ id: 1, finishTime: now - 600 })]);
    const times = { queueTime: now - 500, startTime: now - 500, finishTime: now - 300 };
    const run = failedRun({ id: 2, result: "succeeded", ...times });
    const { reported, silent, notRepeated, notes } = silenced({
      ...{ config, issues: [failure({ id: 1, finishTime: now - 600 })], memory },
      runs: [run],
      ...{ now: now + 1800 },
    });
    assert.deepEqual([reported, notRepeated.length, silent.length, notes.length], [[], 0, 1, 1]);
  });

  it("reports again what did not fit into the message, unless another line of it shows the problem", () => {
    const [shown, same, other] = [1, 2, 3].map((id) =>
      failure({ id, ...(id === 3 ? { pipeline: "price feed" } : {}) }),
    );
    assert.ok(shown && same && other);
    const memory = first([shown, same, other]) ?? assert.fail();
    const left = withoutOmitted(memory, [same, other], [shown]);
    const issues = [
      failure({ id: 4, finishTime: now + 600 }),
      failure({ id: 5, finishTime: now + 600, pipeline: "price feed" }),
    ];
    assert.deepEqual(next(issues, left), [5]);
    assert.deepEqual(next([other], left), [3]);
  });

  it("always reports a record that cannot be read, as no two are known to be the same", () => {
    const issue = issueOfRecord({
      ...{ id: 5, buildNumber: "1", pipeline: "nightly import", problem: "status: expected a text" },
    });
    const memory = first([issue]);
    const later = silenced({ config, issues: [issue], memory, now: now + 3600 });
    assert.deepEqual([later.reported.length, later.silent], [1, []]);
  });
});
