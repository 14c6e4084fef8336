import assert from "node:assert/strict";
import fc from "fast-check";
import {
  isFirstOfDay,
  isOfLastHour,
  isStuckWithin,
  isWithin,
  lastHour,
  sinceLast,
} from "../../../../tasks/PipelineMonitor/issue/window";

const now = Date.UTC(2026, 10, 20, 3, 19, 40);
const second = now / 1000;
const hour = 3600;

/** The window at a time since a last report, in a run that started at another. */
const sinceReport = (at: number, lastStart?: number, ownStart?: number, wasPartial = false) =>
  sinceLast(at, { lastStart, ownStart, wasPartial });

describe("lastHour", () => {
  it("is the specification's window, of which everything is reported and counted (rule 1)", () => {
    const window = lastHour(now);
    assert.equal(window.listedSince.toISOString(), "2026-11-20T02:19:10.000Z");
    for (const time of [undefined, 0, second, second + 1e9])
      assert.ok(isWithin(window, time) && isStuckWithin(window, time) && isOfLastHour(window, time));
  });
});

describe("sinceLast", () => {
  it("begins where the last run that delivered its report started, and ends where this one did", () => {
    const window = sinceReport(now, second - 5 * hour, second - 20);
    assert.equal(window.listedSince.getTime() / 1000, second - 5 * hour);
    assert.deepEqual([window.from, window.until], [second - 5 * hour, second - 20]);
  });

  it("lists the specification's hour at least, and reports no run of it that was reported already", () => {
    const window = sinceReport(now, second - 600, second - 20);
    assert.equal(window.listedSince.getTime() / 1000, second - hour - 30);
    assert.deepEqual(
      [second - hour - 31, second - hour - 30].map((time) => isOfLastHour(window, time)),
      [false, true],
    );
    assert.equal(isWithin(window, second - 601), false);
    assert.equal(isWithin(window, second - 600), true);
  });

  it("lists a day at most, and just that where there is no last report", () => {
    const listed = (last: number | undefined) =>
      sinceReport(now, last, second - 20).listedSince.getTime() / 1000;
    assert.equal(listed(second - 48 * hour), second - 24 * hour);
    assert.equal(listed(undefined), second - 24 * hour);
  });

  it("has no end where it is not known when this run started, or it is run again after another", () => {
    assert.equal(sinceReport(now, second - hour, undefined).until, undefined);
    assert.equal(sinceReport(now, second - hour, second - 2 * hour).until, undefined);
  });

  it("has no end where the step comes late in its run: what has happened since is not left for the next report", () => {
    assert.equal(sinceReport(now, second - 4 * hour, second - 900).until, second - 900);
    assert.equal(sinceReport(now, second - 4 * hour, second - 901).until, undefined);
  });

  it("has no end where this run is said to have started before what is listed: that is another run's time", () => {
    const window = sinceReport(now, undefined, second - 50 * hour);
    assert.equal(window.until, undefined);
  });

  it("reports what began to hang before a list goes back, unless the last report has told it", () => {
    for (const last of [undefined, second - 48 * hour])
      assert.ok(isWithin(sinceReport(now, last, second - 20), second - 30 * hour));
    assert.equal(isWithin(sinceReport(now, second - hour, second - 20), second - 30 * hour), false);
  });

  it("tells what happens at its very end in the next window", () => {
    const window = sinceReport(now, second - hour, second - 20);
    assert.deepEqual([isWithin(window, second - 21), isWithin(window, second - 20)], [true, false]);
    const again = sinceReport(now, second - 20, second - 20);
    assert.deepEqual([isWithin(again, second - 21), isWithin(again, second - 20)], [false, true]);
  });

  it("reports what has no time, rather than to let it vanish", () => {
    assert.ok(isWithin(sinceReport(now, second - hour, second), undefined));
  });

  it("reports every run once, however late, failing or missing the monitor's runs are, as long as one delivers a day", () => {
    const run = fc.record({
      pauseSeconds: fc.oneof(fc.integer({ min: 60, max: 8000 }), fc.integer({ min: 60, max: 20_000 })),
      startUpSeconds: fc.integer({ min: 0, max: 900 }),
      delivers: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(run, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(100_000), { maxLength: 20 }),
        (runs, events) => {
          const first = 1_000_000;
          let start = first;
          let lastDelivered: number | undefined = first;
          const reported: number[] = [];
          let coveredUntil = first;
          for (const { pauseSeconds, startUpSeconds, delivers } of runs) {
            start += pauseSeconds;
            if (start + startUpSeconds - (lastDelivered ?? 0) > 24 * hour) return;
            const window = sinceReport((start + startUpSeconds) * 1000, lastDelivered, start);
            if (!delivers) continue;
            reported.push(
              ...events.filter(
                (event) =>
                  first + event >= window.listedSince.getTime() / 1000 && isWithin(window, first + event),
              ),
            );
            lastDelivered = start;
            coveredUntil = start;
          }
          const expected = events.filter((event) => first + event < coveredUntil);
          assert.deepEqual(reported.sort(), expected.sort());
        },
      ),
    );
  });
});

describe("isFirstOfDay", () => {
  const midnight = Date.UTC(2026, 10, 20) / 1000;

  it("holds for the hourly run after midnight, and for no other of the day", () => {
    const firsts = Array.from({ length: 48 }, (_, index) => midnight - 24 * hour + 19 * 60 + index * hour + 7)
      .filter((start) => isFirstOfDay(lastHour(start * 1000)))
      .map((start) => new Date(start * 1000).toISOString());
    assert.deepEqual(firsts, ["2026-11-19T00:19:07.000Z", "2026-11-20T00:19:07.000Z"]);
  });

  it("holds for a monitor that starts late: it covers what rule 1 does, though that is twice on the full hour", () => {
    const isFirst = (start: number) => isFirstOfDay(lastHour(start * 1000));
    assert.deepEqual([midnight, midnight + hour + 25].map(isFirst), [false, true]);
    assert.deepEqual([midnight + 15, midnight + hour + 15].map(isFirst), [true, true]);
    assert.deepEqual([midnight + hour + 30, midnight + hour + 31].map(isFirst), [true, false]);
  });

  it("leaves midnight itself to the run that follows one which started then", () => {
    const own = midnight * 1000;
    assert.ok(!isFirstOfDay(sinceReport(own + 20_000, midnight - hour, midnight)));
    const next = own + hour * 1000;
    assert.ok(isFirstOfDay(sinceReport(next + 20_000, midnight, midnight + hour)));
    assert.ok(!isFirstOfDay(lastHour(own)));
    assert.ok(isFirstOfDay(lastHour(next)));
  });

  it("holds for the first that follows a report, however late it is, and again where that one did not see all", () => {
    const late = (midnight + 7 * hour) * 1000;
    const own = late / 1000 - 20;
    assert.ok(isFirstOfDay(sinceReport(late, midnight - 100, own)));
    const second = sinceReport(late, midnight + hour, own);
    assert.ok(!isFirstOfDay(second));
    assert.ok(isFirstOfDay(sinceReport(late, midnight + hour, own, true)));
  });

  it("holds once a day whenever the monitor's runs start, as long as one delivers a day", () => {
    const pauses = fc.array(fc.integer({ min: 60, max: 20 * hour }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(pauses, fc.integer({ min: 0, max: 900 }), (list, startUpSeconds) => {
        let start = midnight - 1000;
        const firsts: number[] = [];
        for (const pause of list) {
          const last = start;
          start += pause;
          const now = (start + startUpSeconds) * 1000;
          if (isFirstOfDay(sinceReport(now, last, start))) firsts.push(start - 1);
        }
        const days = firsts.map((time) => Math.floor(time / (24 * hour)));
        const first = Math.floor((midnight - 1000) / (24 * hour)) + 1;
        const last = Math.floor((start - 1) / (24 * hour));
        const seenDays = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
        assert.deepEqual(days, seenDays);
      }),
    );
  });
});
