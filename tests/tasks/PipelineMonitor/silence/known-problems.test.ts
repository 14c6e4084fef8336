import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { plainText } from "../../../../shared/chat/message";
import { type Issue, issueOf, missedCode, type Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { ProjectMemory } from "../../../../tasks/PipelineMonitor/issue/memory";
import type { CheckedRun } from "../../../../tasks/PipelineMonitor/issue/report";
import { issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { configWith, failure, idsOf, now, silenced } from "./silence-stage";

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
    assert.deepEqual(next([], [works(2)]), { ids: [], texts: ["nightly import 20261120.3 works again."] });
    const { silent } = hoursLater(first([failure({ id: 1 })]), { issues: [later(2)] });
    assert.deepEqual(
      silent.map(({ silenced }) => [silenced?.by, plainText(silenced?.why ?? [], sanitize)]),
      [["known", "Already reported at 2026-11-22 03:19 UTC."]],
    );
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

  it("is another one if its cause could not be read, the same if it has none", () => {
    const [told, again] = [failure({ id: 1 }), later(2)].map(
      (issue): Issue => ({ ...issue, explanation: undefined }),
    );
    const unread = (issue: Issue): Issue => ({ ...issue, links: { ...issue.links, note: "404" } });
    assert.ok(told && again);
    assert.deepEqual(
      [next([again], [], [told]).ids, next([unread(again)], [], [unread(told)]).ids],
      [[], [2]],
    );
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
    const other = later(3, { finishTime: now + 700 }, "no memory");
    for (const sketch of [{ issues: [later(2)], runs: [works(3)] }, { issues: [later(2), other] }])
      assert.deepEqual(hoursLater(memory, sketch).notRepeated, []);
  });

  it("has its end told by the history alone if that has a note on the pipeline", () => {
    const run = works(2);
    const note = {
      parts: [{ words: "works again after 3 failures" }],
      severity: "recovery",
      rank: 5,
    } as const;
    const textsWith = (changes: Partial<Note>) =>
      hoursLater(first([failure({ id: 1 })]), { runs: [run], notes: [{ ...note, run, ...changes }] }).texts;
    assert.deepEqual(textsWith({}), ["works again after 3 failures"]);
    const slow = { notes: [{ ...note, run, since: now }], issues: [issueOfWait(run, 900, 300)] };
    assert.deepEqual(hoursLater(first([failure({ id: 1 })]), { runs: [run], ...slow }).texts, [], "not well");
    const silenced = { by: "maintenance", why: [] } as const;
    assert.deepEqual(textsWith({ silenced }), ["nightly import 20261120.3 works again."]);
  });

  it("has no end, not even in the history, if nobody was told of it", () => {
    const muted = configWith({ notify: "changes" }, { "nightly import": { mute_until: "2026-12-01" } });
    const memory = first([failure({ id: 1 })], muted);
    const run = works(2, { pipeline: "price import" });
    const note = { ...{ parts: [{ words: "works again" }], run }, severity: "recovery", rank: 5 } as const;
    const { run: _, ...ofOther } = note;
    const about: Note = { ...note, parts: [{ words: "is slower" }], severity: "note" };
    const notes = [note, { ...ofOther, parts: [{ words: "ended" }] }, about];
    assert.deepEqual(hoursLater(memory, { config: muted, runs: [run], notes }).texts, ["ended", "is slower"]);
  });

  it("ends with a run of this report that is checked and has no issue, even if it was listed late", () => {
    const memory = first([failure({ id: 1, finishTime: now - 800 })]);
    const isEnded = (run: CheckedRun, sketch: Partial<Parameters<typeof silenced>[0]> = {}) =>
      hoursLater(memory, { runs: [run], ...sketch }).texts.length > 0;
    const at = [now - 601, now - 600, now + hour + 119, now + hour + 120];
    assert.deepEqual(
      at.map((finishTime) => isEnded(works(2, { finishTime }))),
      [false, true, true, false],
    );
    const unchecked = configWith({ notify: "changes" }, { "nightly import": { check_flag: false } });
    assert.equal(isEnded(works(2), { config: unchecked }), false);
    const scheduled = configWith({ notify: "changes", runs: "scheduled" });
    const [manual, pull] = ["manual", "pullRequest"].map((reason) => works(2, { reason }));
    assert.ok(manual && isEnded(manual, { config: scheduled }), "a run that the rules do not see");
    for (const run of [manual && { ...manual, verdict: "failed" as const }, pull])
      assert.equal(run && isEnded(run, { config: scheduled }), false);
    const slow = issueOfWait(works(2), 900, 300);
    assert.equal(isEnded(works(2), { issues: [slow] }), false);
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

  it("has its end told when a mute is over in which a run was queued", () => {
    const config = configWith(
      { notify: "changes" },
      { "nightly import": { mute_until: "2026-11-22T04:30Z" } },
    );
    const run = works(2, { queueTime: due + 900 });
    const during = hoursLater(memory, { config, queued: [run] });
    assert.deepEqual(during.texts, []);
    assert.deepEqual(hoursLater(during.memory, { config, runs: [run] }, 2).texts, [
      "nightly import 20261120.3 runs again.",
    ]);
  });

  it("is another one if a run came in between", () => {
    const queued = [failedRun({ queueTime: due + 900 })];
    const { reported, texts } = hoursLater(memory, { issues: [missed(due + hour)], queued });
    assert.deepEqual([reported.length, texts], [1, []]);
  });
});

describe("a problem and silence", () => {
  const muted = configWith({ notify: "changes" }, { "nightly import": { mute_until: "2026-11-22T04:30Z" } });
  const quiet = configWith({ notify: "changes", quiet: [{ schedule: "20 3 * * *", hours: 1 }] });

  it("is told when a mute ends, even if its pipeline runs once a week", () => {
    const { reported, memory, notRepeated } = silenced({ config: muted, issues: [failure({ id: 1 })] });
    assert.deepEqual([reported, notRepeated], [[], []]);
    // The run is read again and listed beside those of the window.
    const released = (...others: Issue[]) =>
      idsOf(hoursLater(memory, { config: muted, issues: [failure({ id: 1 }), ...others] }, 2).reported);
    const feed = { pipeline: "price feed", definitionId: 9, finishTime: now + 6000 };
    assert.deepEqual(released(later(3, feed)), [1, 3]);
    assert.deepEqual(released(later(2, { finishTime: now + 6000 }), later(3, feed)), [2, 3], "the last run");
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
