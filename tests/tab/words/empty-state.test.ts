import assert from "node:assert/strict";
import { emptyStateOf, otherVersionState, type Step } from "../../../tab/words/empty-state";

const step = (changes: Partial<Step>): Step => ({
  task: "PipelineMonitor",
  state: "completed",
  result: "succeeded",
  errors: [],
  ...changes,
});

describe("what stands where there is no report", () => {
  it("tells a step that is still to finish from one that never will, because the run ended", () => {
    const waiting = [step({ state: "pending", result: "null" })];
    assert.equal(emptyStateOf(waiting, false).title, "No report yet");
    assert.equal(emptyStateOf(waiting, true).title, "The step did not run");
  });

  it("never says that a step did not run where nobody knows", () => {
    const begun = [step({ state: "inProgress" })];
    for (const [steps, isFinished] of [
      [undefined, true],
      [[], undefined],
      [begun, true],
      [[step({ result: "abandoned" })], true],
    ] as const)
      assert.match(emptyStateOf(steps, isFinished).title, /^No report$|ended without a report/);
    assert.equal(emptyStateOf(undefined, false).title, "No report yet");
    assert.equal(emptyStateOf([step({ result: "skipped" })], true).title, "The step did not run");
  });

  it("names each task once, and shows at most five errors of those that failed", () => {
    const failed = [1, 2, 3].map(() => step({ result: "failed", errors: ["one", "two"] }));
    const { title, lines } = emptyStateOf(
      [...failed, step({ task: "DomainRegister", result: "canceled" })],
      true,
    );
    assert.equal(title, "PipelineMonitor and DomainRegister ended without a report");
    assert.equal(lines.length, 6);
  });

  it("says whether a newer or an older version wrote the report", () => {
    assert.match(otherVersionState(2, true).lines.join(), /newer version/);
    assert.match(otherVersionState(0, false).lines.join(), /older version/);
  });
});
