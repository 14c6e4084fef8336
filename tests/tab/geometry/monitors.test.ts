import assert from "node:assert/strict";
import { monitorTag } from "../../../shared/report/form";
import { monitorsOf } from "../../../tab/geometry/monitors";
import { madeRun } from "../made-run";

const hour = 3600;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 24, 6, 38) / 1000;
const [first, second] = ["monitor-reported-000000000001", "monitor-reported-000000000002"];

/** Runs that end so many seconds ago. */
const reported = (agos: readonly number[], changes: Parameters<typeof madeRun>[0] = {}) =>
  agos.map((ago, index) =>
    madeRun({
      ...{ id: 100 + index, pipeline: "night watch", definitionId: 9, reason: "schedule" },
      ...{ tags: [monitorTag, first], finishTime: now - ago, ...changes },
    }),
  );
const hourly = (count: number, newest = 0) =>
  Array.from({ length: count }, (_, index) => newest + index * hour);

describe("monitors by their runs", () => {
  it("are told apart by their tags, also within one run, or by pipeline and branch, each with its newest run", () => {
    const both = reported(hourly(3), { tags: [monitorTag, first, second] });
    const plain = reported([500, 4000], { id: 7, definitionId: 10, pipeline: "other", tags: [monitorTag] });
    const monitors = monitorsOf([...plain, ...both], now);
    assert.deepEqual(
      monitors.map(({ tag, run, periodSeconds }) => [tag, run.finishTime, periodSeconds]),
      [
        [undefined, now - 500, 3500],
        [first, now, hour],
        [second, now, hour],
      ],
    );
  });

  it("are late after two periods", () => {
    const lateOf = (newest: number) =>
      monitorsOf(reported(hourly(5, newest)), now).map(({ isLate }) => isLate);
    assert.deepEqual([lateOf(2 * hour), lateOf(2 * hour + 1)], [[false], [true]]);
  });

  it("are not late in a pause that they had a day or a week before, too", () => {
    const nights = (days: readonly number[]) =>
      days.flatMap((ago) => Array.from({ length: 8 }, (_, index) => ago * day + 5 * hour + index * hour));
    assert.deepEqual(
      monitorsOf(reported(nights([0, 1, 2])), now).map(({ isLate }) => isLate),
      [false],
    );
    // From Monday to Friday: seen on a Sunday, a week after the Sunday before.
    const week = [2, 3, 4, 5, 6, 9, 10].flatMap((ago) => hourly(8, ago * day));
    assert.deepEqual(
      monitorsOf(reported(week), now).map(({ isLate }) => isLate),
      [false],
    );
    const since = reported(nights([3, 4, 5]));
    assert.deepEqual(
      monitorsOf(since, now).map(({ isLate }) => isLate),
      [true],
    );
  });

  it("are never late if nobody knows how often they report, or no schedule starts them", () => {
    const once = monitorsOf(reported([5 * day]), now);
    const byHand = monitorsOf(reported(hourly(5, 3 * day), { reason: "manual" }), now);
    assert.deepEqual(
      [...once, ...byHand].map(({ isLate, periodSeconds }) => [isLate, periodSeconds]),
      [
        [false, undefined],
        [false, undefined],
      ],
    );
  });

  it("are silent once nobody watches, late or not: in a pause, and if nobody knows how often they report", () => {
    const silentOf = (...given: Parameters<typeof reported>) =>
      monitorsOf(reported(...given), now).map(({ isSilent }) => isSilent);
    assert.deepEqual(
      [silentOf(hourly(5, 2 * hour)), silentOf(hourly(5, 2 * hour + 1)), silentOf([3 * hour])],
      [[false], [true], [true]],
    );
    assert.deepEqual(silentOf([0, day, 2 * day].map((ago) => ago + 5 * hour)), [false]);
    const nights = [0, 1, 2].flatMap((ago) => hourly(8, ago * day + 5 * hour));
    assert.deepEqual(silentOf(nights), [true]);
  });

  it("keep one that stopped before the list begins: nobody knows that another one has replaced it", () => {
    const stopped = reported(hourly(3, 5 * day), { tags: [monitorTag, second] });
    const monitors = monitorsOf([...reported(hourly(96)), ...stopped], now, now - 4 * day);
    assert.deepEqual(
      monitors.map(({ tag, isLate }) => [tag, isLate]),
      [
        [first, false],
        [second, true],
      ],
    );
    const triggered = reported([60], {
      reason: "resourceTrigger",
      tags: [monitorTag, second],
      branch: "refs/heads/x",
    });
    assert.equal(monitorsOf([...triggered, ...reported(hourly(5))], now).length, 2);
  });

  it("leave out a step that was renamed, and trials by hand beside a scheduled monitor", () => {
    const before = reported(hourly(5, 10 * hour), { tags: [monitorTag, second] });
    const trial = reported([60], {
      reason: "manual",
      branch: "refs/heads/try",
      tags: [monitorTag, "monitor-reported-000000000003"],
    });
    const monitors = monitorsOf([...trial, ...reported(hourly(5)), ...before], now);
    assert.deepEqual(
      monitors.map(({ tag }) => tag),
      [first],
    );
  });

  it("keep one that has stopped beside another that goes on", () => {
    const stopped = reported(hourly(5, 10 * hour), { tags: [monitorTag, second] });
    const monitors = monitorsOf([...reported(hourly(30)), ...stopped], now);
    assert.deepEqual(
      monitors.map(({ tag, isLate }) => [tag, isLate]),
      [
        [first, false],
        [second, true],
      ],
    );
  });
});
