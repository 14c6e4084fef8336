import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { type Issue, issueOf, missedCode } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { ProjectMemory } from "../../../../tasks/PipelineMonitor/issue/memory";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunCount,
  issueOfWait,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { failedRun } from "../failed-run";
import { configWith, failure, idsOf, now, silenced, tooFew } from "./silence-stage";

const hour = 3600;
const config = configWith({ notify: "changes", remind_hours: 24 });

const hoursLater = (memory: ProjectMemory, sketch: Partial<Parameters<typeof silenced>[0]>, hours = 1) =>
  silenced({ config, issues: [], memory, now: now + hours * hour, ...sketch });
const first = (issues: readonly Issue[], changes = config) => silenced({ config: changes, issues }).memory;
/** A failure of the next hour, by default of the problem that the first report told. */
const later = (id: number, changes: Partial<Run> = {}, cause?: string) =>
  failure({ id, finishTime: now + 600, ...changes }, cause);
const works = (id: number, changes: Partial<Run> = {}) =>
  failedRun({ id, result: "succeeded", finishTime: now + 1200, ...changes });
/** The ids of the runs that a report tells after one that told a failure, and the texts of its notes. */
const next = (issues: readonly Issue[], runs: readonly Run[] = [], told = [failure({ id: 1 })]) => {
  const { reported, texts } = hoursLater(first(told), { issues, runs });
  return { ids: idsOf(reported), texts };
};

describe("a known problem of runs", () => {
  it("is not repeated, and its end is told; the summary has it all the same", () => {
    assert.deepEqual(next([later(2)]), { ids: [], texts: [] });
    const { ids, texts } = next([], [works(2)]);
    assert.deepEqual([ids, texts], [[], ["nightly import 20261120.3 works again."]]);
    assert.equal(hoursLater(first([failure({ id: 1 })]), { issues: [later(2)] }).silent.length, 1);
  });

  it("is told together with its end if both came within one report", () => {
    const { ids, texts } = next([later(2)], [works(3)], []);
    assert.deepEqual([ids, texts.length], [[2], 1]);
  });

  it("is another one of another cause, result, code or importance", () => {
    assert.deepEqual(next([later(2, {}, "no memory")]).ids, [2]);
    assert.deepEqual(next([later(2, { result: "canceled" })]).ids, [2]);
    assert.deepEqual(next([{ ...later(2), code: "brokeDown" }]).ids, [2]);
    const important = configWith({ notify: "changes" }, { "nightly import": { severity: "high" } });
    const memory = first([failure({ id: 1 })]);
    assert.deepEqual(idsOf(hoursLater(memory, { config: important, issues: [later(2)] }).reported), [2]);
  });

  it("is the same however its sentence is worded, and however its pipeline is called now", () => {
    assert.deepEqual(next([{ ...later(2), words: [{ words: "broke down" }], tally: "broke down" }]).ids, []);
    const renamed = { pipeline: "nightly load" };
    assert.deepEqual(next([later(2, renamed)]).ids, []);
    assert.equal(next([], [works(2, renamed)]).texts.length, 1);
  });

  it("is apart from that of another branch, and of a pipeline of that name in another folder", () => {
    const feature = { branch: "refs/heads/feature" };
    for (const other of [feature, { definitionId: 8 }]) {
      assert.deepEqual(next([later(2, other)]).ids, [2]);
      assert.deepEqual(next([], [works(2, other)]).texts, [], "another one works");
      const both = [failure({ id: 1 }), failure({ id: 2, ...other })];
      assert.equal(next([], [works(3), works(4, other)], both).texts.length, 2);
    }
  });

  it("may be of any cause if that could not be read", () => {
    const links = { runPage: undefined, log: undefined, note: "1 of its logs could not be read" };
    const unknown = (issue: Issue): Issue => ({ ...issue, links, explanation: undefined });
    assert.deepEqual(next([unknown(later(2))], [], [unknown(failure({ id: 1 }))]).ids, [2]);
    assert.deepEqual(next([{ ...later(2), links }]).ids, [], "another log has named the cause");
  });

  it("is a failure after a slow run, even if the failed run was slow, too", () => {
    const waited = (id: number, result: string, finishTime: number): Issue => ({
      ...failure(),
      ...issueOfWait(failedRun({ id, result, finishTime }), 900, 300),
    });
    const slow = [waited(1, "succeeded", now - 600)];
    assert.deepEqual(next([waited(2, "failed", now + 600)], [], slow).ids, [2]);
    assert.deepEqual(next([waited(2, "succeeded", now + 600)], [], slow).ids, []);
    assert.deepEqual(next([], [works(2)], slow).texts, [
      "nightly import 20261120.3 is within its limits again.",
    ]);
  });

  it("is repeated if there may have been other runs that no report has listed", () => {
    const memory = first([failure({ id: 1 })]);
    const issues = [later(2, { finishTime: now + 26 * hour })];
    const weekly = configWith({ notify: "changes", remind_hours: 168 });
    const at = (hours: number) => idsOf(hoursLater(memory, { config: weekly, issues }, hours).reported);
    assert.deepEqual([at(23), at(27)], [[], [2]]);
  });

  it("is counted, with its next reminder, only while it lasts", () => {
    const memory = first([failure({ id: 1 })]);
    assert.deepEqual(hoursLater(memory, { issues: [later(2)] }).notRepeated, [now]);
    assert.deepEqual(hoursLater(memory, { issues: [later(2)], runs: [works(3)] }).notRepeated, []);
  });

  it("has its end told by the history alone if that has a note on the pipeline", () => {
    const run = works(2);
    const note = {
      parts: [{ words: "works again after 3 failures" }],
      severity: "recovery",
      rank: 5,
    } as const;
    const { texts } = hoursLater(first([failure({ id: 1 })]), { runs: [run], notes: [{ ...note, run }] });
    assert.deepEqual(texts, ["works again after 3 failures"]);
  });

  it("has no end, not even in the history, if nobody was told of it", () => {
    const muted = configWith({ notify: "changes" }, { "nightly import": { mute_until: "2026-12-01" } });
    const memory = first([failure({ id: 1 })], muted);
    const run = works(2, { pipeline: "price import" });
    const note = { ...{ parts: [{ words: "works again" }], run }, severity: "recovery", rank: 5 } as const;
    assert.deepEqual(hoursLater(memory, { config: muted, runs: [run], notes: [note] }).texts, []);
  });
});

describe("a known missed run", () => {
  const missed = (at: number): Issue =>
    issueOf(
      { code: missedCode, severity: "failure", rank: 0, tally: "did not run" },
      { pipeline: "nightly import" },
      [],
      { at },
    );
  const due = now - 1200;
  const memory = first([missed(due)]);

  it("is not repeated while no run comes, and neither is the next one", () => {
    assert.deepEqual(hoursLater(memory, { issues: [missed(due + hour)] }).reported, []);
  });

  it("ends with a run that was queued after it was due, even if that still runs or is hidden from the list", () => {
    const queued = (queueTime: number) =>
      hoursLater(memory, { queued: [failedRun({ status: "inProgress", queueTime, finishTime: undefined })] })
        .texts;
    assert.deepEqual(queued(due + 900), ["nightly import 20261120.3 runs again."]);
    assert.deepEqual(queued(due - hour), [], "it was queued earlier");
    const runs = [works(2, { queueTime: due - hour })];
    assert.deepEqual(hoursLater(memory, { runs }).texts, [], "it finished later, but was queued earlier");
  });

  it("is another one if a run came in between", () => {
    const queued = [failedRun({ queueTime: due + 900 })];
    const { reported, texts } = hoursLater(memory, { issues: [missed(due + hour)], queued });
    assert.deepEqual([reported.length, texts], [1, []]);
  });
});

describe("a known state", () => {
  const stuck = issueOf(
    { code: "stuckRunning", severity: "failure", rank: 1, tally: "stuck", isState: true },
    { run: failedRun({ id: 5, status: "inProgress", result: "", finishTime: undefined }) },
    [],
  );

  it("is known as long as each report finds it again, however far apart they are", () => {
    for (const issue of [tooFew, stuck]) {
      const memory = first([issue]);
      const again = hoursLater(memory, { issues: [issue] }, 5);
      assert.deepEqual([again.reported, again.notRepeated], [[], [now]]);
      assert.equal(hoursLater(again.memory, { issues: [issue] }, 24).reported.length, 1, "the reminder");
      const gone = hoursLater(memory, {});
      assert.equal(hoursLater(gone.memory, { issues: [issue] }, 2).reported.length, 1);
    }
  });

  it("of too few runs has its end told once, and none that was silenced", () => {
    const { texts, memory } = hoursLater(first([tooFew]), {});
    assert.deepEqual(texts, ["As many runs as expected took place in the last hour again."]);
    assert.deepEqual([memory.states, hoursLater(memory, {}, 2).texts], [[], []]);
    assert.deepEqual(hoursLater(first([tooFew]), { issues: [tooFew] }).texts, []);
    assert.deepEqual(first([{ ...tooFew, silenced: { by: "route", why: [] } }]).states, []);
  });

  it("of too few runs is another one without any", () => {
    assert.equal(hoursLater(first([tooFew]), { issues: [issueOfRunCount(0, 5)] }).reported.length, 1);
  });

  it("of a run that the list has as in progress is known like any other, and its end is told", () => {
    const listed = failedRun({ id: 6, status: "inProgress", result: "", finishTime: undefined });
    for (const issue of [stuck, issueOfResult(listed)]) {
      const id = idsOf([issue])[0] ?? 0;
      const memory = first([issue]);
      assert.deepEqual(hoursLater(memory, { issues: [issue] }).reported, []);
      assert.deepEqual(hoursLater(memory, { runs: [works(id)] }).texts, [
        "nightly import 20261120.3 has finished.",
      ]);
      assert.deepEqual(idsOf(hoursLater(memory, { issues: [later(id)], runs: [works(id + 1)] }).reported), [
        id,
      ]);
    }
  });

  it("is a record that cannot be read, if it has an id; of others, no two are known to be the same", () => {
    for (const id of [5, undefined]) {
      const issue = issueOfRecord({
        ...{ id, buildNumber: "1", pipeline: "nightly import", problem: "status: expected a text" },
      });
      const { reported, silent } = hoursLater(first([issue]), { issues: [issue] });
      assert.deepEqual([reported.length, silent.length], id === undefined ? [1, 0] : [0, 1]);
    }
  });
});

describe("a problem and silence", () => {
  const muted = configWith({ notify: "changes" }, { "nightly import": { mute_until: "2026-11-22T04:30Z" } });
  const quiet = configWith({ notify: "changes", quiet: [{ schedule: "20 3 * * *", hours: 1 }] });

  it("is told when a mute ends, even if its pipeline runs once a week", () => {
    const { reported, memory } = silenced({ config: muted, issues: [failure({ id: 1 })] });
    assert.deepEqual(reported, []);
    // The run is read again and listed beside those of the window.
    const released = hoursLater(memory, { config: muted, issues: [failure({ id: 1 })] }, 2);
    assert.deepEqual(idsOf(released.reported), [1]);
  });

  it("has ended in a mute or a maintenance window: that is told when silence ends", () => {
    for (const silent of [muted, quiet]) {
      const run = works(2);
      const during = hoursLater(first([failure({ id: 1 })]), { config: silent, runs: [run] });
      assert.deepEqual(during.texts, []);
      assert.deepEqual(during.memory.problems[0]?.held, { runId: 2, pipeline: "nightly import" });
      const released = hoursLater(during.memory, { config: silent, runs: [run] }, 2);
      assert.deepEqual(released.texts, ["nightly import 20261120.3 works again."]);
    }
  });

  it("lasts through a maintenance window; one that began in it is told with the first run after it", () => {
    const feed = { pipeline: "price feed", definitionId: 9 };
    const issues = [later(2), later(3, feed)];
    const during = hoursLater(first([failure({ id: 1 })]), { config: quiet, issues });
    assert.deepEqual([during.reported, during.silencedCount], [[], 2]);
    const finishTime = now + 6000;
    const afterwards = [later(4, { finishTime }), later(5, { ...feed, finishTime })];
    assert.deepEqual(
      idsOf(hoursLater(during.memory, { config: quiet, issues: afterwards }, 2).reported),
      [5],
    );
  });
});
