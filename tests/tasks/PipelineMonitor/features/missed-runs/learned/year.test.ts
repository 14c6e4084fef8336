import assert from "node:assert/strict";
import { playsAll } from "../../../../../sampled";
import { judgeTold, seasons, tellPeriod, years } from "./year";

/**
 * One change, of spring or of autumn in turn, of a schedule of each zone, every day or on weekdays in turn: `npm run weeks` plays
 * the whole year of all.
 */
describe("the weeks around a change of clocks, of a schedule in local time", () => {
  for (const [index, year] of years.entries()) {
    if (!playsAll && index % 4 !== 0 && index % 4 !== 3) continue;
    const { name, times, changes } = year;
    it(`are told ${changes === 0 ? "nothing" : "once at the change"}, and nothing as missed: ${name}`, () => {
      const periods = seasons(year);
      assert.equal(periods.length, 2);
      judgeTold(tellPeriod(times, periods[(index >> 1) % 2] ?? assert.fail()), changes / 2);
    });
  }
});
