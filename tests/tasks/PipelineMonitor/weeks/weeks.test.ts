import assert from "node:assert/strict";
import fc from "fast-check";
import { judge } from "./judge";
import { judgeRepairs } from "./repairs-judge";
import { anyDays } from "./repairs-script";
import { playDays } from "./repairs-world";
import { anyWeek } from "./script";
import { playWeek } from "./world";

/** The same samples each time; `npm run weeks` plays more, and others. */
describe("random weeks of a monitor", () => {
  it("leave nothing untold, repeat nothing before its time, and end everything that was told", () =>
    fc.assert(
      fc.asyncProperty(anyWeek, async (week) => judge(week, await playWeek(week))),
      { numRuns: 20, seed: 20261123, endOnFailure: true },
    ));

  it("that repairs have never two repairs of one incident, and never one of a run that a person has touched", async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyDays, async (days) => {
        const acts = await playDays(days);
        judgeRepairs(acts);
        count += acts.length;
      }),
      { numRuns: 2, seed: 20261125, endOnFailure: true },
    );
    assert.ok(count > 10, `only ${count} repairs`);
  });
});
