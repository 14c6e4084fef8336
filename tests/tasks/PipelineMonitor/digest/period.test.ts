import assert from "node:assert/strict";
import { utcZone, zoneNamed } from "../../../../shared/text/zone";
import { periodUntil } from "../../../../tasks/PipelineMonitor/digest/period";

const day = 24 * 3600;

describe("periodUntil", () => {
  it("is a week, and the one before", () => {
    const until = Date.UTC(2026, 10, 23, 6) / 1000;
    const period = { before: until - 14 * day, from: until - 7 * day, until, zone: utcZone };
    assert.deepEqual(periodUntil(until, utcZone), period);
  });

  it("begins where the one of a week before ended, also over a change of the clocks", () => {
    const berlin = zoneNamed("Europe/Berlin") ?? assert.fail();
    const monday = (month: number, date: number, hour: number) => Date.UTC(2026, month, date, hour) / 1000;
    for (const [last, until] of [
      [monday(2, 23, 5), monday(2, 30, 4)],
      [monday(9, 19, 4), monday(9, 26, 5)],
    ] as const) {
      assert.equal(periodUntil(until, berlin).from, last);
      assert.equal(periodUntil(until, berlin).before, last - 7 * day);
    }
  });
});
