import assert from "node:assert/strict";
import fc from "fast-check";
import { daySeconds } from "../../../../../shared/text/time";
import { localTime, utcZone, type Zone, zoneNamed } from "../../../../../shared/text/zone";
import { lastDeadline, parseFinishBy } from "../../../../../tasks/PipelineMonitor/features/deadlines/judge";
import { problemsOf } from "../../good-config";

const zone = (name: string) => zoneNamed(name) ?? assert.fail(name);
const berlin = zone("Europe/Berlin");
const utc = (text: string) => Date.parse(`${text}Z`) / 1000;
const deadlineAt = (finishBy: string, now: number, of: Zone = utcZone) =>
  lastDeadline(parseFinishBy(finishBy) ?? assert.fail(finishBy), now, of) ?? assert.fail(finishBy);
const twoDigits = (value: number) => String(value).padStart(2, "0");

describe("a deadline", () => {
  it("is a time of the day, of each day or of some", () => {
    const daysOf = (text: string) => parseFinishBy(text)?.daysOfWeek.join("");
    assert.deepEqual(["06:00", "Mon-Fri 06:00", "Sat-Mon 23:59", "Sun 00:00"].map(daysOf), [
      "0123456",
      "12345",
      "016",
      "0",
    ]);
    for (const text of ["", "6:00", "24:00", "06:60", "Mon", "Mon,Tue 06:00", "mon 06:00", "06:00 UTC", "*"])
      assert.equal(parseFinishBy(text), undefined, text);
  });

  it("passes at the second after it", () => {
    const six = utc("2026-11-20T06:00");
    assert.equal(deadlineAt("06:00", six + 1).at, six);
    assert.equal(deadlineAt("06:00", six).at, six - daySeconds);
  });

  it("is when clocks show it, or at the change if they are set forward past it, and once if they show it twice", () => {
    const at = (finishBy: string, now: string) => deadlineAt(finishBy, utc(now), berlin);
    assert.equal(at("02:30", "2026-03-29T12:00").at, utc("2026-03-29T01:00"));
    assert.equal(at("02:30", "2026-10-25T12:00").at, utc("2026-10-25T00:30"));
    const { at: last, before } = at("06:00", "2026-10-25T12:00");
    assert.equal(last - before, 25 * 3600);
  });

  it("is the last one before now, at its time of the day, for all zones, moments and days", () => {
    const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kolkata"].map(
      zone,
    );
    const moments = fc.integer({ min: utc("2026-01-01T00:00"), max: utc("2027-12-31T00:00") });
    const [hours, minutes] = [fc.nat(23), fc.nat(59)];
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, hours, minutes, (of, now, hour, minute) => {
        const text = `${twoDigits(hour)}:${twoDigits(minute)}`;
        const { at, before, beforeThat } = deadlineAt(text, now, of);
        assert.ok(at < now && before < at && beforeThat < before);
        assert.ok(now - at <= daySeconds + 7200 && at - before <= daySeconds + 7200);
        for (const time of [at, before, beforeThat]) {
          const isChange = of.offsetAt(time) !== of.offsetAt(time - 1);
          const shown = localTime(time, of) % daySeconds;
          assert.ok(isChange || shown === hour * 3600 + minute * 60, `${of.name} ${time}`);
        }
        const weekly = deadlineAt(`Wed ${text}`, now, of);
        assert.ok(weekly.at <= at && now - weekly.at <= 7 * daySeconds + 7200);
      }),
    );
  });

  it("is a key of an entry, with a name or a pattern, but not of all pipelines", () => {
    const defaults = { max_proc_time: 900, min_proc_time: 30 };
    const problems = (pipelines: object) => problemsOf({ pipelines: { default: defaults, ...pipelines } });
    assert.deepEqual(problems({ "nightly *": { finish_by: "Mon-Fri 06:00" } }), []);
    const [wrong = ""] = problems({ a: { finish_by: "6 am" } });
    assert.match(
      wrong,
      /^pipelines\.a\.finish_by: expected a time of the day such as "06:00", or .*, got "6 am"$/,
    );
    const [forAll = ""] = problems({ default: { ...defaults, finish_by: "06:00" } });
    assert.match(forAll, /^pipelines\.default\.finish_by: not for all pipelines; move it/);
  });
});
