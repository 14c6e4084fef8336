import assert from "node:assert/strict";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { subjectIn } from "../../../../tasks/PipelineMonitor/issue/finding";

import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Note } from "../../../../tasks/PipelineMonitor/issue/note";
import { placeOf, runsKey } from "../../../../tasks/PipelineMonitor/issue/place";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunCount,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { worksAgain } from "../../../works-again";
import { failedRun } from "../failed-run";
import { knownEntry } from "../known-entry";
import { folded, type Hour, recovery, stateOf, states, usual } from "./fold-stage";
import {
  chatId,
  configWith,
  failedEntry,
  failure,
  hour,
  missedRun,
  nearLimit,
  now,
  pagerId,
  stuckRun,
  told,
  tooFew,
  worked,
} from "./ledger-stage";

const knownTo = (...ids: string[]) => ({ told: Object.fromEntries(ids.map((id) => [id, told])) });
const known = (issue: Issue) => knownEntry(issue, now - hour, knownTo(chatId));
/** An entry an hour later, with what is found then. */
const then = (entry: Entry, hour: Hour = {}): Entry =>
  folded([entry], hour).entries.find(({ key }) => key === entry.key) ?? assert.fail("it is gone");

describe("fold, for a state of the project", () => {
  it("continues it as long as each report finds it, and ends it with a note", () => {
    const entry = known(tooFew);
    const again = then(entry, { issues: [tooFew] });
    assert.deepEqual(
      [again.count, again.since, again.last, again.knowledge.told],
      [2, now - hour, now, entry.knowledge.told],
    );
    const end = "state x1 ended: As many runs as expected took place in the last hour again.";
    assert.equal(stateOf(then(entry)), end);
    assert.equal(then(entry).end?.note?.key, entry.key);
  });

  it("is another one without any run", () => {
    const none = issueOfRunCount(0, 5);
    const entry = then(known(tooFew), { issues: [none] });
    assert.deepEqual([entry.content, entry.knowledge.told[chatId]?.news], [none, "changed"]);
  });

  it("begins again after its end waited", () => {
    const over = { ...known(tooFew), end: { at: now - 60 } };
    const again = then(over, { issues: [tooFew] });
    assert.deepEqual([again.end, again.since, again.knowledge.told[chatId]?.news], [undefined, now, "ended"]);
    assert.equal(then(over), over, "it keeps its end until it is told");
  });
});

describe("fold, for a record or run that is not done", () => {
  const unreadable = (id: number | undefined) =>
    issueOfRecord({ id, buildNumber: "1", pipeline: { name: "a" }, problem: "status: expected a text" });
  const going = failedRun({ id: 6, status: "inProgress", result: "", finishTime: undefined });
  const unfinished = issueOfResult(going);

  it("continues it without counting, and ends it without a word", () => {
    for (const issue of [unreadable(5), unfinished]) {
      assert.equal(then(known(issue), { issues: [issue] }).count, 1);
      assert.equal(stateOf(then(known(issue))), "state x1 ended");
    }
  });

  it("knows no two records without an id to be the same", () => {
    const [one, other] = [unreadable(undefined), { ...unreadable(undefined), at: 1 }];
    const { entries } = folded([knownEntry(one, now - hour, { owed: {} })], { issues: [other] });
    assert.deepEqual(entries.map(stateOf), ["once x1", "once x1"]);
  });
});

describe("fold, for a stuck run", () => {
  const stuck = stuckRun();
  const config = usual;
  const mayLast = ["stuck"] as const;

  it("continues it without counting, with what was found last", () => {
    const again = { ...stuckRun(), tally: "still stuck" };
    const {
      count,
      content,
      knowledge: { told: who },
    } = then(known(stuck), { config, issues: [again] });
    assert.deepEqual([count, content, who], [1, again, known(stuck).knowledge.told]);
  });

  it("ends it with a word if it finishes well, and silently if not or if it is not found any more", () => {
    const endOf = (hour: Hour) => stateOf(then(known(stuck), { config, ...hour }));
    const run = worked(now - 300, { id: 5 });
    assert.equal(endOf({ runs: [run] }), "stuck x1 ended: nightly import 20261120.3 has finished.");
    assert.equal(then(known(stuck), { runs: [run] }).end?.at, now - 300);
    for (const ending of [{ ...run, verdict: "ranTooLong" as const }, failedRun({ id: 5 })])
      assert.equal(endOf({ runs: [ending] }), "stuck x1 ended");
    assert.equal(endOf({}), "stuck x1 ended");
  });

  it("lasts while its check fails, not while another does", () => {
    const going = failedRun({ id: 5, status: "inProgress", result: "", finishTime: undefined });
    for (const runs of [[], [worked(now - 300)], [going]])
      assert.equal(stateOf(then(known(stuck), { config, runs, mayLast })), "stuck x1");
    assert.equal(stateOf(then(known(stuck), { config, mayLast: ["missed"] })), "stuck x1 ended");
  });

  it("makes news of its failure where it was told, even if that of its pipeline is known", () => {
    const entry = failedEntry(knownTo(chatId, pagerId));
    const issue = failure({ id: 5, finishTime: now - 300 });
    const { entries } = folded([entry, known(stuck)], { config, issues: [issue] });
    const [ofPipeline] = entries;
    assert.equal(ofPipeline?.key, entry.key);
    assert.deepEqual(ofPipeline?.knowledge.told, { [chatId]: { ...told, news: "changed" }, [pagerId]: told });
  });
});

describe("fold, for the state of a pipeline", () => {
  it("continues it without counting, keeps it while its check fails, and ends it without a word", () => {
    const entry = known(nearLimit);
    const again = then(entry, { issues: [nearLimit] });
    assert.deepEqual([stateOf(again), again.last], ["state x1", now]);
    assert.deepEqual(then(entry, { mayLast: ["state"] }), entry);
    assert.equal(stateOf(then(entry)), "state x1 ended");
  });

  it("is told again if what makes it news has changed", () => {
    const entry = then(known({ ...nearLimit, identity: "weekly" }), { issues: [nearLimit] });
    assert.equal(entry.knowledge.told[chatId]?.news, "changed");
  });
});

describe("fold, for what a check says of the end", () => {
  it("ends a problem with its note, or without a word", () => {
    const entry = known(missedRun(now - hour));
    const note: Note = { says: [{ words: "is disabled" }], severity: "recovery", rank: 6 };
    for (const [end, expected] of [
      [note, "missed x1 ended: is disabled."],
      [undefined, "missed x1 ended"],
    ] as const)
      assert.equal(stateOf(then(entry, { ends: new Map([[entry.key, end]]) })), expected);
  });
});

describe("fold, for notes", () => {
  const note = (changes: Partial<Note> = {}): Note => ({
    ...{ says: [{ words: "The schedule changed" }], severity: "note", rank: 7, ...changes },
  });
  const failed = failedEntry(knownTo(chatId));
  const run = worked(now - 300);
  const always = configWith();

  it("opens an entry for each, which is told once", () => {
    const key = "b".repeat(16);
    const { entries, findings } = folded([], {
      notes: [note({ subject: subjectOf({ pipeline: { name: "a" } }), key }), note()],
    });
    assert.deepEqual(states({ entries, findings }), ["once x1", "once x1"]);
    const [one, other] = entries;
    const named = entries.map(({ content }) => subjectIn(content).pipeline?.name);
    assert.deepEqual([named, one?.key, one?.since, other?.since], [["a", undefined], key, now, now]);
    assert.deepEqual([findings.size, findings.get(key)?.length], [2, 1]);
    const says = [{ words: "It changed again" }];
    const subject = subjectOf({ pipeline: { name: "a" } });
    const all = folded([], { notes: [note(), note({ says }), note({ subject }), note({ run }), note()] });
    assert.equal(all.entries.length, 4, "only equal ones are one");
  });

  it("keeps those that wait", () => {
    const { entries } = folded([], { notes: [note()] });
    assert.deepEqual(folded(entries, {}).entries, entries);
  });

  it("follows those of states, such as a wait, as long as they are found", () => {
    const waits = { notes: [note({ key: "b".repeat(16), isState: true })] };
    const [first = assert.fail()] = folded([], waits).entries;
    const knownWait = { ...first, knowledge: known(tooFew).knowledge };
    const again = then(knownWait, { ...waits, at: 1 });
    assert.deepEqual([again.family, again.since, again.last], ["stuck", now, now + hour]);
    assert.deepEqual([again.knowledge, again.end], [knownWait.knowledge, undefined]);
    assert.equal(stateOf(then(knownWait)), "stuck x1 ended");
  });

  it("puts what the history says of a pipeline in place of the end of its problem", () => {
    const { entries, findings } = folded([failed], { runs: [run], notes: [recovery(run)] });
    assert.deepEqual(states({ entries, findings }), [
      "failure x1 ended: nightly import [20261120.3] is well again.",
    ]);
    assert.deepEqual([entries[0]?.end?.note?.key, findings.size], [failed.key, 0]);
  });

  it("lets the history speak for itself where no problem is known, or ends are not told", () => {
    const alone = folded([], { runs: [run], notes: [recovery(run)] });
    assert.deepEqual([states(alone), alone.findings.size], [["once x1"], 1]);
    const beside = folded([failed], { runs: [run], notes: [recovery(run, { replacesEnd: false })] });
    const both = folded([failed], { config: always, runs: [run], notes: [recovery(run)] });
    for (const entries of [both, beside])
      assert.deepEqual(states(entries), [
        `failure x1 ended: nightly import 20261120.3 ${worksAgain(1, "1 h 55 min")}.`,
        "once x1",
      ]);
  });

  it("ignores the history's note on a run that is an issue itself, or of a pipeline that fails", () => {
    const slow: Issue = { ...failure({ ...run }), code: "ranTooLong" };
    assert.deepEqual(states(folded([], { issues: [slow], notes: [recovery(run)] })), ["limit x1"]);
    const well = { issues: [slow], runs: [worked(now - 60, { id: 950 })], notes: [recovery(run)] };
    assert.match(states(folded([], well)).join(), /within its limits again/, "a later run ended it");
    const issues = [failure({ id: 950, finishTime: now - 60 })];
    assert.deepEqual(states(folded([], { issues, runs: [run], notes: [recovery(run)] })), ["failure x1"]);
  });

  it("forgets a recovery that waits as soon as its pipeline fails again, not one of another branch", () => {
    const [waiting = assert.fail()] = folded([], { runs: [run], notes: [recovery(run)] }).entries;
    const failing = (changes: object) =>
      states(folded([waiting], { issues: [failure({ id: 950, finishTime: now - 60, ...changes })] }));
    assert.deepEqual([failing({}), failing({ branch: "b" })], [["failure x1"], ["once x1", "failure x1"]]);
    const slow: Issue = { ...failure({ ...worked(now - 60) }), code: "ranTooLong" };
    assert.deepEqual(states(folded([waiting], { issues: [slow] })), ["once x1", "limit x1"]);
    const over = { ...failed, key: runsKey(subjectOf(run)), end: { at: now - 60 } };
    assert.deepEqual(states(folded([over, waiting], {})), ["failure x1 ended", "once x1"]);
  });

  it("has a place for each issue that is found", () => {
    const issues = [tooFew, stuckRun(), nearLimit, failure()];
    const { findings } = folded([], { config: usual, issues });
    for (const issue of issues) assert.deepEqual(findings.get(placeOf(issue, now).key), [issue]);
  });
});
