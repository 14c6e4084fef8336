import assert from "node:assert/strict";
import fc from "fast-check";
import { weeklyMoment } from "../../../../tasks/PipelineMonitor/config/times";
import { dueMoment } from "../../../../tasks/PipelineMonitor/digest/period";
import { lastHour, sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";

const minute = 60;
const hour = 60 * minute;
const week = 7 * 24 * hour;
const monday = Date.UTC(2026, 10, 23, 6) / 1000;
const weekly = weeklyMoment("Mon 06:00");

describe("dueMoment", () => {
  it("is the moment in the window of the last hour, which the next run at the same minute does not have", () => {
    const dueAt = (seconds: number) => dueMoment(lastHour(seconds * 1000), weekly);
    assert.deepEqual(
      [monday, monday + 1, monday + 19 * minute, monday + hour + 30, monday + hour + 31].map(dueAt),
      [undefined, monday, monday, monday, undefined],
    );
    for (const day of [1, 2, 3, 4, 5, 6]) assert.equal(dueAt(monday + day * 24 * hour + minute), undefined);
    assert.equal(dueAt(monday + week + minute), monday + week);
  });

  it("is in the window since the last report even if that is days ago, and only the last of several", () => {
    const since = (from: number, seconds: number) =>
      dueMoment(sinceLast(seconds * 1000, { lastStart: from, ownStart: seconds }), weekly);
    assert.equal(since(monday - hour, monday + 60 * hour), monday);
    assert.equal(since(monday - 3 * week, monday + 60 * hour), monday);
    assert.equal(since(monday + 1, monday + 60 * hour), undefined);
  });

  it("is in exactly one report of any sequence of windows without a gap, however irregular the monitor runs", () => {
    const step = fc.record({
      pauseSeconds: fc.integer({ min: 1, max: 9 * 24 * hour }),
      startUpSeconds: fc.integer({ min: 0, max: 3 * hour }),
      wasPartial: fc.boolean(),
    });
    const time = fc.integer({ min: 0, max: week - 1 });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), time, (steps, moment) => {
        const first = monday;
        let lastStart = first;
        const reported: number[] = [];
        for (const { pauseSeconds, startUpSeconds, wasPartial } of steps) {
          const ownStart = lastStart + pauseSeconds;
          const now = (ownStart + startUpSeconds) * 1000;
          const window = sinceLast(now, { lastStart, ownStart, wasPartial });
          const due = dueMoment(window, moment);
          if (due !== undefined) reported.push(due);
          lastStart = ownStart;
        }
        const weeks = (until: number) => Math.ceil((until - moment) / week);
        // A pause of more than a week has several moments, of which the last is reported.
        assert.equal(new Set(reported).size, reported.length);
        for (const due of reported) {
          assert.equal((due - moment) % week, 0);
          assert.ok(due >= first && due < lastStart);
        }
        const longest = Math.max(...steps.map(({ pauseSeconds }) => pauseSeconds));
        if (longest <= week) assert.equal(reported.length, weeks(lastStart) - weeks(first));
      }),
      { numRuns: 500 },
    );
  });
});
