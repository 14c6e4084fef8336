import assert from "node:assert/strict";
import { type Issue, issueOf, missedCode, type Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import { attemptOf, type ProjectMemory } from "../../../../tasks/PipelineMonitor/issue/memory";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { memoryAfter } from "../../../../tasks/PipelineMonitor/silence/remember";
import { failedRun } from "../failed-run";
import { projectReport } from "../report-stage";
import { configWith, failure, idsOf, now, silenced, tooFew } from "./silence-stage";

const hour = 3600;
const config = configWith({ notify: "changes" });
const issues = [
  failure({ id: 1, finishTime: now - 900 }),
  failure({ id: 2, definitionId: 9, pipeline: "price feed", finishTime: now - 600 }),
  tooFew,
];
const before: ProjectMemory = {
  ...{ until: now - hour, wholeUntil: now - 2 * hour, seen: ["7:1"], problems: [], states: [] },
};
const missedRun = (pipeline: string, code = missedCode) =>
  issueOf({ code, severity: "failure", rank: 0, tally: "" }, { pipeline }, [], { at: now - 60 });

describe("the memory of a project", () => {
  it("covers what has happened until now, or until the last run that was listed", () => {
    const { memory } = silenced({ config, issues, memory: before });
    assert.deepEqual([memory.until, memory.wholeUntil], [now, now]);
    const untilAfter = (...later: number[]) => {
      const runs = later.map((seconds) => failedRun({ id: 9, finishTime: now + seconds }));
      return silenced({ config, issues: [], runs, memory: before }).memory.until - now;
    };
    assert.deepEqual([untilAfter(119, 30), untilAfter(120)], [120, 0]);
  });

  it("knows what was told, held back or silenced, as long as a report may find it again", () => {
    const muted = configWith({ notify: "changes" }, { "price feed": { mute_until: "2026-11-30" } });
    const late = [...issues, failure({ id: 3, finishTime: now - 60 })];
    const { memory, reported } = silenced({ config: muted, issues: late, memory: before });
    assert.deepEqual(idsOf(reported), [1, 3]);
    assert.deepEqual(memory.seen, [`3:${now - 60}`, `2:${now - 600}`], "runs may be ten minutes late");
  });

  it("leaves to later reports what a check could not see, and stuck runs that are silenced", () => {
    const project = projectReport({ config, window: sinceLast(now * 1000, before), known: before });
    const stuck = issueOf(
      { code: "stuck", severity: "failure", rank: 1, tally: "stuck", verdict: "stuck", isState: true },
      { run: failedRun({ finishTime: undefined }) },
      [],
    );
    const silencedBy = (by: "mute" | "maintenance" | "known") => ({ ...stuck, silenced: { by, why: [] } });
    const wholeUntil = (changes: object) => memoryAfter({ ...project, ...changes }).wholeUntil;
    assert.equal(wholeUntil({ isWhole: false }), before.wholeUntil);
    assert.equal(wholeUntil({ issues: [silencedBy("known"), silencedBy("mute")] }), before.wholeUntil);
    assert.equal(wholeUntil({ issues: [silencedBy("maintenance")] }), before.wholeUntil);
    assert.equal(wholeUntil({ issues: [silencedBy("known")] }), now);
    const first = { ...project, known: undefined, window: sinceLast(now * 1000, undefined) };
    const dueUntil = (changes: object) => memoryAfter({ ...first, ...changes }).dueUntil;
    assert.equal(dueUntil({ issues: [silencedBy("mute")] }), now, "a schedule may be new");
    assert.equal(dueUntil({ isWhole: false }), now - hour - 30);
  });

  it("has learned schedules without the misses that a maintenance window hid", () => {
    const of = (pipeline: string) => ({ pipeline, definitionId: 1, times: [], missed: [5], isStopped: true });
    const schedules = { until: 1, contradictedAt: 2, pipelines: ["a", "b", "c"].map(of) };
    const missed = (pipeline: string, by?: "maintenance" | "mute", code = missedCode): Issue => ({
      ...missedRun(pipeline, code),
      ...(by === undefined ? {} : { silenced: { by, why: [] } }),
    });
    const hidden = [missed("a", "maintenance"), missed("b", "mute"), missed("c", "maintenance", "nearLimit")];
    const known = { ...before, schedules: { ...schedules, pipelines: [] } };
    const schedulesAfter = (issues: readonly Issue[], changes = {}) =>
      memoryAfter(projectReport({ config, known, schedules, issues, ...changes })).schedules;
    const forgotten = { ...of("a"), missed: [], isStopped: false };
    assert.deepEqual(schedulesAfter(hidden), { ...schedules, pipelines: [forgotten, of("b"), of("c")] });
    assert.equal(schedulesAfter(hidden, { schedules: undefined }), known.schedules);
  });

  it("holds only times and what was dealt with if every report repeats what lasts", () => {
    const times = { until: now, wholeUntil: now, dueUntil: now };
    const nothing = { problems: [], states: [], schedules: undefined, waiting: [] };
    const always = configWith({ window: "since_last_report" });
    const seen = [attemptOf({ id: 1, finishTime: now - 600 })];
    const issues = [failure({ id: 1 }), failure({ id: 2, finishTime: now - 601 })];
    assert.deepEqual(silenced({ config: always, issues }).memory, { ...times, seen, ...nothing });
  });

  it("has dealt with the runs of notes", () => {
    const ofNone: Note = { parts: [], severity: "recovery", rank: 6 };
    const note = (id: number): Note => ({ ...ofNone, run: failedRun({ id, finishTime: now }) });
    const notes = [note(1), ofNone, note(2)];
    const project = projectReport({ config, window: sinceLast(now * 1000, before), known: before, notes });
    assert.deepEqual(memoryAfter(project).seen, [`1:${now}`, `2:${now}`]);
  });
});
