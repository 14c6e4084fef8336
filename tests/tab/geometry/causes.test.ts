import assert from "node:assert/strict";
import fc from "fast-check";
import { isCalm, problemStates } from "../../../shared/report/form";
import { byCause, firstCauses } from "../../../tab/geometry/causes";
import { problem } from "./night-stage";

const problems = fc.array(
  fc
    .record({
      group: fc.option(fc.constantFrom("lost agent", "disk full", "a third cause"), { nil: undefined }),
      kind: fc.constantFrom(...problemStates),
    })
    .map(({ group, kind }) => problem({ ...(group === undefined ? {} : { group }), state: { kind } })),
  { maxLength: 80 },
);

describe("the lines of a short list of problems", () => {
  it("show or count every problem, once, on no more lines than there are", () => {
    fc.assert(
      fc.property(problems, fc.integer({ min: 3, max: 12 }), (all, lines) => {
        const { shown, leftOut } = firstCauses(byCause(all), lines);
        const told = shown.flat();
        assert.equal(told.length + leftOut, all.length);
        assert.equal(new Set(told).size, told.length);
        assert.ok(shown.length + Number(leftOut > 0) <= lines);
        for (const [first, ...others] of shown)
          for (const other of others) {
            assert.equal(other.group, first?.group);
            assert.equal(isCalm(other.state.kind), isCalm(first?.state.kind ?? "told"));
          }
      }),
    );
  });

  // 40 of 62 problems had one cause, and the wall told of four (issue 80).
  it("group before they are cut: a cause of 40 problems is one line, and hides no other", () => {
    const flood = Array.from({ length: 40 }, () => problem({ group: "lost agent" }));
    const others = Array.from({ length: 22 }, (_, index) => problem({ pipeline: `pipeline ${index}` }));
    const { shown, leftOut } = firstCauses(byCause([...flood, ...others]), 8);
    assert.deepEqual([shown.map(({ length }) => length), leftOut], [[40, 1, 1, 1, 1, 1, 1], 16]);
  });
});
