import assert from "node:assert/strict";
import { attemptOf } from "../../../../shared/azure-devops/records";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { earlierOf, isOwed, newTo, unknownToAll } from "../../../../tasks/PipelineMonitor/issue/knowledge";
import { projectFingerprint } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { missedKeys, placeOf } from "../../../../tasks/PipelineMonitor/issue/place";
import type { Recovery } from "../../../../tasks/PipelineMonitor/issue/report";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import { issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { worksAgain } from "../../../works-again";
import { failedRun } from "../failed-run";
import { entryAfter, folded, type Hour, next, states, usual } from "./fold-stage";
import {
  chatId,
  configWith,
  failedEntry,
  failure,
  hour,
  missedRun,
  now,
  pagerId,
  told,
  worked,
} from "./ledger-stage";

/** A run that was queued at a time shows that its pipeline starts again. */
function started(queueTime: number): Recovery[] {
  const run = worked(now, { queueTime });
  return missedKeys(subjectOf(run)).map((key) => ({ key, at: queueTime, run }));
}

const worksAfter = (time: string) => `nightly import 20261120.3 ${worksAgain(1, time)}.`;
const knownToChat = { told: { [chatId]: told } };
const isEnded = (known: Entry, hour: Hour) => entryAfter(known, hour).end !== undefined;
const failed = failedEntry(knownToChat);
const missed = entryAfter(undefined, { issues: [missedRun(now - 600)] });
const owed = { [chatId]: {} };

describe("fold", () => {
  it("opens an entry for a problem, in the words of its issue", () => {
    const issue = next();
    const { entries, findings } = folded([], { issues: [issue] });
    const place = placeOf(issue, now);
    const entry = {
      ...{ ...place, project: projectFingerprint(usual), content: issue, isQuiet: false },
      ...{ since: now - 600, last: now - 600, count: 1, end: undefined, knowledge: unknownToAll },
    };
    assert.deepEqual(entries, [entry]);
    assert.deepEqual([...findings], [[place.key, [issue]]]);
  });

  it("ends nothing by a run that did not succeed, whether an issue has it, or a copy of it", () => {
    const run = failedRun({ id: 813, finishTime: now - 600 });
    assert.equal(isEnded(failed, { runs: [run] }), false);
    const copied = { ...next(), about: { run: { ...run } } };
    const { count, since } = entryAfter(failed, { issues: [copied], runs: [run] });
    assert.deepEqual([count, since], [2, failed.since]);
    const slow = worked(now - 600);
    const limit = { ...issueOfWait({ ...slow }, 900, 300), at: now - 600 };
    assert.equal(entryAfter(failed, { issues: [limit], runs: [slow] }).count, 2);
  });

  it("continues what lasts: since the first, with the latest issue and count, and who knows it", () => {
    const [second, third] = [next(now - 900), next(now - 300, "no space", 814)];
    const {
      since,
      last,
      count,
      content,
      knowledge: { told: who },
    } = entryAfter(failed, { issues: [third, second] });
    assert.deepEqual([since, last, count], [now - 2 * hour, now - 300, 3]);
    assert.deepEqual([content, who], [third, failed.knowledge.told]);
  });

  it("leaves what is not found again as it is, if a run has to end it", () => {
    assert.deepEqual(folded([failed, missed], {}).entries, [failed, missed]);
  });

  it("ends a problem with a run of its pipeline and branch that does better, and is told which", () => {
    const { end, key } = entryAfter(failed, { runs: [worked(now - 300)] });
    assert.deepEqual([end?.at, end?.note?.key, end?.note?.run?.id], [now - 300, key, 900]);
    assert.deepEqual(states(folded([failed], { runs: [worked(now - 300)] })), [
      `failure x1 ended: ${worksAfter("1 h 55 min")}`,
    ]);
    const endsWith = (...some: Parameters<typeof worked>[1][]) =>
      isEnded(failed, { runs: some.map((changes) => worked(now - 300, changes)) });
    for (const other of [{ definitionId: 8 }, { branch: "refs/heads/b" }, { finishTime: undefined }])
      assert.ok(!endsWith(other));
    assert.ok(endsWith({ pipeline: "renamed", definitionId: 7 }));
    assert.ok(endsWith({ definitionId: 8 }, { definitionId: 7 }));
  });

  it("keeps what a problem was like when it ended", () => {
    const over = entryAfter(failed, { runs: [worked(now - 300)] });
    assert.deepEqual({ ...over, end: undefined }, failed);
    assert.deepEqual(entryAfter(over, { at: 1, runs: [worked(now + 300)] }), over, "it ends once");
  });

  it("has an end of its own for each kind of problem", () => {
    const slow = issueOfWait(worked(now - 600, { id: 1 }), 900, 300);
    assert.deepEqual(states(folded([], { issues: [slow], runs: [worked(now - 300)] })), [
      "limit x1 ended: nightly import 20261120.3 is within its limits again after 1 run, 5 min.",
    ]);
    const recoveries = started(now - 300);
    assert.deepEqual(states(folded([], { issues: [missedRun(now - 600)], recoveries })), [
      "missed x1 ended: nightly import 20261120.3 runs again after 1 missed run, 5 min.",
    ]);
  });

  it("takes a failed run that also crossed a limit for a failure", () => {
    const slow = issueOfWait(worked(now - 600, { id: 1, result: "failed" }), 900, 300);
    const limit = entryAfter(undefined, { issues: [issueOfWait(worked(now - 900, { id: 2 }), 900, 300)] });
    assert.deepEqual(states(folded([limit], { issues: [slow] })), ["failure x2"]);
  });

  it("opens nothing for a run that is well", () =>
    assert.deepEqual(folded([], { runs: [worked(now - 300)] }).entries, []));

  it("follows runs in the order in which they finished; of the same second, a problem is the last", () => {
    const story = (...ends: [at: number, isWell: boolean][]) =>
      states(
        folded([], {
          issues: ends.flatMap(([at, isWell], id) => (isWell ? [] : [next(now - at, "no space", id)])),
          runs: ends.flatMap(([at, isWell], id) => (isWell ? [worked(now - at, { id })] : [])),
        }),
      );
    assert.deepEqual(story([300, true], [600, false]), [`failure x1 ended: ${worksAfter("5 min")}`]);
    assert.deepEqual(story([600, true], [300, false]), ["failure x1"]);
    assert.deepEqual(story([600, false], [450, true], [300, false]), ["failure x1"]);
    assert.deepEqual(story([600, true], [600, false]), ["failure x1"]);
    assert.deepEqual(story([600, false], [600, true]), ["failure x1"]);
    assert.deepEqual(story([600, false], [600, true], [599, true]), [
      `failure x1 ended: ${worksAfter("1 s")}`,
    ]);
  });

  it("takes a problem of the second of a success for another one, and the run with the greatest id for the last", () => {
    const [one, other] = [next(now - 600, "no space", 815), next(now - 600, "no memory", 814)];
    const {
      knowledge: { told: who },
      count,
    } = entryAfter(failed, { issues: [other], runs: [worked(now - 600)] });
    assert.deepEqual([who[chatId]?.news, count], ["ended", 1]);
    assert.equal(entryAfter(failed, { issues: [one, other] }).content, one);
    assert.equal(entryAfter(failed, { issues: [other, one] }).content, one);
  });

  it("ends nothing with a run that was seen, reached the list late, has an issue, or is not checked", () => {
    const recent = failedEntry({ last: now - 600 });
    const run = worked(now - 300);
    const slow = worked(now - 300);
    const unchecked = configWith({ notify: "changes" }, { "nightly import": { check_flag: false } });
    for (const hour of [
      { runs: [run], seen: [attemptOf(run)] },
      { runs: [worked(now - 600)] },
      { runs: [worked(now - 900)] },
      { runs: [slow], issues: [issueOfWait(slow, 900, 300)] },
      { runs: [worked(now + 120)] },
      { runs: [run], config: unchecked },
    ])
      assert.ok(!isEnded(recent, hour));
    assert.ok(isEnded(recent, { runs: [worked(now + 119)] }));
  });

  // travis-ci/travis-ci#793, #1490 and #1781, concourse/concourse#4790
  it("ends nothing with a run that was queued before the last that failed, and took longer or was run again", () => {
    const [older, newer] = [next(now - 900), failure({ id: 814, finishTime: now - 600, queueTime: 100 })];
    const ends = (queueTime: number | undefined) =>
      isEnded(failed, { issues: [older, newer], runs: [worked(now - 300, { queueTime })] });
    assert.deepEqual([99, 100, 101, undefined].map(ends), [false, true, true, true]);
  });

  it("ends a problem with a success that a filter hides, but not with one of a pull request or too slow", () => {
    const config = configWith({ notify: "changes", runs: "scheduled" });
    const run = worked(now - 300, { reason: "manual" });
    const ends = (changes: object) => isEnded(failed, { config, runs: [{ ...run, ...changes }] });
    assert.ok(ends({}) && ends({ reason: "schedule" }));
    assert.ok(!ends({ reason: "pullRequest" }) && !ends({ verdict: "ranTooLong" }));
  });

  it("counts a failure that reached the list late, and keeps what is known of the latest", () => {
    const known = failedEntry({ ...knownToChat, last: now - 600, since: now - 600 });
    const late = next(now - 900, "no memory");
    const entry = entryAfter(known, { issues: [late] });
    assert.deepEqual(entry, { ...known, since: now - 900, count: 2 });
  });

  it("marks as changed what was told, if the cause, result or kind of problem is another one", () => {
    const changed = (issue: Issue) => entryAfter(failed, { issues: [issue] }).knowledge.told[chatId]?.news;
    assert.deepEqual([next(), next(now - 600, "no memory"), { ...next(), code: "other" }].map(changed), [
      undefined,
      "changed",
      "changed",
    ]);
    assert.equal(changed(failure({ id: 813, result: "canceled" })), "changed");
    assert.equal(changed({ ...next(), identity: "other" }), "changed", "it is another");
    assert.equal(
      entryAfter(failed, { issues: [{ ...next(), tally: "broke down" }] }).variant,
      failed.variant,
    );
  });

  it("takes an unknown reason for any, until a known one is another", () => {
    const unknown = (at: number): Issue => ({ ...next(at), explanation: undefined });
    const hours = [unknown(now - 500), unknown(now - 400), next(now - 300), next(now - 200, "no memory")];
    let entry = failed;
    const outdated = hours.map((issue) => {
      entry = entryAfter(entry, { issues: [issue] });
      return entry.knowledge.told[chatId]?.news;
    });
    assert.deepEqual(outdated, [undefined, undefined, undefined, "changed"]);
  });

  it("opens again what ended before its end was told, and lets those who know it be told so", () => {
    const over = failedEntry({ ...knownToChat, end: { at: now - hour }, count: 5 });
    const { since, count, end, knowledge } = entryAfter(over, { issues: [next()] });
    assert.deepEqual([since, count, end, knowledge.owed], [now - 600, 1, undefined, {}]);
    assert.deepEqual(knowledge.told, { [chatId]: { ...told, news: "ended" } });
    const other = entryAfter(over, { issues: [next(now - 600, "no memory")] });
    assert.deepEqual(earlierOf(other), [], "what is over is no reason of it");
    const twice = failedEntry({ told: { [chatId]: { ...told, news: "ended" } } });
    const changed = entryAfter(twice, { issues: [next(now - 600, "no memory")] });
    assert.equal(changed.knowledge.told[chatId]?.news, "ended", "a new cause is not less");
  });

  it("tells of two problems at once whoever still waits for the first", () => {
    const over = failedEntry({ owed, end: { at: now - hour }, count: 5 });
    const entry = entryAfter(over, { issues: [next()] });
    const { since, count } = newTo(entry, chatId);
    assert.deepEqual([since, count, entry.end, isOwed(entry, chatId)], [now - 2 * hour, 6, undefined, true]);
    const other = newTo(entry, pagerId);
    assert.deepEqual([other.since, other.count], [now - 600, 1], "who is owed nothing hears of the second");
  });

  it("finds a missed run twice without a second count, and counts the next one", () => {
    assert.deepEqual(entryAfter(missed, { issues: [missedRun(now - 600)] }), missed);
    const { count, last, since } = entryAfter(missed, { issues: [missedRun(now - 600), missedRun(now)] });
    assert.deepEqual([count, last, since], [2, now, now - 600]);
  });

  it("ends a missed run by when a run was queued, not by when it finished", () => {
    const ends = (queueTime: number) =>
      isEnded(missed, { recoveries: started(queueTime), runs: [worked(now - 60)] });
    assert.deepEqual([now - 601, now - 600, now - 599].map(ends), [false, false, true]);
  });
});
