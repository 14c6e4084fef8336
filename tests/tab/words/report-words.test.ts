import assert from "node:assert/strict";
import type { ReportProblem } from "../../../shared/report/schema";
import { utcClock } from "../../../tab/words/clock";
import { sentenceText, stateText, untoldText } from "../../../tab/words/report-words";
import { cutText, runLabel } from "../../../tab/words/run-words";
import { hourOf } from "../example-reports";
import { problem } from "../geometry/night-stage";

const now = Date.UTC(2026, 10, 27, 0, 19) / 1000;
const other = (sentence: string, since: number): ReportProblem =>
  problem({ kind: "other", sentence, since, last: now });
const noTest = { kind: "notDelivered", why: "Nothing was posted, because test_flag is true." } as const;

describe("the words for a problem", () => {
  it("say since when it is known apart from a sentence that has a time of its own", () => {
    const few = "Fewer runs than expected in the last hour (12, expected more than 20)";
    const clock = utcClock(now);
    assert.equal(sentenceText(other(few, now - 4020), clock), `${few} · known since Thu 23:12`);
    const limit = "reaches the weekly run limit (1,000) at 00:20 UTC; after that, no run starts";
    assert.equal(sentenceText(other(limit, now), clock), `${limit} · known since 00:19`);
  });

  it("say once why nothing was told, and of each problem how important it is", () => {
    const [one, two] = [problem({ state: noTest, importance: "high" }), problem({ state: noTest })];
    const muted = problem({ state: { kind: "muted", why: "Muted." } });
    const untold = untoldText([one, two, muted]);
    assert.equal(untold, noTest.why);
    const texts = [one, two, muted].map((each) => stateText(each, untold));
    assert.deepEqual(texts, ["High severity.", "", "Muted."]);
    const told = problem({ state: { kind: "told" } });
    assert.deepEqual(
      [untoldText([one, told]), untoldText([muted]), untoldText([])],
      [undefined, undefined, undefined],
    );
    assert.equal(stateText(two), noTest.why);
  });

  it("name what is to be read on the bar of a run that began before the chart", () => {
    const [run = assert.fail()] = hourOf(1).runs;
    const clock = utcClock(now);
    assert.equal(cutText(now - 4020, clock), "since Thu 23:12");
    assert.match(runLabel(run, clock, now - 4020), /\. since Thu 23:12$/);
    assert.doesNotMatch(runLabel(run, clock), /since Thu/);
  });
});
