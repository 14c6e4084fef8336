import assert from "node:assert/strict";
import { knownEntry } from "../known-entry";
import { entryAfter, stateOf } from "./fold-stage";
import { failure, hour, nearLimit, now, worked } from "./ledger-stage";

describe("the end of a problem", () => {
  it("is a day after the last run of a tag, without a word", () => {
    const stateAfter = (hours: number, branch: string) =>
      stateOf(entryAfter(knownEntry(failure({ branch }), now), { at: hours }));
    assert.equal(stateAfter(23.9, "refs/tags/1.2.3"), "failure x1");
    assert.equal(stateAfter(24, "refs/tags/1.2.3"), "failure x1 ended");
    assert.equal(stateAfter(24, "refs/heads/1.2.3"), "failure x1");
  });

  it("says that a pipeline is well again if a run ends a state of it", () => {
    const entry = knownEntry(nearLimit, now - hour);
    const recoveries = [{ key: entry.key, at: now - 60, run: worked(now - 60) }];
    const end = "state x1 ended: nightly import 20261120.3 is well again after 1 problem, 59 min.";
    assert.equal(stateOf(entryAfter(entry, { recoveries })), end);
  });
});
