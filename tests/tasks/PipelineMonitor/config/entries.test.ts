import assert from "node:assert/strict";
import { createEntries, entryOf } from "../../../../tasks/PipelineMonitor/config/entries";

const settings = { max_proc_time: 900, min_proc_time: 30, owner: "Ops" };
const entriesOf = (...names: string[]) => {
  const entry = (name: string) => entryOf({ owner: `of ${name}` }, settings);
  return createEntries(new Map(names.map((name) => [name, entry(name)])), entryOf({}, settings));
};

describe("an entry", () => {
  it("has the settings, and the usual value of each that is missing", () => {
    const limits = { maxProcSeconds: 900, minProcSeconds: 30 };
    const { filter: _, ...usual } = entryOf({}, settings);
    assert.deepEqual(usual, {
      ...{ limits, owner: "Ops", runbook: undefined, importance: "normal" },
      learned: undefined,
    });
    const own = {
      runbook: "https://wiki.example/",
      severity: "high" as const,
      ...{ schedule: "auto", grace: 60, owner: "A" },
    };
    const filtered = { runs: "scheduled" as const, branches: ["main"] };
    const { filter, ...given } = entryOf({ ...own, ...filtered }, settings);
    assert.deepEqual(given, {
      ...{ limits, owner: "A", runbook: new URL(own.runbook), importance: "high" },
      ...{ learned: { graceSeconds: 60 } },
    });
    assert.deepEqual([filter.runs, filter.branches], ["scheduled", ["main"]]);
    const half = entryOf({ schedule: "auto" }, { max_proc_time: 900 });
    assert.deepEqual([half.limits, half.learned], [undefined, undefined]);
  });
});

describe("entries of pipelines by name", () => {
  it("complete what a pipeline without one gets from the default, at every look-up", () => {
    const { entryFor } = entriesOf("night*", "");
    const owners = ["nightly", "price feed", "nightly", "price feed"].map((name) => entryFor(name).owner);
    assert.deepEqual(owners, ["of night*", "Ops", "of night*", "Ops"]);
  });
});
