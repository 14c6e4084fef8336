import assert from "node:assert/strict";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { isIssue } from "../../../../tasks/PipelineMonitor/issue/finding";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { earlierOf } from "../../../../tasks/PipelineMonitor/issue/knowledge";
import type { Silenced } from "../../../../tasks/PipelineMonitor/issue/silenced";
import type { Silence } from "../../../../tasks/PipelineMonitor/ledger/silence";
import { issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { type Changes, changedEntry } from "../known-entry";
import { entryAfter, next, stateOf } from "./fold-stage";
import { chatId, ended, failedEntry, failure, hour, nearLimit, now, told, worked } from "./ledger-stage";

const knownToChat = { told: { [chatId]: told } };
const failed = failedEntry(knownToChat);
const owed = { [chatId]: {} };
const newsOf = (entry: Entry) => entry.knowledge.told[chatId]?.news;
const earlierCauses = (entry: Entry) => earlierOf(entry).map(({ explanation }) => explanation?.cause);

describe("a problem that changes while it lasts", () => {
  const unknown = (at: number, result = "failed"): Issue => ({
    ...failure({ id: 813, finishTime: at, result }),
    explanation: undefined,
  });

  it("keeps what it was before, for another reason", () => {
    const changed = entryAfter(failed, { issues: [next(now - 600, "no memory")] });
    assert.deepEqual([earlierCauses(changed), newsOf(changed)], [["no space"], "changed"]);
    assert.deepEqual(earlierCauses(entryAfter(failed, { issues: [next()] })), []);
  });

  it("keeps a known reason through a failure for an unknown one, but not through another result", () => {
    const issues = [unknown(now - 500), next(now - 400, "no memory")];
    assert.deepEqual(earlierCauses(entryAfter(failed, { issues }))[0], undefined, "the last one before");
    assert.equal(newsOf(entryAfter(failed, { issues })), "changed");
    const canceled = { ...failure({ id: 814, finishTime: now - 400, result: "canceled" }, "no memory") };
    const after = entryAfter(failed, { issues: [unknown(now - 500, "canceled"), canceled] });
    assert.deepEqual(earlierCauses(after), ["no space"]);
  });

  it("does not change when its reason becomes known", () => {
    const unexplained = changedEntry(entryAfter(undefined, { issues: [unknown(now - 900)] }), knownToChat);
    assert.equal(newsOf(entryAfter(unexplained, { issues: [next()] })), undefined);
  });

  it("is counted as problems, not as failures, from the second kind on", () => {
    const slow = issueOfWait(worked(now - 900, { id: 1 }), 900, 300);
    const failures = [next(now - 800), next(now - 700, "no space", 814)];
    const runs = [worked(now - 300)];
    assert.match(stateOf(entryAfter(undefined, { issues: [slow, ...failures], runs })), /after 3 problems, /);
    assert.match(stateOf(entryAfter(undefined, { issues: failures, runs })), /after 2 failures, /);
  });
});

describe("a problem that ended", () => {
  it("stays over if a failure from before its end reaches the list late, and counts it", () => {
    const over = failedEntry({ ...knownToChat, since: now - 700, last: now - 700, end: ended });
    const { since, count, end, knowledge } = entryAfter(over, { issues: [next(now - 900)] });
    assert.deepEqual([since, count, end, knowledge], [now - 900, 2, ended, over.knowledge]);
  });

  it("is a reason of what comes again in the same report, and for whoever still waits for it", () => {
    const again = next(now - 300, "no memory", 814);
    const inOneHour = { issues: [next(now - 900), again], runs: [worked(now - 600)] };
    assert.deepEqual(earlierCauses(entryAfter(undefined, inOneHour)), ["no space"]);
    const waiting = failedEntry({ owed, end: ended });
    assert.deepEqual(earlierCauses(entryAfter(waiting, { issues: [again] })), ["no space"]);
  });
});

describe("a problem in maintenance", () => {
  const [before, during] = [now - 1800, now - 600];
  const maintenance: Silenced = { by: { state: "maintenance", ignores: true }, why: [] };
  const quiet: Silence["quiet"] = (finding, at) => {
    const time = (isIssue(finding) ? finding.at : undefined) ?? at;
    return time > before + 60 && time < now + hour ? maintenance : undefined;
  };
  const found = (known: Entry | undefined, ...times: number[]) =>
    entryAfter(known, { quiet, issues: times.map((at, index) => next(at, "no space", 813 + index)) });

  it("is quiet if all of it happened in maintenance", () => {
    const times = [[before], [during], [before, during], [during, during + 60]];
    assert.deepEqual(
      times.map((some) => found(undefined, ...some).isQuiet),
      [false, true, false, true],
    );
    const later = { quiet, at: 2, issues: [next(now + 2 * hour - 600)] };
    assert.equal(entryAfter(found(undefined, during), later).isQuiet, false);
  });

  it("is quiet, as a state, while maintenance lasts", () => {
    const hours = [0, 2].map((at) => entryAfter(undefined, { quiet, at, issues: [nearLimit] }));
    assert.deepEqual(
      hours.map(({ isQuiet }) => isQuiet),
      [true, false],
    );
    const [first, second] = hours;
    assert.equal(entryAfter(second, { quiet, issues: [nearLimit] }).isQuiet, true);
    assert.equal(entryAfter(first, { quiet, at: 2, issues: [nearLimit] }).isQuiet, false);
  });

  it("counts, but does not change what was told", () => {
    const { count, content, knowledge } = entryAfter(failed, { quiet, issues: [next(during, "no memory")] });
    assert.deepEqual([count, content, knowledge], [2, failed.content, failed.knowledge]);
  });

  it("takes no place of what ended before and was not told yet", () => {
    const first = next(before);
    const issues = [first, next(during, "no memory", 814)];
    const entry = entryAfter(undefined, { quiet, issues, runs: [worked(now - 1200)] });
    assert.deepEqual([entry.since, entry.count, entry.content, entry.isQuiet], [before, 2, first, false]);
    const over = (changes: Changes) => found(failedEntry({ end: ended, ...changes }), now - 60);
    const stale = { told: { [chatId]: { ...told, news: "changed" as const } } };
    const rows = [knownToChat, stale, { owed }, { owed, isQuiet: true }].map(over);
    assert.deepEqual(
      rows.map(({ count, isQuiet }) => [count, isQuiet]),
      [
        [1, true],
        [2, false],
        [2, false],
        [2, true],
      ],
    );
    const waiting = failedEntry({ end: { ...ended, at: before }, owed, isQuiet: true });
    assert.equal(found(waiting, before + 60).isQuiet, false, "it came again before the maintenance");
  });
});
