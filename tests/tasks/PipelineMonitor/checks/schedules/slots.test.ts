import assert from "node:assert/strict";
import {
  findPattern,
  hasRunsAtOtherTimes,
} from "../../../../../tasks/PipelineMonitor/checks/schedules/slots";
import { cronsOf } from "../../../../../tasks/PipelineMonitor/checks/schedules/words";
import { sample } from "./sample";
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
  });

  it("takes the earliest of late runs for the time, of all days that share it", () => {
    const late = timesIn(["0 2 * * *"]).map((time, index) => time + ((index * 7) % 15));
    assert.deepEqual(cronsOf(findPattern(late)?.slots ?? []), ["0 2 * * *"]);
  });
});

describe("hasRunsAtOtherTimes", () => {
  const inDoubt = (times: readonly number[], cron: string) => {
    const found = findPattern(times) ?? assert.fail();
    assert.deepEqual(cronsOf(found.slots), [cron]);
    return hasRunsAtOtherTimes(found, times);
  };
  const isLater = (time: number) => time >= start + weeks(2);
  const onMonday = (time: number) => (time - start) % weeks(1) < dayMinutes;
  const ofTwoWeeks = (crons: readonly string[]) => timesIn(crons, 2);

  it("doubts a pattern that is what gaps leave of a schedule: of its days, or of its times of a day", () => {
    const days = timesIn(["0 2 * * 1-5"], 5).filter((time) => !isLater(time) || onMonday(time));
    assert.equal(inDoubt(days, "0 2 * * 1"), true);
    const saturdays = timesIn(["0 12,17 * * 6"], 4);
    const once = saturdays.filter((time, index) => index < 1 || time % dayMinutes === 17 * 60);
    assert.equal(inDoubt(once, "0 17 * * 6"), true);
    const [first = 0] = timesIn(["0 12 * * 6"]);
    assert.equal(inDoubt([first, ...timesIn(["0 17 * * 6"], 5)], "0 17 * * 6"), true);
    const crowded = timesIn(["*/10 3 * * 6"], 5).filter((time) => !isLater(time) || time % 60 !== 30);
    assert.equal(hasRunsAtOtherTimes(findPattern(crowded) ?? assert.fail(), crowded), true);
  });

  it("doubts none that had gaps only at its own times", () => {
    const all = timesIn(["0 2 * * 1-5"], 5);
    assert.equal(inDoubt(all, "0 2 * * 1-5"), false);
    assert.equal(
      inDoubt(
        all.filter((_, index) => index !== 7),
        "0 2 * * 1-5",
      ),
      false,
    );
    assert.equal(inDoubt([...ofTwoWeeks(["0 2 * * 1"]), ...all.filter(isLater)], "0 2 * * 1-5"), false);
  });
});

describe("learned schedules, by random ones of all forms (`npm run schedules`)", () => {
  it("find 99 of 100 due slots, report at most 1 of 10,000 falsely, and learn nothing from gaps", () => {
    const { totals, wrong } = sample(1, 40);
    const all = [...totals.values()];
    const sum = (name: "expected" | "found" | "judged" | "falsely" | "learnedGaps") =>
      all.reduce((total, figures) => total + figures[name], 0);
    assert.ok(sum("expected") > 1000);
    assert.ok(sum("found") >= 0.99 * sum("expected"), wrong.join("\n"));
    assert.ok(sum("falsely") * 10_000 <= sum("judged"), wrong.join("\n"));
    assert.equal(sum("learnedGaps"), 0, wrong.join("\n"));
  });
});
