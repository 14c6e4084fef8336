import assert from "node:assert/strict";
import { judgeTold, seasons, tellPeriod, years } from "./year";

/** `npm run weeks` plays the whole year. */
describe("the weeks around each change of clocks, of a schedule in local time", () => {
  for (const year of years) {
    const { name, times, changes } = year;
    it(`are told ${changes === 0 ? "nothing" : "once at the change"}, and nothing as missed: ${name}`, () => {
      const periods = seasons(year);
      assert.equal(periods.length, 2);
      for (const period of periods) judgeTold(tellPeriod(times, period), changes / 2);
    });
  }
});
