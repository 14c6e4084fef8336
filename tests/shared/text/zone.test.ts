import assert from "node:assert/strict";
import fc from "fast-check";
import {
  isSameDay,
  localTime,
  renderOffset,
  renderPeriod,
  renderSecond,
  timeOf,
  utcZone,
  zoneNamed,
} from "../../../shared/text/zone";
import { sampled } from "../../sampled";

/** Summer time in both hemispheres, at midnight, of half an hour and backwards; a day that was left out. */
const names = [
  ...["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Europe/Dublin", "Africa/Casablanca"],
  ...["Asia/Beirut", "America/Santiago", "Pacific/Apia", "Asia/Kathmandu", "America/St_Johns", "UTC"],
];
const zone = fc.constantFrom(...names).map((name) => zoneNamed(name) ?? assert.fail(name));
const second = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2037, 0) / 1000 });

const berlin = zoneNamed("Europe/Berlin") ?? assert.fail();

/** Intl is an oracle that knows nothing of offsets. */
function shown(time: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return format.format(time * 1000);
}
const written = (local: number) => new Date(local * 1000).toISOString().slice(0, 19).replace("T", " ");

describe("zoneNamed", () => {
  it("knows the zones of IANA, and nothing else", () => {
    for (const name of [...names, "Etc/GMT+5", "Asia/Kolkata"]) assert.equal(zoneNamed(name)?.name, name);
    for (const name of ["", "Mars/Olympus", "+02:00", "-05:00", "Berlin", " UTC", "UTC+2"])
      assert.equal(zoneNamed(name), undefined, name);
  });
});

describe("localTime", () => {
  it("is what clocks show, in each zone and year", () => {
    fc.assert(
      fc.property(zone, second, (some, time) => {
        assert.equal(written(localTime(time, some)), shown(time, some.name));
      }),
      { numRuns: sampled(500) },
    );
    assert.equal(localTime(7, utcZone), 7);
  });
});

describe("timeOf", () => {
  const timeIn = (some: typeof berlin, text: string) =>
    new Date(timeOf(Date.parse(`${text}Z`) / 1000, some) * 1000).toISOString().slice(0, 19);

  it("is the moment at which clocks are set forward for a time that they never show", () => {
    assert.equal(timeIn(berlin, "2026-03-29T01:59:59"), "2026-03-29T00:59:59");
    for (const never of ["02:00:00", "02:30:00", "02:59:59"])
      assert.equal(timeIn(berlin, `2026-03-29T${never}`), "2026-03-29T01:00:00");
    assert.equal(timeIn(berlin, "2026-03-29T03:00:00"), "2026-03-29T01:00:00");
    const apia = zoneNamed("Pacific/Apia") ?? assert.fail();
    assert.equal(timeIn(apia, "2011-12-30T12:00:00"), "2011-12-30T10:00:00", "a day without any time");
  });

  it("is the first of two for a time that clocks show twice", () => {
    assert.equal(timeIn(berlin, "2026-10-25T02:30:00"), "2026-10-25T00:30:00");
    assert.equal(timeIn(berlin, "2026-10-25T03:00:00"), "2026-10-25T02:00:00");
  });

  it("never turns the order of times, and skips those that clocks never show", () => {
    fc.assert(
      fc.property(zone, second, fc.nat(2 * 24 * 3600), (some, local, later) => {
        const [one, other] = [timeOf(local, some), timeOf(local + later, some)];
        assert.ok(one <= other);
        if (localTime(one, some) === local) return;
        // The second before, clocks show an earlier time; then a later one.
        assert.ok(shown(one - 1, some.name) < written(local) && written(local) < shown(one, some.name));
      }),
      { numRuns: sampled(500) },
    );
  });

  it("holds at each change of the clocks since 2000", () => {
    for (const name of names) {
      const some = zoneNamed(name) ?? assert.fail();
      for (let time = Date.UTC(2000, 0) / 1000; time < Date.UTC(2037, 0) / 1000; time += 1800 * 48) {
        const change = some.offsetAt(time + 1800 * 48) - some.offsetAt(time);
        if (change === 0) continue;
        for (let at = time - 7200; at < time + 1800 * 48 + 7200; at += 1800) {
          const found = timeOf(localTime(at, some), some);
          assert.equal(localTime(found, some), localTime(at, some));
          assert.ok(found === at || at - found === -change, `${name} ${written(at)}`);
        }
      }
    }
  });
});

describe("a time as people read it", () => {
  const at = (text: string) => Date.parse(text) / 1000;

  it("has an offset that tells two times apart which clocks show alike", () => {
    assert.equal(renderSecond(at("2026-10-25T00:30:07Z"), berlin), "2026-10-25 02:30:07 UTC+2");
    assert.equal(renderSecond(at("2026-10-25T01:30:07Z"), berlin), "2026-10-25 02:30:07 UTC+1");
    assert.equal(renderSecond(at("2026-11-20T03:19:00Z"), utcZone), "2026-11-20 03:19:00 UTC");
    for (const [name, offset] of [
      ["Asia/Kathmandu", "UTC+5:45"],
      ["America/St_Johns", "UTC-3:30"],
      ["Europe/London", "UTC"],
    ] as const)
      assert.equal(renderOffset(at("2026-11-20T03:19Z"), zoneNamed(name) ?? assert.fail()), offset);
  });

  it("names the zone at the end of a period, unless it is UTC", () => {
    const [from, until] = [at("2026-11-20T02:18:30Z"), at("2026-11-20T03:19:00Z")];
    assert.equal(renderPeriod(from, until, utcZone), "2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC");
    const end = "UTC+1 (Europe/Berlin)";
    assert.equal(renderPeriod(from, until, berlin), `2026-11-20 03:18:30 to 2026-11-20 04:19:00 ${end}`);
    const change = renderPeriod(at("2026-10-25T00:00Z"), at("2026-10-25T02:00Z"), berlin);
    assert.equal(change, `2026-10-25 02:00:00 UTC+2 to 2026-10-25 03:00:00 ${end}`);
  });

  it("is on a day of the zone", () => {
    const [evening, night] = [at("2026-11-20T22:30Z"), at("2026-11-20T23:30Z")];
    assert.deepEqual([isSameDay(evening, night, utcZone), isSameDay(evening, night, berlin)], [true, false]);
  });
});
