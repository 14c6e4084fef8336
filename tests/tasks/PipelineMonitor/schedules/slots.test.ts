import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findPattern,
  isSamePattern,
  matchPunctualRuns,
  matchRuns,
  shiftSlots,
  timesOf,
} from "../../../../tasks/PipelineMonitor/schedules/slots";
import { cronsOf } from "../../../../tasks/PipelineMonitor/schedules/words";
import { dayMinutes, dueTimes, start } from "./story";

const weeks = (count: number) => count * 7 * dayMinutes;
const timesIn = (crons: readonly string[], count = 3) => dueTimes(crons, start, start + weeks(count));
const learned = (crons: readonly string[], count?: number) =>
  cronsOf(findPattern(timesIn(crons, count))?.slots ?? []);

describe("findPattern", () => {
  it("learns what came in three weeks without a gap, and no sooner", () => {
    for (const crons of [
      ["0 2 * * *"],
      ["30 4 * * 1-5"],
      ["5 6 * * 0"],
      ["0 * * * *"],
      ["*/10 * * * *"],
      ["0 9-17 * * 1-5"],
    ]) {
      assert.deepEqual(learned(crons), crons);
      assert.deepEqual(learned(crons, 2), [], String(crons));
    }
    assert.deepEqual(learned(["0 2 * * 1-5", "0 5 * * 6"]), ["0 2 * * 1-5", "0 5 * * 6"]);
  });

  it("learns nothing from a history with a gap", () => {
    const times = timesIn(["0 2 * * 1-5"]);
    for (const gap of times.slice(1, -1))
      assert.equal(findPattern(times.filter((time) => time !== gap)), undefined);
  });

  it("learns a day of the month in three months, and keeps it apart from the days of the week", () => {
    assert.deepEqual(learned(["5 5 1,15 * *"], 8), []);
    assert.deepEqual(learned(["5 5 1,15 * *"], 12), ["5 5 1,15 * *"]);
    assert.deepEqual(learned(["0 2 * * *", "5 5 1 * *"], 13), ["0 2 * * *", "5 5 1 * *"]);
    assert.deepEqual(learned(["0 2 * * *", "5 5 9 * *"], 3), ["0 2 * * *"]);
    const late = timesIn(["0 2 * * *"], 13).map((time, index) => time + ((index * 7) % 15));
    const both = [...late, ...timesIn(["5 5 1 * *"], 13)].sort((one, other) => one - other);
    assert.deepEqual(cronsOf(findPattern(both)?.slots ?? []), ["0 2 * * *", "5 5 1 * *"]);
  });

  it("takes the earliest of late runs for the time, of all days that share it", () => {
    const late = timesIn(["0 2 * * *"]).map((time, index) => time + ((index * 7) % 15));
    assert.deepEqual(cronsOf(findPattern(late)?.slots ?? []), ["0 2 * * *"]);
    const monday = 1440;
    for (const [minutes, slot] of [
      [[0, 15, 3], monday],
      [[5, 0, 15], monday],
      [[15, 5, 0], monday],
      [[0, 15, 30], monday],
      [[7, 9, 8], monday + 7],
      [[0, 16, 3], undefined],
      [[16, 0, 0], undefined],
    ] as const) {
      const times = minutes.map((late, index) => start + weeks(index) + late);
      const found = slot === undefined ? undefined : { slots: [slot], since: times[0] };
      assert.deepEqual(findPattern(times), found, minutes.join());
    }
    // The run of ten minutes later is near enough, too, but not for as long.
    const dense = timesIn(["*/10 * * * *"], 8).map(
      (time, index) => time + (Math.floor(index / 1008) % 2) * 2 + (index === 4536 ? 8 : 0),
    );
    assert.deepEqual(cronsOf(findPattern(dense)?.slots ?? []), ["*/10 * * * *"]);
    assert.deepEqual(findPattern([start + 3, start + weeks(1)], 2)?.slots, [monday]);
    assert.deepEqual(findPattern([start, start + weeks(1) + 3], 2)?.slots, [monday]);
  });

  it("passes over one run of eleven at a time of the day of its own", () => {
    const nightly = timesIn(["5 0 * * *"]);
    const learnedWith = (...strays: number[]) => {
      const all = [...nightly, ...strays].sort((one, other) => one - other);
      return cronsOf(findPattern(all)?.slots ?? []);
    };
    const [one = 0, two = 0, three = 0] = [10, 14, 18].map((hour) => start + weeks(2) + hour * 60 + 1440);
    for (const strays of [[], [one], [two], [one, two]])
      assert.deepEqual(learnedWith(...strays), ["5 0 * * *"]);
    assert.deepEqual(learnedWith(one, two, three), []);
  });
});

describe("timesOf", () => {
  it("are the minutes whose slot of the week or month is among the slots, until before the end", () => {
    const slot = fc.oneof(fc.nat({ max: 10_079 }), fc.integer({ min: 10_080, max: 10_080 + 31 * 1440 - 1 }));
    const slots = fc
      .uniqueArray(slot, { maxLength: 8 })
      .map((list) => list.sort((one, other) => one - other));
    const isDue = (of: readonly number[], time: number) => {
      const date = new Date(time * 60_000);
      const minute = date.getUTCHours() * 60 + date.getUTCMinutes();
      const [ofWeek, ofMonth] = [date.getUTCDay() * 1440, 10_080 + (date.getUTCDate() - 1) * 1440];
      return of.includes(ofWeek + minute) || of.includes(ofMonth + minute);
    };
    fc.assert(
      fc.property(slots, fc.nat({ max: 90_000 }), fc.nat({ max: 4000 }), (of, begin, length) => {
        const from = start + begin;
        const minutes = Array.from({ length }, (_, index) => from + index);
        assert.deepEqual(
          timesOf(of, from, from + length),
          minutes.filter((time) => isDue(of, time)),
        );
      }),
    );
  });
});

describe("matchRuns", () => {
  it("gives each time a run from 15 minutes before to 30 after it, and each run to one time", () => {
    for (const [due, times, unmet, spare] of [
      [[100], [84], [100], [84]],
      [[100], [85], [], []],
      [[100], [130], [], []],
      [[100], [131], [100], [131]],
      [[100], [100, 101], [], [101]],
      [[100, 110], [105], [110], []],
      [[100, 200], [50, 210, 220], [100], [50, 220]],
      [[], [5], [], [5]],
    ] as const)
      assert.deepEqual(matchRuns(due, times), { unmet, spare }, `${due}: ${times}`);
  });

  it("does not take a run at another time for a late one, if 19 of 20 are punctual", () => {
    const tolerance = { early: 15, late: 30 };
    const due = Array.from({ length: 20 }, (_, index) => index * 20);
    const ran = due.filter((at) => at !== 100);
    assert.deepEqual(matchPunctualRuns(due, ran, tolerance), { unmet: [100], spare: [] });
    assert.deepEqual(matchPunctualRuns(due, [...ran, 381], tolerance), { unmet: [100], spare: [381] });
    const late = due.map((at) => (at === 100 ? 103 : at));
    assert.deepEqual(matchPunctualRuns(due, late, tolerance), { unmet: [], spare: [] });
    assert.deepEqual(matchPunctualRuns(due.slice(0, 19), ran.slice(0, 18), tolerance).unmet, [360]);
  });
});

describe("a pattern", () => {
  const week = weeks(1);

  it("is the same as another of as many times, each half an hour from it at most, around the week's end too", () => {
    for (const [one, other, isSame] of [
      [[], [], true],
      [[60], [90], true],
      [[60], [91], false],
      [[60, 3000], [60], false],
      [[60, 3000, 6000], [60, 3000, 6031], false],
      [[10, 3000, 6000], [3000, 6000, week - 20], true],
      [[10, 3000, 6000], [3000, 6000, week - 21], false],
      [[3000, 6000, week - 20], [10, 3000, 6000], true],
      [[3000, 6000], [6000, 9000], false],
    ] as const)
      assert.equal(isSamePattern(one, other), isSame, `${one}: ${other}`);
  });

  it("moves by an hour around the week's end, and not before the first of a month", () => {
    assert.deepEqual(shiftSlots([30, 3000], -60), [2940, week - 30]);
    assert.deepEqual(shiftSlots([3000, week - 30], 60), [30, 3060]);
    assert.deepEqual(shiftSlots([week + 30, week + 1440], -60), [week, week + 1380]);
  });
});
