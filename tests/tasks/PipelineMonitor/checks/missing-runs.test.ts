import assert from "node:assert/strict";
import fc from "fast-check";
import { findDueTimes, findMissingRuns } from "../../../../tasks/PipelineMonitor/checks/missing-runs";
import { parseSchedule, type Schedule } from "../../../../tasks/PipelineMonitor/config/cron";
import { growth, maxGrowth } from "../../../growth";

const midnight = Date.UTC(2026, 10, 20) / 1000;
const hour = 3600;

function scheduled(expression: string, graceSeconds = 900) {
  const schedule = parseSchedule(expression);
  const schedules: Schedule[] = "problem" in schedule ? assert.fail(schedule.problem) : [schedule];
  return { pipeline: "nightly import", schedules, graceSeconds };
}

/** The times without a run, in seconds after midnight. */
const missing = (expression: string, due: number[], queued: number[], graceSeconds?: number) =>
  findMissingRuns(
    scheduled(expression, graceSeconds),
    due.map((at) => midnight + at),
    queued.map((at) => midnight + at),
  ).map(({ at }) => at - midnight);

describe("findDueTimes", () => {
  it("are those whose grace ends within the window, so that windows in a row have each once", () => {
    const nightly = scheduled("0 2 * * *");
    const due = (from: number, until: number) =>
      findDueTimes(nightly, midnight + from, midnight + until).map((at) => at - midnight);
    assert.deepEqual(due(2 * hour, 2 * hour + 900), []);
    assert.deepEqual(due(2 * hour, 2 * hour + 901), [2 * hour]);
    assert.deepEqual(due(2 * hour + 900, 3 * hour), [2 * hour]);
    assert.deepEqual(due(2 * hour + 901, 3 * hour), []);
  });
});

describe("findMissingRuns", () => {
  it("are the due times without a run near them, from a minute before to the end of the grace", () => {
    const two = 2 * hour;
    for (const queued of [two - 60, two, two + 5, two + 900])
      assert.deepEqual(missing("0 2 * * *", [two], [queued]), [], String(queued));
    for (const queued of [two - 61, two + 901])
      assert.deepEqual(missing("0 2 * * *", [two], [queued]), [two]);
    assert.deepEqual(missing("0 2 * * *", [two], []), [two]);
  });

  it("want a run for each time, though a grace is longer than the pause between two", () => {
    const due = [0, 300, 600].map((at) => hour + at);
    const all = [-300, ...due.map((at) => at - hour), 900, 1200, 1500].map((at) => hour + at + 5);
    assert.deepEqual(missing("*/5 * * * *", due, all), []);
    for (const at of due)
      assert.deepEqual(
        missing(
          "*/5 * * * *",
          due,
          all.filter((queued) => queued !== at + 5),
        ),
        [at],
      );
  });

  it("let a second run after a time stand for an earlier one that has none", () => {
    const due = [0, 300].map((at) => hour + at);
    assert.deepEqual(missing("*/5 * * * *", due, [hour + 310, hour + 400]), []);
    assert.deepEqual(missing("*/5 * * * *", due, [hour + 310]), [hour]);
    assert.deepEqual(missing("*/5 * * * *", due, [hour + 310, hour + 400], 350), [hour]);
  });

  it("are found in a time that grows as the schedule and the runs do", () => {
    const everyMinute = scheduled("* * * * *", 24 * hour);
    const find = (input: string) => {
      const due = Array.from({ length: input.length }, (_, index) => midnight + 60 * index);
      // Every run is a second one, so that each has to be looked for among the spare ones.
      return findMissingRuns(
        everyMinute,
        due,
        due.flatMap((at) => [at + 1, at + 2]),
      );
    };
    assert.ok(growth(find, (size) => "x".repeat(size), 20_000) <= maxGrowth);
  });

  it("are none where every time had its run, whenever within the grace it came, and all where there was none", () => {
    const delays = fc.array(fc.integer({ min: -60, max: 299 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(delays, (late) => {
        const due = late.map((_, index) => hour + 300 * index);
        const earlier = [hour - 300];
        const queued = [...earlier, ...due.map((at, index) => at + Math.min(late[index] ?? 0, 239))];
        assert.deepEqual(missing("*/5 * * * *", due, queued, 300), []);
        assert.deepEqual(missing("*/5 * * * *", due, [], 300), due);
      }),
    );
  });
});
