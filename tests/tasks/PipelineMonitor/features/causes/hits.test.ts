import assert from "node:assert/strict";
import fc from "fast-check";
import { plainText } from "../../../../../shared/chat/message";
import {
  type Hits,
  hitRows,
  hitsTold,
  withHits,
} from "../../../../../tasks/PipelineMonitor/features/causes/hits";
import { endOf } from "../../../../../tasks/PipelineMonitor/issue/window";
import { issueOfResult } from "../../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { projectReport } from "../../report-stage";

const report = projectReport();
const { zone } = report.config;
const now = endOf(report.window);
const today = Math.floor(now / 86_400);
const explanation = (name: string) => ({
  ...{ sentence: [], line: "", name: [{ name }], group: undefined, isOfTeam: true },
});
const failures = (...of: [name: string, daysAgo: number][]) => ({
  ...report,
  issues: of.map(([name, days], id) => ({
    ...issueOfResult(failedRun({ id, finishTime: now - days * 86_400 })),
    explanation: explanation(name),
  })),
});
const told = (hits: Hits, until = (today + 1) * 86_400) =>
  hitsTold(hits, until, zone).map((phrase) => plainText(phrase, sanitize));
const rows = (hits: Hits) =>
  hitRows(hits, report).map(({ pipeline, sentence }) => `${pipeline} ${plainText(sentence, sanitize)}`);

describe("the hits of known issues", () => {
  it("are counted by the day on which a run ended, for 28 days", () => {
    const hits = withHits(
      {},
      failures(["full", 0], ["full", 0], ["full", 6], ["full", 7], ["full", 27], ["full", 28]),
    );
    assert.deepEqual(rows(hits), ["full had 2 hits today, 3 in 7 days and 5 in 28 days"]);
    assert.deepEqual(told(hits), ["Known issues in 1, 7 and 28 days: full 2, 3, 5."]);
    assert.deepEqual(told(hits, today * 86_400), ["Known issues in 1, 7 and 28 days: full 0, 2, 3."]);
  });

  it("are told of the most frequent first, and of five in a message", () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const of = [...names, "f"].map((name): [string, number] => [name, 1]);
    assert.deepEqual(told(withHits({}, failures(...of))), [
      "Known issues in 1, 7 and 28 days: f 0, 2, 2; a 0, 1, 1; b 0, 1, 1; c 0, 1, 1; d 0, 1, 1; and 1 more.",
    ]);
    assert.deepEqual([told({}), rows({})], [[], []]);
  });

  it("are only those of issues that the team has named", () => {
    const { issues, ...others } = failures(["full", 0]);
    const builtIn = issues.map((issue) => ({
      ...issue,
      explanation: { ...issue.explanation, isOfTeam: false },
    }));
    assert.deepEqual(withHits({}, { ...others, issues: builtIn }), {});
  });

  it("are the same whatever report has them, never fewer in a longer time, and bounded", () => {
    const some = fc.array(
      fc.tuple(fc.constantFrom("a", "b", "__proto__", "constructor"), fc.nat({ max: 40 })),
    );
    fc.assert(
      fc.property(some, some, (one, other) => {
        const apart = withHits(withHits({}, failures(...one)), failures(...other));
        assert.deepEqual(rows(apart), rows(withHits({}, failures(...other, ...one))));
        for (const row of rows(apart)) {
          const [day = 0, week = 0, all = 0] = [...row.matchAll(/(\d+) (?:hits? today|in)/g)].map(([, n]) =>
            Number(n),
          );
          assert.ok(day <= week && week <= all, row);
        }
        for (const days of Object.values(apart)) assert.ok(days.length <= 28);
      }),
    );
  });
});
