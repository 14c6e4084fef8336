import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../../shared/azure-devops/records";
import { type Part, plainText } from "../../../../../shared/chat/message";
import { utcZone, zoneNamed } from "../../../../../shared/text/zone";
import {
  findFailuresInRow,
  findNews,
  findRecovery,
  type History,
  renderRecovery,
} from "../../../../../tasks/PipelineMonitor/checks/history/news";
import { newsParts, ordinal } from "../../../../../tasks/PipelineMonitor/render/lines";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";

const start = Date.UTC(2026, 10, 20, 9, 19) / 1000;

/** A history out of letters, the oldest run first: g for a good one, f for a failed one, an hour apart from 09:19 on. */
function historyOf(letters: string, isCut = false): History {
  const runs = [...letters].map(
    (letter, index): Run =>
      failedRun({
        id: index + 1,
        result: letter === "g" ? "succeeded" : "failed",
        finishTime: start + index * 3600,
      }),
  );
  return { runs: runs.reverse(), isCut };
}

const text = (parts: readonly Part[]) => plainText(parts, sanitize);

/** The news of a run in the specification's words; empty without any. */
const news = (...of: Parameters<typeof findNews>) => {
  const found = findNews(...of);
  return found === undefined ? "" : text(newsParts(found));
};

/** The news of the last run of such a history. */
const newsOfLast = (letters: string, limit = 300, isCut = false, zone = utcZone) =>
  news(letters.length, historyOf(letters, isCut), limit, zone);

describe("failures in a row", () => {
  const inRow = (
    id: number,
    letters: string,
    isCut = false,
    dealtWith: (run: Run) => boolean = () => false,
  ) => findFailuresInRow(id, historyOf(letters, isCut), dealtWith);

  it("are counted from the last success, or from a pipeline's first run", () => {
    assert.deepEqual([inRow(3, "gff"), inRow(2, "gff"), inRow(2, "ff"), inRow(1, "f")], [2, 1, 2, 1]);
  });

  it("have no count if the history does not reach back to the first, or has not got the run", () => {
    assert.deepEqual([inRow(2, "ff", true), inRow(4, "gff")], [undefined, undefined]);
    assert.equal(inRow(3, "gff", true), 2);
  });

  it("count for a later one with which a report has dealt, if the run was listed late", () => {
    const third = ({ id }: Run) => id === 3;
    assert.deepEqual([inRow(2, "gfffg", false, third), inRow(4, "gfffg", false, third)], [2, 3]);
    assert.equal(
      inRow(2, "gfgff", false, ({ id }) => id === 4),
      1,
    );
  });
});

describe("findNews", () => {
  it("tells of a first failure how many successful runs there were before it", () => {
    assert.equal(newsOfLast(`${"g".repeat(212)}f`), "first failure after 212 successful runs");
    assert.equal(newsOfLast("fgf"), "first failure after 1 successful run");
  });

  it("tells of a further failure which it is, and since when", () => {
    assert.equal(newsOfLast("fff"), "3rd failure in a row since 09:19 UTC");
    assert.equal(newsOfLast("gff"), "2nd failure in a row since 10:19 UTC");
    assert.equal(newsOfLast("f".repeat(20)), "20th failure in a row since 2026-11-20 09:19 UTC");
  });

  it("has the time and the day of the zone", () => {
    const zone = zoneNamed("Asia/Tokyo") ?? assert.fail();
    assert.equal(newsOfLast("fff", 9, false, zone), "3rd failure in a row since 18:19 UTC+9");
    // Midnight of the zone lies between the first and the last.
    assert.equal(
      newsOfLast("f".repeat(7), 9, false, zone),
      "7th failure in a row since 2026-11-20 18:19 UTC+9",
    );
    assert.equal(newsOfLast("f".repeat(7)), "7th failure in a row since 09:19 UTC");
  });

  it("says where there may be more than it has looked at", () => {
    assert.equal(newsOfLast("gggggf", 3), "first failure after at least 3 successful runs");
    assert.equal(newsOfLast("ggf", 3, true), "first failure after at least 2 successful runs");
    assert.equal(newsOfLast("fff", 3, true), "at least the 3rd failure in a row since 09:19 UTC or earlier");
  });

  it("knows that there is no more where it has looked at all there is", () => {
    assert.equal(newsOfLast("gggf", 3), "first failure after 3 successful runs");
    assert.equal(newsOfLast("fggf", 3, true), "first failure after 2 successful runs");
    assert.equal(newsOfLast("gff", 2), "2nd failure in a row since 10:19 UTC");
    assert.equal(newsOfLast("gffff", 2), "at least the 3rd failure in a row since 11:19 UTC or earlier");
  });

  it("tells of a run within the window by those before it alone", () => {
    assert.equal(news(2, historyOf("gffg"), 9, utcZone), "first failure after 1 successful run");
  });

  it("says nothing of a run that is the first, or that the history does not hold", () => {
    assert.equal(newsOfLast("f"), "");
    assert.equal(findNews(99, historyOf("gf"), 9, utcZone), undefined);
  });

  it("counts right in all histories", () => {
    const letters = fc.array(fc.constantFrom("g", "f"), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 40 }), (before, limit) => {
        const told = newsOfLast(`${before.join("")}f`, limit);
        const kind = before.at(-1);
        const streak = new RegExp(`${kind}*$`).exec(before.join(""))?.[0].length ?? 0;
        const counted = Math.min(limit, streak) + (kind === "f" ? 1 : 0);
        assert.equal(Number(/\d+/.exec(told)?.[0]), counted);
        assert.equal(told.startsWith("first failure"), kind === "g");
      }),
    );
  });
});

describe("findRecovery", () => {
  const text = (letters: string, windowFrom: number, isCut = false) => {
    const recovery = findRecovery(historyOf(letters, isCut), start + windowFrom * 3600);
    return recovery && renderRecovery(recovery);
  };

  it("tells that a pipeline works again when it first did so within the window", () => {
    assert.equal(text("gfffg", 4), "works again after 3 failures");
    assert.equal(text("fggg", 1), "works again after 1 failure");
    assert.equal(text("fggg", 2), undefined, "that is told already");
  });

  it("tells nothing of a pipeline that fails, or has worked all along", () => {
    for (const letters of ["", "f", "gf", "ggg", "g"]) assert.equal(text(letters, 0), undefined, letters);
  });

  it("says where there may have been more failures", () => {
    assert.equal(text("ffg", 2, true), "works again after at least 2 failures");
    assert.equal(text("gffg", 3, true), "works again after 2 failures");
  });

  it("tells of each recovery in one window of those that follow on each other, and of nothing else", () => {
    const letters = fc.array(fc.constantFrom("g", "f"), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(letters, (runs) => {
        // A window for each run: it sees the runs so far, and is told that it works again when the one before failed.
        for (const [index, letter] of runs.entries()) {
          if (index === 0) continue;
          const recovered = letter === "g" && runs[index - 1] === "f";
          assert.equal(text(runs.slice(0, index + 1).join(""), index) !== undefined, recovered);
        }
      }),
    );
  });
});

describe("ordinal", () => {
  it("writes numbers as people do", () => {
    assert.deepEqual(
      [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 101, 111, 112, 1003].map(ordinal),
      "1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 101st 111th 112th 1003rd".split(" "),
    );
  });
});
