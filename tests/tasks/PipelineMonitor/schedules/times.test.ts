import assert from "node:assert/strict";
import { utcZone, zoneNamed } from "../../../../shared/text/zone";
import { minuteOf } from "../../../../tasks/PipelineMonitor/schedules/times";

describe("minuteOf", () => {
  const berlin = zoneNamed("Europe/Berlin") ?? assert.fail();

  it("is the beginning of a day or a minute, in the zone unless it names its offset from UTC", () => {
    assert.equal(minuteOf("2026-12-01", utcZone), Date.UTC(2026, 11, 1) / 1000);
    assert.equal(minuteOf("2028-02-29", utcZone), Date.UTC(2028, 1, 29) / 1000);
    assert.equal(minuteOf("2026-07-01", berlin), Date.UTC(2026, 5, 30, 22) / 1000);
    assert.equal(minuteOf("2026-12-01T08:30", utcZone), Date.UTC(2026, 11, 1, 8, 30) / 1000);
    assert.equal(minuteOf("2026-12-01T08:30", berlin), Date.UTC(2026, 11, 1, 7, 30) / 1000);
    for (const zone of [utcZone, berlin]) {
      assert.equal(minuteOf("2026-12-01T08:30Z", zone), Date.UTC(2026, 11, 1, 8, 30) / 1000);
      assert.equal(minuteOf("2026-12-01T08:30-05:00", zone), Date.UTC(2026, 11, 1, 13, 30) / 1000);
    }
  });

  it("is nothing else", () => {
    for (const text of [
      ...["", "2026-02-29", "2026-13-01", "2026-12-01T24:00Z", "2026-12-01T08:60", "tomorrow", " 2026-12-01"],
      ...["2026-12-01T08:30+1", "2026-12-01T08:30+25:00", "2026-12-01Z"],
    ])
      assert.equal(minuteOf(text, berlin), undefined, text);
  });
});
