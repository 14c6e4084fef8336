import assert from "node:assert/strict";
import { emptyState, otherVersionState, type Step } from "../../../tab/words/empty-state";

describe("what stands where there is no report", () => {
  const step = (changes: Partial<Step>): Step => ({
    ...{ task: "PipelineMonitor", state: "completed", result: "succeeded", errors: [], ...changes },
  });
  const pending = step({ state: "pending", result: "null" });
  const begun = step({ state: "inProgress", result: "null" });
  const [skipped, abandoned] = [step({ result: "skipped" }), step({ result: "abandoned" })];
  const failed = step({ result: "failed", errors: ["one", "two"] });
  const canceled = step({ task: "DomainRegister", result: "canceled" });
  const [early, never, ended] = ["No report yet", "The step did not run", "ended without a report"];
  type Given = [title: string, steps: Step[] | undefined, isFinished: boolean | undefined];
  const rows: [...Given, said: string, text: RegExp][] = [
    ["a step that waits", [pending], false, early, /PipelineMonitor has not finished/],
    ["a step that runs", [begun], false, early, /PipelineMonitor has not finished/],
    ["a run whose step is not there yet", [], false, early, /has not started/],
    ["a run whose steps nobody knows", undefined, false, early, /when the step has run/],
    ["a step that still waits as the run has ended", [pending], true, never, /condition decides/],
    ["a step that was skipped", [skipped], true, never, /skipped in this run/],
    ["an ended run whose steps nobody knows", undefined, true, "No report", /does not say whether/],
    ["a run of which nobody knows whether it ended", [], undefined, "No report", /does not say whether/],
    ["a step that runs as the run has ended", [begun], true, `PipelineMonitor ${ended}`, /^The log/],
    ["a step that was abandoned", [abandoned], true, `PipelineMonitor ${ended}`, /^The log/],
    [
      "steps that failed: each task once, five errors at most",
      [failed, failed, failed, canceled],
      true,
      `PipelineMonitor and DomainRegister ${ended}`,
      /^(one\ntwo\n){2}one\nThe log/,
    ],
    ["a step that succeeded", [step({})], true, "This step wrote no report", /older than this tab/],
  ];
  for (const [title, steps, isFinished, said, text] of rows)
    it(`is "${said}" of ${title}`, () => {
      const [stated, ...lines] = emptyState(steps, isFinished);
      assert.equal(stated, said);
      assert.match(lines.join("\n"), text);
    });

  it("says whether a newer or an older version wrote the report", () => {
    assert.match(otherVersionState(2, true).join(), /newer version/);
    assert.match(otherVersionState(0, false).join(), /older version/);
  });
});
