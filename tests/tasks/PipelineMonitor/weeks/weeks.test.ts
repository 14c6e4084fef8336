import fc from "fast-check";
import { judge } from "./judge";
import { anyWeek } from "./script";
import { playWeek } from "./world";

/** A sample; `npm run weeks` plays more. */
const sample = 25;

describe("random weeks of a monitor", () => {
  it("leave nothing untold, repeat nothing before its time, and end everything that was told", async () => {
    await fc.assert(
      fc.asyncProperty(anyWeek(), async (week) => judge(week, await playWeek(week))),
      { numRuns: sample, endOnFailure: true },
    );
  });
});
