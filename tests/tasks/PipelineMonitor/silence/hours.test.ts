import assert from "node:assert/strict";
import fc from "fast-check";
import {
  assertEndsTold,
  type Played,
  places,
  play,
  remindSeconds,
  reports,
  rowOf,
  runs,
} from "./hours-stage";

/** Runs with the same problem, without a break before this one, as far as a report could know. */
function sameBefore(all: readonly Played[], one: Played, at: number): Played[] {
  const row = rowOf(all, one).filter(({ visibleFrom }) => visibleFrom <= at);
  const earlier = row.slice(0, row.indexOf(one));
  return earlier.slice(earlier.findLastIndex(({ kind }) => kind !== one.kind) + 1);
}

const check = (property: fc.IAsyncProperty<unknown>) =>
  fc.assert(property, { numRuns: 300, includeErrorInReport: true });
const anyArrival = [true, true, false];

describe("hour after hour", () => {
  it("every problem is told, or lasts since a message told it", () =>
    check(
      fc.asyncProperty(
        runs([0, 0, 0, 30, 500]),
        reports(anyArrival, [false, false, false, true]),
        async (all, planned) => {
          const outcomes = await play(all, planned);
          for (const one of all.filter(({ kind }) => kind !== "ok")) {
            if (outcomes.some(({ told }) => told.includes(one.run.id))) continue;
            const held = outcomes.findIndex(({ heldBack }) => heldBack.includes(one.run.id));
            const { at } = outcomes[held] ?? assert.fail(`run ${one.run.id} is lost`);
            const recent = outcomes.slice(0, held).filter((other) => at < other.at + remindSeconds);
            const same = sameBefore(all, one, at).map(({ run }) => run.id);
            const isKnown = recent.some(({ told }) => told.some((id) => same.includes(id)));
            assert.ok(isKnown, `run ${one.run.id} is held back`);
          }
        },
      ),
    ));

  it("no run is told twice, and no problem before its reminder", () =>
    check(
      fc.asyncProperty(runs([0]), reports([true, true, false]), async (all, planned) => {
        const outcomes = await play(all, planned);
        for (const [index, { at, told }] of outcomes.entries())
          for (const id of told) {
            const one = all.find(({ run }) => run.id === id) ?? assert.fail();
            const same = [one, ...sameBefore(all, one, at)].map(({ run }) => run.id);
            const recent = outcomes.slice(0, index).filter((other) => at < other.at + remindSeconds - 300);
            assert.ok(
              !recent.some((other) => other.told.some((before) => same.includes(before))),
              `run ${id}`,
            );
          }
      }),
    ));

  it("no run is told twice, however late it is listed", () =>
    check(
      fc.asyncProperty(runs([0, 0, 500]), reports(anyArrival), async (all, planned) => {
        const told = (await play(all, planned)).flatMap((outcome) => outcome.told);
        assert.equal(new Set(told).size, told.length);
      }),
    ));

  it("what was told has its end told, once, and nothing else has one", () =>
    check(
      fc.asyncProperty(runs([0]), reports([true, true, false]), async (all, planned) => {
        const outcomes = await play(all, planned);
        for (const place of places) {
          const [first] = all.filter(
            ({ run }) => run.definitionId === place.definitionId && run.branch === place.branch,
          );
          if (first === undefined) continue;
          const row = rowOf(all, first);
          assertEndsTold(row, outcomes);
        }
      }),
    ));
});
