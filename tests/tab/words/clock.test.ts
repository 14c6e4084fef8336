import assert from "node:assert/strict";
import fc from "fast-check";
import { clockOf, momentText, periodText, utcClock } from "../../../tab/words/clock";

/** A Friday. */
const now = Date.UTC(2026, 10, 20, 2) / 1000;
const hour = 3600;
const day = 24 * hour;

describe("the clock of a page", () => {
  it("is that of the configuration, with the reader's beside it where they differ", () => {
    const berlin = clockOf("Europe/Berlin", "Europe/Vienna", now);
    assert.equal(berlin.readers, undefined);
    assert.equal(momentText(now - hour, berlin), "02:00");
    assert.equal(periodText(now - hour, now, berlin), "2026-11-20 02:00 to 03:00 UTC+1 (Europe/Berlin)");
    const abroad = clockOf("Europe/Berlin", "America/New_York", now);
    assert.equal(momentText(now - hour, abroad), "02:00 (20:00 your time)");
    assert.equal(
      periodText(now - hour, now, abroad),
      "2026-11-20 02:00 to 03:00 UTC+1 (Europe/Berlin), 2026-11-19 20:00 to 21:00 your time",
    );
    const london = clockOf("Europe/Berlin", "Europe/London", now);
    assert.match(periodText(now - hour, now, london), /, 01:00 to 02:00 your time$/);
  });

  it("is UTC if nothing is configured, or if the browser does not know the zone", () => {
    for (const name of [undefined, "Moon/Base", "<b>"])
      assert.equal(clockOf(name, "UTC", now).zone.name, "UTC");
    assert.equal(clockOf("UTC", "Moon/Base", now).readers, undefined);
  });

  it("names the day if it is another one, and the date if it is a week ago", () => {
    const utc = utcClock(now);
    const texts = [hour, 3 * hour, 2 * day, 7 * day].map((ago) => momentText(now - ago, utc));
    assert.deepEqual(texts, ["01:00", "Thu 23:00", "Wed 02:00", "2026-11-13 02:00"]);
  });

  it("shows any time", () => {
    const clock = clockOf("Asia/Kathmandu", "America/St_Johns", now);
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -8.64e12, max: 8.64e12 }), (time) =>
        assert.ok(momentText(time, clock).length > 0),
      ),
    );
  });
});
