import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTime } from "../../../shared/text/parse-time";

const noon = Date.UTC(2026, 0, 31, 12);

describe("time of a record", () => {
  const zoneBefore = process.env["TZ"];
  afterEach(() => {
    if (zoneBefore === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zoneBefore;
  });

  it("is in UTC without a zone, wherever the agent is", () => {
    // richardpenman/whois issue 183: some services write a zone, some do not.
    for (const zone of ["Pacific/Auckland", "America/Los_Angeles"]) {
      process.env["TZ"] = zone;
      for (const text of ["2026-01-31T12:00:00", "2026-01-31 12:00:00", "2026-01-31T12:00"])
        assert.equal(parseTime(text), noon, `${text} in ${zone}`);
      assert.equal(parseTime("2026-01-31"), Date.UTC(2026, 0, 31), zone);
    }
  });

  it("keeps to its zone, if it has one", () => {
    for (const zone of ["Z", "z", " UTC", "+00:00", "-0000"])
      assert.equal(parseTime(`2026-01-31T12:00:00${zone}`), noon, zone);
    for (const text of [
      "2026-01-31T13:30:00.000000+01:30",
      "2026-01-31 04:00:00-08",
      "2026-02-01T01:00+1300",
    ])
      assert.equal(parseTime(text), noon, text);
  });

  it("is nothing else, also not what `Date` guesses", () => {
    for (const other of [
      "",
      "x 1",
      "31.01.2026",
      "2026-02-30",
      "2026-01-31T25:00Z",
      "2026-01-31T",
      "+275760-09-13",
    ])
      assert.equal(parseTime(other), undefined, other);
    for (const other of [undefined, null, 5, {}, []]) assert.equal(parseTime(other), undefined);
  });

  it("is the same time as that from which it is written", () => {
    const years = { min: new Date(0), max: new Date("2199-12-31"), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(years), fc.constantFrom("Z", ""), (date, zone) =>
        assert.equal(parseTime(date.toISOString().replace("Z", zone)), date.getTime()),
      ),
    );
  });
});
