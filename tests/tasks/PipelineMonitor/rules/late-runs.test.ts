import assert from "node:assert/strict";
import fc from "fast-check";
import { runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import {
  isWithin,
  lateSeconds,
  requestedSince,
  sinceLast,
} from "../../../../tasks/PipelineMonitor/issue/window";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { createLateRuns, digestOfIds } from "../../../../tasks/PipelineMonitor/rules/late-runs";
import { failedRun } from "../failed-run";

interface Event {
  id: number;
  finishTime: number;
  listedAt: number;
}

/** The ids that each of some hourly reports names, of runs that all failed and reach the list at a time of their own. */
function reported(events: readonly Event[], starts: readonly number[], startUpSeconds: number): number[][] {
  let last: { start: number; digest: string } | undefined;
  return starts.map((start) => {
    const now = start + startUpSeconds;
    const window = sinceLast(now * 1000, {
      ...{ lastStart: last?.start, ownStart: start },
      seenDigests: last === undefined ? [] : [last.digest],
    });
    const late = createLateRuns(window);
    const ids: number[] = [];
    const asked = requestedSince(window).getTime() / 1000;
    for (const { id, finishTime, listedAt } of events) {
      if (listedAt > now || finishTime < asked) continue;
      const run = failedRun({ id, finishTime });
      late.take({ run }, issueOfResult(run));
      if (isWithin(window, finishTime)) ids.push(id);
    }
    last = { start, digest: late.digest() ?? assert.fail() };
    return [...ids, ...late.issues().flatMap((issue) => runOf(issue)?.id ?? [])];
  });
}

describe("runs that reach the list late", () => {
  const first = 1_800_000_000;
  const starts = [0, 1, 2, 3, 4].map((hour) => first + hour * 3600);
  const anyEvents = (delay: number) =>
    fc
      .array(fc.record({ at: fc.integer({ min: -600, max: 2.5 * 3600 }), delay: fc.nat(delay) }), {
        maxLength: 12,
      })
      .map((list) =>
        list.map(({ at, delay }, id) => ({ id, finishTime: first + at, listedAt: first + at + delay })),
      );

  it("are reported, every one, as long as they are ten minutes late at most", () => {
    fc.assert(
      fc.property(anyEvents(lateSeconds), fc.nat(60), (events, startUpSeconds) => {
        const ids = new Set(reported(events, starts, startUpSeconds).flat());
        assert.deepEqual(
          [...ids].sort((one, other) => one - other),
          events.map(({ id }) => id),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("make nothing be reported twice where there are none", () => {
    fc.assert(
      fc.property(anyEvents(0), fc.nat(60), (events, startUpSeconds) => {
        const ids = reported(events, starts, startUpSeconds).flat();
        assert.equal(ids.length, events.length);
      }),
    );
  });

  it("are told by ids, in whatever order the list has them", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), (ids) => {
        assert.equal(digestOfIds([...ids].reverse()), digestOfIds(ids));
        assert.notEqual(digestOfIds(ids.slice(1)), digestOfIds(ids));
      }),
    );
    assert.notEqual(digestOfIds([1, 23]), digestOfIds([12, 3]));
  });
});
