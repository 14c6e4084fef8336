import assert from "node:assert/strict";
import { zoneNamed } from "../../../shared/text/zone";
import { endedProblems, endedSince, eveningBefore } from "../../../tab/geometry/ended";
import type { ProjectRun } from "../../../tab/geometry/project-run";
import { utcClock } from "../../../tab/words/clock";
import { endedText } from "../../../tab/words/hub-words";
import { madeRun, type RunChanges } from "../made-run";
import { hour, now } from "./night-stage";

const ran = (id: number, ago: number, result: string, changes: RunChanges = {}) =>
  madeRun({ id, result, pipeline: "invoices", finishTime: now - ago * hour, ...changes });
const [before, first, last, after] = [
  ran(1, 12, "succeeded"),
  ran(2, 9, "failed"),
  ran(3, 6, "failed"),
  ran(4, 5, "succeeded"),
];
const newest = ran(9, 1, "succeeded");
const evening = eveningBefore(now, zoneNamed("UTC") ?? assert.fail());
const texts = (
  runs: readonly ProjectRun[],
  beside = { before, after } as Parameters<typeof endedProblems>[1] extends ReadonlyMap<number, infer One>
    ? One
    : never,
) =>
  endedProblems(runs, new Map([[3, beside]]), evening).map((one) =>
    endedText({ ...one, name: one.pipeline.name }, utcClock(now)),
  );

describe("what ended overnight", () => {
  it("is told with its length, from the first failure to the success that ended it", () => {
    const told = "invoices failed for 4 h, from Mon 21:38 to 01:38";
    assert.deepEqual(texts([newest, last, first]), [told]);
    const unknown = { before: undefined, after };
    assert.deepEqual(texts([newest, last, first], unknown), [told.replace("for 4", "for at least 4")]);
    const between = ran(5, 7, "succeeded");
    assert.deepEqual(texts([newest, last, first], { before: between, after }), [
      "invoices failed for 60 min, from 00:38 to 01:38",
    ]);
  });

  it("is nothing that still fails, ended earlier, or of which nobody knows the end", () => {
    assert.deepEqual(texts([ran(9, 1, "failed"), last, first]), []);
    assert.deepEqual(texts([newest, last], { before, after: ran(4, 30, "succeeded") }), []);
    assert.deepEqual(texts([newest, last], { before, after: undefined }), []);
    assert.deepEqual(texts([newest, last], { before, after: { ...after, queueTime: now - 10 * hour } }), []);
    assert.deepEqual(endedSince([newest, ran(3, 1, "failed", { reason: "pullRequest" })], evening), []);
  });

  it("begins yesterday at six in the evening, on the clocks of the zone", () => {
    assert.equal(evening, Date.UTC(2026, 10, 23, 18) / 1000);
    assert.equal(eveningBefore(now, zoneNamed("Europe/Berlin") ?? assert.fail()), evening - hour);
  });
});
