import assert from "node:assert/strict";
import fc from "fast-check";
import { judgeRepairs } from "../weeks/repairs-judge";
import { anyDays } from "../weeks/repairs-script";
import { playDays } from "../weeks/repairs-world";

/** The same samples each time; `npm run weeks` plays more, and others. */
describe("random days of monitors that repair", () => {
  it("have never two repairs of one incident, and never one of a run that a person has touched", async () => {
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
