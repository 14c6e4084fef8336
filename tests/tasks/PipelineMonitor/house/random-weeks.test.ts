import fc from "fast-check";
import { judge } from "../weeks/judge";
import { anyWeek } from "../weeks/script";
import { playWeek } from "../weeks/world";
import { featuresWith } from "./made-targets";

/** The same samples each time; `npm run weeks` plays more, and others. */
describe("random weeks of a monitor", () => {
  it("leave nothing untold, repeat nothing before its time, and end everything that was told", () =>
    fc.assert(
      fc.asyncProperty(anyWeek, async (week) => judge(week, await playWeek(week, featuresWith))),
      { numRuns: 3, seed: 20261123, endOnFailure: true },
    ));
});
