import assert from "node:assert/strict";
import fc from "fast-check";
import { choiceOf, isChosen, isProblemChosen, parametersOf } from "../../../tab/geometry/choice";
import { nightRows } from "../../../tab/geometry/night";
import { day, mutedSince, now, pipeline, shown, watched } from "./night-stage";

describe("what somebody chose to see", () => {
  it("is in the address of the page, and back, whatever the address says", () => {
    const choice = { period: "7d", search: "inv", owner: "Billing", state: "failed", wall: true } as const;
    assert.deepEqual(choiceOf(parametersOf(choice)), choice);
    assert.deepEqual(parametersOf({ ...choice, period: "24h" })["period"], "");
    const none = { period: "24h", search: "", owner: "", state: "", wall: false };
    assert.deepEqual(choiceOf({ period: "constructor", search: 7, state: "open" }), none);
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.anything()), (given) => void choiceOf(given)));
  });

  const rows = nightRows(
    [
      watched(
        [
          pipeline({ owner: "Billing", hours: "f" }),
          pipeline({ pipeline: "export", definitionId: 2, owner: "Data" }),
        ],
        {
          problems: [shown({ pipeline: "export", definition: { id: 2, name: "export" } })],
        },
      ),
      watched([pipeline({ pipeline: "orders", hours: "?" })]),
    ],
    day,
  );
  for (const [changes, expected] of [
    [{ search: " INV" }, "invoices"],
    [{ search: "billing" }, "invoices"],
    [{ search: "night" }, "export invoices orders"],
    [{ owner: "Data" }, "export"],
    [{ state: "now" }, "export"],
    [{ state: "failed" }, "invoices"],
    [{ state: "unwatched" }, "orders"],
    [{ state: "well" }, "export"],
  ] as const)
    it(`are pipelines by name, owner or project, by what happened, or by what is wrong now: ${JSON.stringify(changes)}`, () => {
      const chosen = rows.filter((row) => isChosen(row, { ...choiceOf({}), ...changes }));
      assert.deepEqual(chosen.map((row) => row.name).sort(), expected.split(" "));
    });

  it("are the problems of those pipelines", () => {
    const problems = [shown({ owner: "Billing" }), { ...mutedSince(now), name: "export" }];
    const chosen = (changes: object) =>
      problems.filter((one) => isProblemChosen(one, { ...choiceOf({}), ...changes })).map(({ name }) => name);
    assert.deepEqual(chosen({ owner: "Billing" }), ["invoices"]);
    assert.deepEqual(chosen({ search: "exp" }), ["export"]);
    assert.deepEqual(chosen({ state: "muted" }), ["export"]);
  });
});
