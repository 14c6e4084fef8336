import assert from "node:assert/strict";
import fc from "fast-check";
import { weekSeconds } from "../../../../../shared/text/time";
import { occurrences } from "../../../../../tasks/PipelineMonitor/config/cron";
import { scheduledPipeline } from "../../../../../tasks/PipelineMonitor/config/schedules";
import { findRunLimit } from "../../../../../tasks/PipelineMonitor/features/run-limits/run-limits";

const now = Date.UTC(2026, 10, 20, 0, 19) / 1000;
const hour = 3600;

function scheduled(...schedule: string[]) {
  const [pipeline] = scheduledPipeline("price feed", { schedule });
  return pipeline ?? assert.fail(`${schedule} is a schedule`);
}

describe("findRunLimit", () => {
  it("counts the runs that took place, each until it is a week old", () => {
    const ran = [6 * 24, 1, 8 * 24].map((hours) => now - hours * hour);
    const found = findRunLimit([scheduled("0 2 * * *")], ran, 3, now);
    // Of the two runs one is a week old by the time, so that a third and a fourth can start.
    assert.deepEqual([found?.reachedAt, found?.ranInWeek], [Date.UTC(2026, 10, 22, 2) / 1000, 2]);
  });

  it("tells of a limit that is reached already at the next time of the schedule", () => {
    const ran = Array.from({ length: 1000 }, (_, index) => now - 60 * index - 1);
    const found = findRunLimit([scheduled("0 2 * * *")], ran, 1000, now);
    assert.equal(found?.reachedAt, Date.UTC(2026, 10, 20, 2) / 1000);
  });

  it("tells of more than ten runs in a quarter of an hour, and where they are most", () => {
    assert.equal(findRunLimit([scheduled("0-9 6 * * *")], [], 1000, now), undefined);
    const found = findRunLimit([scheduled("0-10 6 * * *", "5-17 7 * * *")], [], 1000, now);
    assert.deepEqual(found?.densest, { from: Date.UTC(2026, 10, 20, 7, 5) / 1000, runs: 13 });
    assert.equal(found?.reachedAt, undefined);
    const apart = findRunLimit([scheduled("0-9,15-24 6 * * *")], [], 1000, now);
    assert.equal(apart, undefined, "the fifteenth minute is of the next quarter");
  });

  it("counts a time once for each branch that is due at it", () => {
    const [main, release] = ["main", "release"].map((branch) => ({ cron: "0-5 6 * * *", branch }));
    const both = scheduledPipeline("price feed", { schedule: [main, release] });
    assert.equal(findRunLimit(both, [], 1000, now)?.densest.runs, 12);
  });

  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 24 });

  it("never tells of a schedule that has kept to the limit, and is to keep to it, however late each run began", () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 59 }), (list, lateSeconds) => {
        const pipeline = scheduled(`30 ${list.join(",")} * * *`);
        const ran = occurrences(pipeline.schedules, now - weekSeconds, now).map((time) => time + lateSeconds);
        assert.equal(findRunLimit([pipeline], ran, 7 * list.length, now), undefined);
        const tooFew = findRunLimit([pipeline], ran, 7 * list.length - 1, now);
        assert.notEqual(tooFew?.reachedAt, undefined);
      }),
    );
  });

  it("names the first time that finds the limit reached, as counting run by run does", () => {
    const past = fc.array(fc.integer({ min: 1, max: weekSeconds + hour }), { maxLength: 60 });
    fc.assert(
      fc.property(hours, past, fc.integer({ min: 1, max: 120 }), (list, ages, max) => {
        const pipeline = scheduled(`7 ${list.join(",")} * * *`);
        const ran = ages.map((age) => now - age);
        const coming = occurrences(pipeline.schedules, now, now + weekSeconds);
        const runsBefore = (time: number) =>
          [...ran, ...coming].filter((other) => other < time && other > time - weekSeconds + 60).length;
        assert.equal(
          findRunLimit([pipeline], ran, max, now)?.reachedAt,
          coming.find((time) => runsBefore(time) >= max),
        );
      }),
    );
  });
});
