import assert from "node:assert/strict";
import { utcZone, zoneNamed } from "../../../../../shared/text/zone";
import { beginOf, periodUntil } from "../../../../../tasks/PipelineMonitor/features/digest/figures";

const begins = (moment: number, zone = utcZone) => {
  const period = periodUntil(moment / 1000, zone);
  return [period.before, period.from, period.until].map((day) => beginOf(day, period) * 1000);
};

describe("periodUntil", () => {
  it("is the last seven whole days, and the seven before", () => {
    const days = [9, 16, 23].map((day) => Date.UTC(2026, 10, day));
    assert.deepEqual(begins(Date.UTC(2026, 10, 23, 6)), days);
    assert.deepEqual(begins(Date.UTC(2026, 10, 23)), days);
  });

  it("begins and ends at midnight in the zone, also over a change of the clocks", () => {
    const berlin = zoneNamed("Europe/Berlin") ?? assert.fail();
    const eve = (month: number, day: number, hour: number) => Date.UTC(2026, month, day, hour);
    assert.deepEqual(begins(eve(2, 30, 4), berlin), [eve(2, 15, 23), eve(2, 22, 23), eve(2, 29, 22)]);
    assert.deepEqual(begins(eve(9, 25, 23), berlin), [eve(9, 11, 22), eve(9, 18, 22), eve(9, 25, 23)]);
  });
});
