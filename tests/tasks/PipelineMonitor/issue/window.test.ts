import assert from "node:assert/strict";
import fc from "fast-check";
import { attemptOf } from "../../../../shared/azure-devops/records";
import {
  coveredUntil,
  endOf,
  isListed,
  isNew,
  isOfLastHour,
  isWithin,
  lastHour,
  lateSeconds,
  lateSince,
  longLateSeconds,
  reportedFrom,
  requestedSince,
  sinceLast,
  takenFrom,
  takenUntil,
  untoldMoment,
  unwatchedOf,
  type Window,
  wasSeen,
} from "../../../../tasks/PipelineMonitor/issue/window";
import { sampled } from "../../../sampled";
import { failedRun } from "../failed-run";

const now = Date.UTC(2026, 10, 20, 3, 19, 40);
const second = now / 1000;
const hour = 3600;
const day = 24 * hour;
/** The window after a report that covered everything until a second, or the first one. */
const windowSince = (until?: number) => sinceLast(now, until === undefined ? undefined : { until });
const listedSince = (until?: number) => windowSince(until).listedSince.getTime() / 1000;

describe("lastHour", () => {
  it("is the specification's window, of which everything is reported and counted (rule 1)", () => {
    const window = lastHour(now);
    assert.equal(window.listedSince.toISOString(), "2026-11-20T02:19:10.000Z");
    for (const time of [undefined, 0, second, second + 1e9])
      for (const isTaken of [isWithin, isListed, isOfLastHour]) assert.ok(isTaken(window, time));
    const run = failedRun({ finishTime: 0 });
    assert.deepEqual([window.seen, wasSeen(window, run), isNew(window, run)], [undefined, false, true]);
    assert.deepEqual([window.from, unwatchedOf(window)], [undefined, undefined]);
    assert.equal(requestedSince(window).getTime(), window.listedSince.getTime());
    const times = [coveredUntil(window), reportedFrom(window), window.dueFrom, takenFrom(window)];
    for (const time of times) assert.equal(time, second - 3630);
  });
});

describe("sinceLast", () => {
  it("begins where the last report ended, and lists the specification's hour at least and 14 days at most", () => {
    assert.equal(windowSince(second - 600).from, second - 600);
    for (const [ago, listed] of [
      [600, hour + 30],
      [5 * hour, 5 * hour],
      [2 * day, 2 * day],
      [14 * day, 14 * day],
      [15 * day, 14 * day],
      [-600, hour + 30], // a clock that was set back
    ] as const)
      assert.equal(second - listedSince(second - ago), listed);
    assert.equal(listedSince(), second - day, "the first lists a day");
  });

  it("knows the hours that nobody watched: those between the last report and what is listed", () => {
    const from = second - 15 * day;
    assert.deepEqual(unwatchedOf(windowSince(from)), { from, until: second - 14 * day });
    for (const until of [undefined, second + 600, second - 600, second - 14 * day])
      assert.equal(unwatchedOf(windowSince(until)), undefined, String(until));
  });

  it("counts only the runs of the last hour as such (rule 2)", () => {
    const window = windowSince(second - 5 * hour);
    const isCounted = [second - hour - 31, second - hour - 30].map((time) => isOfLastHour(window, time));
    assert.deepEqual(isCounted, [false, true]);
  });

  it("requests the runs of the last minutes before it, which may have reached the list late", () => {
    const requested = (until: number) => requestedSince(windowSince(until)).getTime() / 1000;
    assert.equal(requested(second - 5 * hour), second - 5 * hour - lateSeconds);
    assert.equal(requested(second - 15 * day), second - 14 * day, "after a gap, there are none");
  });

  it("lists once a day, by UTC, from where all runs that were read are known", () => {
    const midnight = second - (second % day);
    const [until, seenFrom] = [midnight - 60, midnight - 60 - longLateSeconds];
    assert.ok(seenFrom < midnight - day, "a run that reaches the list within a day is on it");
    const listed = (at: number, last: Parameters<typeof sinceLast>[1], since: number) =>
      lateSince(sinceLast(at * 1000, last), new Date(since * 1000)).getTime() / 1000;
    assert.equal(listed(midnight, { until, seenFrom }, until), seenFrom);
    assert.equal(listed(midnight - 1, { until, seenFrom }, until), until, "it is the same day");
    assert.equal(listed(midnight, { until }, until), until - lateSeconds);
    assert.equal(listed(midnight, { until, seenFrom }, seenFrom - 5), seenFrom - 5);
    assert.equal(listed(midnight, undefined, until), until, "there is no report before");
  });

  it("takes what no report has dealt with, until just after it was made, because clocks differ", () => {
    const seen = failedRun({ id: 1, finishTime: second - 60 });
    const window = sinceLast(now, { until: second - hour, seen: [attemptOf(seen)] });
    const isTaken = (finishTime: number) => isNew(window, failedRun({ id: 2, finishTime }));
    assert.ok([takenFrom(window), second, takenUntil(window) - 1].every(isTaken));
    assert.ok(![takenFrom(window) - 1, takenUntil(window)].some(isTaken));
    assert.deepEqual([wasSeen(window, seen), isNew(window, seen)], [true, false]);
    assert.ok(isNew(window, { ...seen, finishTime: second - 30 }), "the run was run again");
    assert.ok(isNew(window, failedRun({ finishTime: undefined })), "what has no time is not lost");
  });

  it("takes what happened since its beginning, and loses nothing that has no time", () => {
    const window = windowSince(second - 60);
    const within = [second - 61, second - 60, undefined].map((time) => isWithin(window, time));
    assert.deepEqual(within, [false, true, true]);
    const listed = [second - 3631, second - 3630, undefined].map((time) => isListed(window, time));
    assert.deepEqual(listed, [false, true, true]);
    assert.ok(isOfLastHour(window, undefined));
    assert.ok(isWithin(windowSince(), 0), "without a report before");
  });

  it("covers with earlier reports what was before it", () => {
    const times = (until: number | undefined, ...earlier: number[]) => {
      const window = windowSince(until);
      const all = [coveredUntil(window), reportedFrom(window)];
      return [...all, requestedSince(window, earlier).getTime() / 1000].map((time) => second - time);
    };
    assert.deepEqual(times(second - 600), [600, 600, 600 + lateSeconds]);
    assert.deepEqual(times(second - 5 * hour), [5 * hour, 5 * hour, 5 * hour + lateSeconds]);
    assert.deepEqual(times(second - 2 * day), [2 * day, 2 * day, 2 * day + lateSeconds]);
    assert.deepEqual(times(second - 15 * day), [15 * day, 14 * day, 14 * day]);
    assert.deepEqual(times(undefined), [3630, day, day]);
    assert.deepEqual(times(second - 600, second - 9001), [600, 600, 9001]);
    assert.deepEqual(times(second - 600, second - 60), [600, 600, 600 + lateSeconds]);
  });

  it("has a time of its own for runs that were due: an earlier report may not have looked for them", () => {
    const dueFrom = (until: number, dueUntil?: number) =>
      sinceLast(now, { until, ...(dueUntil === undefined ? {} : { dueUntil }) }).dueFrom;
    assert.equal(dueFrom(second - hour, second - 3 * hour), second - 3 * hour);
    assert.equal(dueFrom(second - 2 * hour), second - 2 * hour);
    assert.equal(dueFrom(second - hour, second - 15 * day), second - 14 * day);
    assert.equal(windowSince().dueFrom, second - day, "the first report covers a day");
  });

  it("takes every run once, however late, failing or missing the reports are, if one delivers in two weeks", () => {
    const reports = fc.array(
      fc.record({
        pause: fc.oneof(fc.integer({ min: 60, max: 20_000 }), fc.integer({ min: 60, max: 400_000 })),
        wallAhead: fc.integer({ min: -60, max: 60 }),
        delivers: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const event = fc.record({ at: fc.nat(1_000_000), late: fc.nat(lateSeconds - 120) });
    const events = fc.array(event, { maxLength: 20 });
    fc.assert(
      fc.property(reports, events, (planned, happened) => {
        // Before the first report that delivers, nothing is listed.
        let [at, until, listedUntil] = [1_000_000, 1_000_000, 0];
        let seen: string[] = [];
        const taken: number[] = [];
        for (const { pause, wallAhead, delivers } of planned) {
          at += pause;
          if (at + wallAhead - until > 14 * day) return;
          const window = sinceLast((at + wallAhead) * 1000, { until, seen });
          if (!delivers) continue;
          listedUntil = at;
          for (const [id, event] of happened.entries()) {
            const run = failedRun({ id, finishTime: 1_000_000 + event.at });
            const isListed = run.finishTime !== undefined && run.finishTime + event.late <= at;
            if (!isListed || run.finishTime === undefined || !isNew(window, run)) continue;
            assert.ok(run.finishTime * 1000 >= requestedSince(window).getTime());
            taken.push(id);
            seen = [...seen, attemptOf(run)];
          }
          until = at + wallAhead;
        }
        const expected = [...happened.entries()].filter(([, { at, late }]) => 1e6 + at + late <= listedUntil);
        const ids = expected.map(([id]) => id);
        assert.deepEqual(
          taken.sort((one, other) => one - other),
          ids,
        );
      }),
      { numRuns: sampled(500) },
    );
  });
});

describe("untoldMoment", () => {
  const midnight = Date.UTC(2026, 10, 20) / 1000;
  const at = (seconds: number, toldUntil?: number, until = seconds - hour) =>
    lastUntold(sinceLast(seconds * 1000, { until }), toldUntil);
  const lastUntold = (window: Window, toldUntil?: number) =>
    untoldMoment(window, Math.floor((endOf(window) - 1) / day) * day, toldUntil);

  it("is the last midnight, until it was told, however long that takes", () => {
    assert.equal(at(midnight + 7), midnight);
    assert.equal(at(midnight + 5 * hour, midnight - day), midnight);
    assert.equal(at(midnight + 5 * hour, midnight), undefined);
    assert.equal(at(midnight + 3 * day + 1, midnight), midnight + 3 * day, "of several, the last");
    assert.equal(at(midnight), undefined, "the moment has not passed");
  });

  it("is known from the window if nothing is remembered: an earlier report covers it or not", () => {
    const ofHour = (seconds: number) => lastUntold(lastHour(seconds * 1000));
    const firsts = Array.from({ length: 48 }, (_, index) => midnight - day + 19 * 60 + index * hour + 7)
      .filter((start) => ofHour(start) !== undefined)
      .map((start) => new Date(start * 1000).toISOString());
    assert.deepEqual(firsts, ["2026-11-19T00:19:07.000Z", "2026-11-20T00:19:07.000Z"]);
    assert.equal(at(midnight + 7, undefined, midnight), midnight);
    assert.equal(at(midnight + 7, undefined, midnight + 1), undefined);
  });

  it("is told once if it is remembered, whenever reports are made: at minute 0 too", () => {
    const pause = fc.oneof(fc.constantFrom(3599, 3600, 3601), fc.integer({ min: 60, max: 2 * day }));
    const pauses = fc.array(pause, { minLength: 1, maxLength: 40 });
    const period = fc.constantFrom([0, day], [6 * hour, 7 * day]);
    fc.assert(
      fc.property(pauses, period, fc.nat(3600), (list, [anchor = 0, seconds = 0], startsAt) => {
        let [start, told] = [midnight + startsAt, midnight];
        for (const pause of list) {
          start += pause;
          const window = sinceLast(start * 1000, { until: start - pause });
          const last = anchor + Math.floor((start - 1 - anchor) / seconds) * seconds;
          const moment = untoldMoment(window, last, told);
          // An own count of the periods that have passed.
          const [before, after] = [told, start - 1].map((time) => Math.floor((time - anchor) / seconds));
          assert.equal(moment, before === after ? undefined : anchor + (after ?? 0) * seconds);
          told = moment ?? told;
        }
      }),
    );
  });
});
