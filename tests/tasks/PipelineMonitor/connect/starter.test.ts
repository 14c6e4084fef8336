import assert from "node:assert/strict";
import { starterOf, treatmentOf } from "../../../../tasks/PipelineMonitor/connect/starter";
import { withoutLoop } from "../../../../tasks/PipelineMonitor/step";
import { memoryAgent } from "../../../memory-agent";

/** Build.Reason, Resources.TriggeringCategory, and then whether the run sends a test message, is a trial, and may fail. */
const table = [
  ["Schedule", "", "schedule", false, false, true],
  ["ScheduleForced", "", "schedule", false, false, true],
  ["Manual", "", "person", true, true, true],
  ["ResourceTrigger", "", "serviceHook", false, false, false],
  ["ResourceTrigger", "webhook", "serviceHook", false, false, false],
  // Reported in MicrosoftDocs/azure-devops-docs#7492, and documented since: the end of another pipeline is a resource, too.
  ["ResourceTrigger", "pipeline", "otherPipeline", false, false, true],
  ["ResourceTrigger", "Pipeline", "otherPipeline", false, false, true],
  ["BuildCompletion", "", "otherPipeline", false, false, true],
  ["IndividualCI", "", "other", true, false, true],
  ["PullRequest", "pipeline", "other", true, false, true],
  ["", "", "other", true, false, true],
] as const;

describe("what started a run of the monitor", () => {
  for (const [reason, category, starter, sendsTestMessage, isTrial, mayFail] of table)
    it(`decides what it may do: ${[reason, category].join(" ").trim() || "nothing known"}`, () => {
      assert.equal(starterOf(reason, category), starter);
      assert.deepEqual(treatmentOf(starter), { sendsTestMessage, isTrial, mayFail });
    });

  it("keeps the failure of a run that a service hook started from starting the next one", () => {
    const started = (reason: string) => memoryAgent({ variables: { "Build.Reason": reason } });
    for (const exitCode of [1, 2, 130]) {
      const failed = { result: "Failed", message: "lost", exitCode } as const;
      const ended = withoutLoop(failed, started("ResourceTrigger"));
      assert.match(ended.message, /^lost\nA service hook started this run, so it does not fail/);
      assert.deepEqual([ended.result, ended.exitCode], ["SucceededWithIssues", exitCode]);
      assert.equal(withoutLoop(failed, started("Schedule")), failed);
    }
    const succeeded = { result: "Succeeded", message: "fine", exitCode: 0 } as const;
    assert.equal(withoutLoop(succeeded, started("ResourceTrigger")), succeeded);
  });
});
