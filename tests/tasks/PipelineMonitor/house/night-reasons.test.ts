// Needs: business-hours, causes
import assert from "node:assert/strict";
import { fridayAt1719, mondayAt0819, texts } from "../features/business-hours/nights-stage";
import { assertTexts, nothing } from "../monitor-stage";

// prometheus/alertmanager#3664, #1803: what changes while a silence lasts is lost in others.
describe("business hours keep the reason of each problem of a night", () => {
  const defaults = { explain_failures: true };
  const feed = { pipeline: "price feed", definitionId: 8, result: "failed" };
  const because = (line: string) => ({ logs: ["1", "2", "3", "4", `##[error]${line}`] });
  const [full, refused] = [because("No space left on device"), because("connect ECONNREFUSED 10.0.0.5")];
  const play = (at: readonly number[], runs: Parameters<typeof texts>[1], keys: object = {}) =>
    texts(at, runs, {}, () => ({ ...defaults, ...keys }));

  it("that lasts, if two hours found them", async () => {
    const runs = [
      { ...feed, ...full, id: 1, finished: 20 },
      { ...feed, ...refused, id: 2, finished: 22 },
    ];
    const told = await play([fridayAt1719, 21, 23, mondayAt0819, 78], runs);
    const both =
      /price feed .*failed 2 times since .*ECONNREFUSED.* Before that: failed \(No space left on device.*\)\.$/;
    assertTexts(told, [nothing, nothing, nothing, both, nothing]);
  });

  it("that lasts, if one hour found them, whether it worked in between or not", async () => {
    const first = { ...feed, ...full, id: 1, finished: 20.2 };
    const last = { ...feed, ...refused, id: 3, finished: 20.6 };
    const between = { ...feed, id: 2, finished: 20.4, result: "succeeded" };
    for (const runs of [
      [last, first],
      [last, between, first],
    ]) {
      const told = await play([fridayAt1719, 21, mondayAt0819, 78], runs);
      assertTexts(told, [nothing, nothing, /ECONNREFUSED.* Before that: failed \(No space left/, nothing]);
    }
  });

  it("that is over by the morning", async () => {
    const runs = [
      { ...feed, ...full, id: 1, finished: 20 },
      { ...feed, ...refused, id: 2, finished: 22 },
      { ...feed, id: 3, finished: 30, result: "succeeded" },
    ];
    const told = await play([fridayAt1719, 21, 23, 31, mondayAt0819, 78], runs);
    const both =
      /ECONNREFUSED.*Before that: failed \(No space left on device.*\)\. It has worked again since/;
    assertTexts(told, [nothing, nothing, nothing, nothing, both, nothing]);
  });

  it("beside one that was told before the night, also if it worked in between", async () => {
    const runs = [
      { ...feed, ...full, id: 1, finished: 13.5 },
      { ...feed, id: 2, finished: 20, result: "canceled" },
      { ...feed, id: 3, finished: 22, result: "succeeded" },
      { ...feed, ...refused, id: 4, finished: 22.5 },
    ];
    const told = await play([fridayAt1719, 21, 23, mondayAt0819, 78], runs);
    assertTexts(told, [/failed/, nothing, nothing, /ECONNREFUSED.* Before that: was canceled\.$/, nothing]);
    assert.doesNotMatch(told.slice(1).join(), /No space left/);
  });

  it("but not of one that was told before the night, or is the same, or in a line that may not be quoted", async () => {
    const runs = [
      { ...feed, ...full, id: 1, finished: 13.5 },
      { ...feed, ...refused, id: 2, finished: 20 },
      { ...feed, ...refused, id: 3, finished: 22 },
    ];
    const at = [fridayAt1719, 21, 23, mondayAt0819];
    const [, , , monday = ""] = await play(at, runs);
    assert.match(monday, /ECONNREFUSED/);
    assert.doesNotMatch(monday, /Before that/);
    const odd = [
      { ...feed, ...because("odd canary"), id: 1, finished: 20 },
      { ...feed, ...refused, id: 2, finished: 22 },
    ];
    const quiet = await texts([21, 23, mondayAt0819], odd, {}, (hour) => ({
      ...defaults,
      quote_logs: hour < mondayAt0819,
    }));
    assert.doesNotMatch(quiet.join(), /canary/);
  });
});
