import assert from "node:assert/strict";
import { utcZone } from "../../../../shared/text/zone";
import { createEntries, entryOf } from "../../../../tasks/PipelineMonitor/config/entries";

const settings = { max_proc_time: 900, min_proc_time: 30, owner: "Ops" };
const entriesOf = (...names: string[]) => {
  const entry = (name: string) => entryOf({ owner: `of ${name}` }, settings, utcZone);
  return createEntries(new Map(names.map((name) => [name, entry(name)])), entryOf({}, settings, utcZone));
};

describe("entries of pipelines by name", () => {
  it("complete what a pipeline without one gets from the default, at every look-up", () => {
    const { entryFor } = entriesOf("night*", "");
    for (const _ of [1, 2])
      assert.deepEqual(
        ["nightly", "price feed"].map((name) => entryFor(name).owner),
        ["of night*", "Ops"],
      );
  });
});
