import assert from "node:assert/strict";
import { type Part, plainText } from "../../../../../shared/chat/message";
import type { BranchJournal } from "../../../../../shared/journal/schema";
import { utcZone, zoneNamed } from "../../../../../shared/text/zone";
import {
  findFailuresInRow,
  findNews,
  findRecovery,
} from "../../../../../tasks/PipelineMonitor/features/history/news";
import type { BranchHistory } from "../../../../../tasks/PipelineMonitor/journal/streak";
import { newsParts } from "../../../../../tasks/PipelineMonitor/render/lines";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";

const start = Date.UTC(2026, 10, 20, 9, 19) / 1000;

/** A history out of letters, the oldest run first: g for a good one, f for a failed one, an hour apart from 09:19 on. */
function historyOf(letters: string, isCut = false, older?: BranchJournal["older"]): BranchHistory {
  const runs = [...letters].map((letter, index) => ({
    ...failedRun({ id: index + 1, result: letter === "g" ? "succeeded" : "failed" }),
    ...{ finishTime: start + index * 3600, reason: undefined, isOtherCommit: undefined, attempt: 1 },
  }));
  return { runs, isCut, older };
}

const text = (parts: readonly Part[]) => plainText(parts, sanitize);

/** The news of a run in the specification's words; empty without any. */
const news = (...of: Parameters<typeof findNews>) => {
  const found = findNews(...of);
  return found === undefined ? "" : text(newsParts(found));
};

/** The news of the last run of such a history. */
const newsOfLast = (letters: string, isCut = false, zone = utcZone) =>
  news(letters.length, historyOf(letters, isCut), zone);

describe("failures in a row", () => {
  const inRow = (id: number, letters: string, isCut = false, dealtWith?: number) =>
    findFailuresInRow(id, historyOf(letters, isCut), (run) => run.id === dealtWith);

  it("are counted from the last success, or from a pipeline's first run", () => {
    assert.deepEqual([inRow(3, "gff"), inRow(2, "gff"), inRow(2, "ff"), inRow(1, "f")], [2, 1, 2, 1]);
  });

  it("have no count if the history does not reach back to the first, or has not got the run", () => {
    assert.deepEqual([inRow(2, "ff", true), inRow(4, "gff")], [undefined, undefined]);
    assert.equal(inRow(3, "gff", true), 2);
  });

  it("count for a later one with which a report has dealt, if the run was listed late", () => {
    assert.deepEqual([inRow(2, "gfffg", false, 3), inRow(4, "gfffg", false, 3)], [2, 3]);
    assert.deepEqual([inRow(2, "gfgff", false, 4), inRow(2, "gfff", false, 4)], [1, 3]);
  });
});

describe("findNews", () => {
  const tokyo = zoneNamed("Asia/Tokyo");

  it("tells of a first failure how many successful runs there were before it, within the window too", () => {
    assert.equal(newsOfLast(`${"g".repeat(212)}f`), "first failure after 212 successful runs");
    assert.equal(newsOfLast("fgf"), "first failure after 1 successful run");
    assert.equal(news(2, historyOf("gffg"), utcZone), "first failure after 1 successful run");
  });

  it("tells of a further failure which it is, and since when, in the zone", () => {
    assert.equal(newsOfLast("fff"), "3rd failure in a row since 09:19 UTC");
    assert.equal(newsOfLast("gff"), "2nd failure in a row since 10:19 UTC");
    assert.equal(newsOfLast("f".repeat(7)), "7th failure in a row since 09:19 UTC");
    assert.equal(newsOfLast("fff", false, tokyo), "3rd failure in a row since 18:19 UTC+9");
  });

  it("says where there may be more than is known", () => {
    assert.equal(newsOfLast("ggf", true), "first failure after at least 2 successful runs");
    assert.equal(newsOfLast("fff", true), "at least the 3rd failure in a row since 09:19 UTC or earlier");
    assert.equal(newsOfLast("fggf", true), "first failure after 2 successful runs");
  });

  it("counts the streak of runs that are not kept any more, if it goes on with those that are", () => {
    const afterStreak = (letters: string, isGood: boolean, isCut = false) =>
      news(letters.length, historyOf(letters, isCut, { isGood, count: 500, since: start - 3600 }), utcZone);
    assert.equal(afterStreak("f", true), "first failure after 500 successful runs");
    assert.equal(afterStreak("ggf", true, true), "first failure after at least 502 successful runs");
    assert.equal(afterStreak("ff", false), "502nd failure in a row since 08:19 UTC");
    assert.equal(afterStreak("ggf", false, true), "first failure after 2 successful runs");
  });

  it("says nothing of a run that is the first, or that the history does not hold", () => {
    assert.equal(newsOfLast("f"), "");
    assert.equal(findNews(99, historyOf("gf"), utcZone), undefined);
  });
});

describe("findRecovery", () => {
  const text = (letters: string, windowFrom: number, isCut = false) => {
    return findRecovery(historyOf(letters, isCut), start + windowFrom * 3600)?.text;
  };

  it("tells that a pipeline works again when it first did so within the window", () => {
    assert.equal(text("gfffg", 4), "works again after 3 failures, 3 h");
    assert.equal(text("fggg", 1), "works again after 1 failure, 1 h");
    assert.equal(text("fggg", 2), undefined, "that is told already");
  });

  it("tells nothing of a pipeline that fails, or has worked all along", () => {
    for (const letters of ["", "f", "gf", "ggg", "g"]) assert.equal(text(letters, 0), undefined, letters);
  });

  it("does not take a run for it that was queued before the last failure", () => {
    const { runs, ...history } = historyOf("ffgg");
    const last = runs.map((run, index) => ({ ...run, queueTime: [100, 200, 100, 300][index] }));
    const recovery = (count: number) => findRecovery({ ...history, runs: last.slice(0, count) }, start);
    assert.equal(recovery(3), undefined);
    assert.equal(recovery(4)?.since, start + 3 * 3600);
  });

  it("says where there may have been more failures", () => {
    assert.equal(text("ffg", 2, true), "works again after at least 2 failures, 2 h");
    assert.equal(text("gffg", 3, true), "works again after 2 failures, 2 h");
  });
});
