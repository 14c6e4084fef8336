import assert from "node:assert/strict";
import type { RunSketch } from "../../../../sandbox/runs";
import { type Hour, play } from "./paging-stage";

const keys = { check_unfinished: true };
const invoices = { id: 70, pipeline: "invoices", definitionId: 7, queuedSeconds: 5 };
const running: RunSketch = { ...invoices, unfinished: "running", runSeconds: 1800 };
const queued: RunSketch = { ...invoices, unfinished: "queued", queuedSeconds: 1800 };
/** As it is an hour later. */
const endedAs = (result: string, changes: RunSketch = {}): RunSketch => ({
  ...{ ...invoices, result, finishedSecondsAgo: 600, runSeconds: 4800, logs: [] },
  ...changes,
});
const unstarted = { record: { startTime: undefined }, runSeconds: 0, queuedSeconds: 4800 };

/** Plays hours of which the first is lost after it has paged. */
const after = (first: RunSketch, ...more: RunSketch[][]) => {
  const hours: Hour[] = [{ at: 0, keys, more: [first], isLost: true }];
  for (const [index, some] of more.entries()) hours.push({ at: 60 * (index + 1), keys, more: some });
  return play([], hours);
};

describe("an alert that a step opened before it was lost", () => {
  for (const [name, first, ending] of [
    ["a stuck run that is canceled", running, endedAs("canceled")],
    ["a queued run that is canceled before it starts", queued, endedAs("canceled", unstarted)],
    ["a stuck run that works", running, endedAs("succeeded")],
  ] as const)
    it(`is closed: ${name}`, async () => {
      const { acts, open } = await after(first, [ending], [{ ...ending, finishedSecondsAgo: 4200 }]);
      assert.equal(acts[0], "open");
      assert.ok(
        ![...open.values()].some((title) => /stuck|queued|running/.test(title)),
        [...open.values()].join(),
      );
      assert.equal(acts[2], "", "nothing is closed twice");
    });
});
