import assert from "node:assert/strict";
import fc from "fast-check";
import type { ReportProblem } from "../../../shared/report/schema";
import { choiceOf, isChosen, isProblemChosen, parametersOf } from "../../../tab/geometry/choice";
import { nightRows } from "../../../tab/geometry/night";
import { day, mutedSince, now, pipeline, problem, watched } from "./night-stage";

describe("what somebody chose to see", () => {
  it("is in the address of the page, and back, whatever the address says", () => {
    const choice = { period: "7d", search: "inv", owner: "Billing", state: "failed" } as const;
    assert.deepEqual(choiceOf(parametersOf(choice)), choice);
    assert.deepEqual(parametersOf({ ...choice, period: "24h" })["period"], "");
    const none = { period: "24h", search: "", owner: "", state: "" };
    assert.deepEqual(choiceOf({ period: "constructor", search: 7, state: "open" }), none);
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.anything()), (given) => void choiceOf(given)));
  });

  it("are pipelines by name, owner or project, by what happened, or by what is wrong now", () => {
    const rows = nightRows(
      [
        watched(
          [
            pipeline({ owner: "Billing", hours: `${"w".repeat(167)}f` }),
            pipeline({ pipeline: "export", owner: "Data" }),
            pipeline({ pipeline: "orders", hours: `${"w".repeat(167)}?` }),
          ],
          { problems: [problem({ pipeline: "export" })] },
        ),
      ],
      day,
    );
    const chosen = (changes: object) =>
      rows
        .filter((row) => isChosen(row, { ...choiceOf({}), ...changes }))
        .map((row) => row.pipeline)
        .sort();
    assert.deepEqual(chosen({ search: " INV" }), ["invoices"]);
    assert.deepEqual(chosen({ search: "billing" }), ["invoices"]);
    assert.deepEqual(chosen({ search: "night" }).length, 3);
    assert.deepEqual(chosen({ owner: "Data" }), ["export"]);
    assert.deepEqual(chosen({ state: "now" }), ["export"]);
    assert.deepEqual(chosen({ state: "failed" }), ["invoices"]);
    assert.deepEqual(chosen({ state: "unwatched" }), ["orders"]);
    assert.deepEqual(chosen({ state: "well" }), ["export"]);
  });

  it("are the problems of those pipelines", () => {
    const isShown = (one: ReportProblem, changes: object) =>
      isProblemChosen(one, { ...choiceOf({}), ...changes });
    const owned = problem({ owner: "Billing" });
    assert.deepEqual(
      [isShown(owned, { owner: "Billing" }), isShown(owned, { owner: "Data" })],
      [true, false],
    );
    assert.deepEqual(
      [isShown(owned, { search: "inv" }), isShown(owned, { search: "export" })],
      [true, false],
    );
    assert.deepEqual(
      [isShown(owned, { state: "muted" }), isShown(mutedSince(now), { state: "muted" })],
      [false, true],
    );
  });
});
