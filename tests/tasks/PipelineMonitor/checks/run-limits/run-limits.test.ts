import assert from "node:assert/strict";
import fc from "fast-check";
import { findRunLimit, weekSeconds } from "../../../../../tasks/PipelineMonitor/checks/run-limits/run-limits";
import { occurrences } from "../../../../../tasks/PipelineMonitor/config/cron";
import { scheduledPipeline } from "../../../../../tasks/PipelineMonitor/config/schedules";

const now = Date.UTC(2026, 10, 20, 0, 19) / 1000;
const hour = 3600;

function scheduled(...schedule: string[]) {
  const [pipeline] = scheduledPipeline("price feed", { schedule });
  return pipeline ?? assert.fail(`${schedule} is a schedule`);
}

/** The limit that a pipeline comes to, without its name. */
function limit(schedule: string, ran: readonly number[], runsPerWeekMax: number) {
  const {
    kind: _kind,
    pipeline: _name,
    ...rest
  } = findRunLimit(scheduled(schedule), ran, runsPerWeekMax, now) ?? {
    kind: "",
    pipeline: "",
  };
  return rest;
}

describe("findRunLimit", () => {
  it("tells when a schedule comes and finds as many runs as may be, in the seven days before", () => {
    assert.deepEqual(limit("0 * * * *", [], 100), {
      runsPerWeekMax: 100,
      // The hundredth of the runs from 01:00 on starts, the next does not.
      reachedAt: Date.UTC(2026, 10, 24, 5) / 1000,
      ranInWeek: 0,
      scheduledInWeek: 168,
      densest: { from: Date.UTC(2026, 10, 20, 1) / 1000, runs: 1 },
    });
  });

  it("counts the runs that took place, each until it is a week old", () => {
    const [reachedAt, ranInWeek] = Object.values(
      limit("0 2 * * *", [now - 6 * 24 * hour, now - hour, now - 8 * 24 * hour], 3),
    ).slice(1);
    // Of the two runs one is a week old by the time, so that a third and a fourth can start.
    assert.deepEqual([reachedAt, ranInWeek], [Date.UTC(2026, 10, 22, 2) / 1000, 2]);
  });

  it("tells of a limit that is reached already at the next time of the schedule", () => {
    const ran = Array.from({ length: 1000 }, (_, index) => now - 60 * index - 1);
    assert.equal(
      findRunLimit(scheduled("0 2 * * *"), ran, 1000, now)?.reachedAt,
      Date.UTC(2026, 10, 20, 2) / 1000,
    );
  });

  it("tells of more than ten runs in a quarter of an hour, and where they are most", () => {
    assert.equal(findRunLimit(scheduled("0-9 6 * * *"), [], 1000, now), undefined);
    const found = findRunLimit(scheduled("0-10 6 * * *", "5-17 7 * * *"), [], 1000, now);
    assert.deepEqual(found?.densest, { from: Date.UTC(2026, 10, 20, 7, 5) / 1000, runs: 13 });
    assert.equal(found?.reachedAt, undefined);
    const apart = findRunLimit(scheduled("0-9,15-24 6 * * *"), [], 1000, now);
    assert.equal(apart, undefined, "the fifteenth minute is of the next quarter");
  });

  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 24 });

  it("never tells of a schedule that has kept to the limit, and is to keep to it, however late each run began", () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 59 }), (list, lateSeconds) => {
        const pipeline = scheduled(`30 ${list.join(",")} * * *`);
        const ran = occurrences(pipeline.schedules, now - weekSeconds, now).map((time) => time + lateSeconds);
        assert.equal(findRunLimit(pipeline, ran, 7 * list.length, now), undefined);
        const tooFew = findRunLimit(pipeline, ran, 7 * list.length - 1, now);
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
          findRunLimit(pipeline, ran, max, now)?.reachedAt,
          coming.find((time) => runsBefore(time) >= max),
        );
      }),
    );
  });
});
