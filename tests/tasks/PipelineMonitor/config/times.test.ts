import assert from "node:assert/strict";
import { minuteOf, weeklyMoment } from "../../../../tasks/PipelineMonitor/config/times";
import { problemsOf } from "../good-config";

describe("weeklyMoment", () => {
  it("is on the day of the week and at the time in UTC that the text names", () => {
    for (const text of [
      "Sun 00:00",
      "Mon 06:00",
      "Tue 07:15",
      "Wed 12:30",
      "Thu 18:00",
      "Fri 23:59",
      "Sat 01:02",
    ]) {
      const date = new Date(weeklyMoment(text) * 1000).toUTCString();
      assert.equal(`${date.slice(0, 3)} ${date.slice(17, 22)}`, text);
    }
  });
});

describe("digest, a key of the configuration", () => {
  it("is a day and a time, and one clear problem for anything else", () => {
    assert.deepEqual(problemsOf({ digest: "Sat 23:59" }), []);
    for (const digest of [
      "mon 06:00",
      "Mon 6:00",
      "Mon 24:00",
      "Mon 06:60",
      "Mon  06:00",
      "06:00",
      "",
      " Mon 06:00",
    ])
      assert.deepEqual(problemsOf({ digest }), [
        `digest: expected a day and a time in UTC, such as Mon 06:00, got "${digest}"`,
      ]);
    for (const digest of [null, 5, true, ["Mon 06:00"]]) assert.equal(problemsOf({ digest }).length, 1);
  });
});

describe("minuteOf", () => {
  it("is the beginning of a day, or a minute in UTC", () => {
    assert.equal(minuteOf("2026-12-01"), Date.UTC(2026, 11, 1) / 1000);
    assert.equal(minuteOf("2026-12-01T08:30Z"), Date.UTC(2026, 11, 1, 8, 30) / 1000);
    assert.equal(minuteOf("2028-02-29"), Date.UTC(2028, 1, 29) / 1000);
  });

  it("is nothing else", () => {
    for (const text of [
      "",
      "2026-02-29",
      "2026-13-01",
      "2026-12-01T24:00Z",
      "2026-12-01T08:30",
      "tomorrow",
      " 2026-12-01",
    ])
      assert.equal(minuteOf(text), undefined, text);
  });
});
