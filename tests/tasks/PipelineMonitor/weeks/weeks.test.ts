import fc from "fast-check";
import { judge } from "./judge";
import { anyWeek } from "./script";
import { playWeek } from "./world";

/** The same samples each time; `npm run weeks` plays more, and others. */
describe("random weeks of a monitor", () => {
  it("leave nothing untold, repeat nothing before its time, and end everything that was told", () =>
    fc.assert(
      fc.asyncProperty(anyWeek, async (week) => judge(week, await playWeek(week))),
      { numRuns: 20, seed: 20261123, endOnFailure: true },
    ));
});
