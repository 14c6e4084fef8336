import assert from "node:assert/strict";
import { zoneNamed } from "../../../../../shared/text/zone";
import {
  isOpen,
  opensAfter,
  parseBusinessHours,
} from "../../../../../tasks/PipelineMonitor/features/business-hours/business-hours";

describe("business hours of a zone", () => {
  const berlin = zoneNamed("Europe/Berlin") ?? assert.fail();
  const at = (time: string) => Date.parse(`${time}Z`) / 1000;
  const hours = (text: string) => parseBusinessHours(text) ?? assert.fail(text);

  it("begin with their first second, and end before their last", () => {
    const open = (time: string) => isOpen(hours("Mon-Fri 08:00-18:00"), at(time), berlin);
    const times = ["06:59:59", "07:00:00", "16:59:59", "17:00:00"].map((time) => `2026-11-23T${time}`);
    assert.deepEqual(times.map(open), [false, true, true, false]);
    assert.deepEqual([open("2026-11-22T10:00:00"), open("2026-07-01T06:00:00")], [false, true]);
  });

  it("have minutes, and each day of the week", () => {
    const open = (time: string) => isOpen(hours("Sun-Sat 08:30-18:15"), at(time), berlin);
    const times = ["07:29:59", "07:30:00", "17:14:59", "17:15:00"].map((time) => `2026-11-23T${time}`);
    assert.deepEqual(times.map(open), [false, true, true, false]);
    for (const [index, name] of ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].entries())
      assert.deepEqual(hours(`${name} 08:00-09:00`).days, [index]);
  });

  it("may go over the end of the week, and to midnight", () => {
    const open = (time: string) => isOpen(hours("Fri-Mon 20:00-24:00"), at(time), berlin);
    const days = ["20", "21", "22", "23", "24", "25", "26"].map((day) => open(`2026-11-${day}T22:59:00`));
    assert.deepEqual(days, [true, true, true, true, false, false, false]);
  });

  it("begin next on their next day, across a change of clocks", () => {
    const next = (time: string) =>
      new Date(opensAfter(hours("Mon-Fri 08:00-18:00"), at(time), berlin) * 1000).toISOString().slice(0, 16);
    assert.equal(next("2026-11-20T18:00:00"), "2026-11-23T07:00");
    assert.equal(next("2026-10-23T18:00:00"), "2026-10-26T07:00");
    assert.equal(next("2026-10-22T18:00:00"), "2026-10-23T06:00");
  });
});
