import assert from "node:assert/strict";
import { hookRunIdIn, starterOf, treatmentOf } from "../../../../tasks/PipelineMonitor/connect/starter";
import { withoutLoop } from "../../../../tasks/PipelineMonitor/step";
import { memoryAgent } from "../../../memory-agent";

const unresolved = `\${{ parameters.WebHook.resource.id }}`;
/** Build.Reason, Resources.TriggeringCategory, the input hookRunId, and then whether the run sends a test message, is a trial, and may fail. */
const table = [
  ["Schedule", "", "", "schedule", false, false, true],
  ["ScheduleForced", "", "", "schedule", false, false, true],
  ["Manual", "", "", "person", true, true, true],
  ["ResourceTrigger", "webhook", "", "serviceHook", false, false, false],
  ["ResourceTrigger", "WebHooks", "", "serviceHook", false, false, false],
  // The category of an incoming webhook is documented nowhere.
  ["ResourceTrigger", "", "812", "serviceHook", false, false, false],
  ["ResourceTrigger", "incoming", "812", "serviceHook", false, false, false],
  ["ResourceTrigger", "", "", "otherResource", false, false, true],
  ["ResourceTrigger", "", unresolved, "otherResource", false, false, true],
  ["ResourceTrigger", "container", "812", "otherResource", false, false, true],
  ["ResourceTrigger", "Packages", "812", "otherResource", false, false, true],
  // Reported in MicrosoftDocs/azure-devops-docs#7492, and documented since: the end of another pipeline is a resource, too.
  ["ResourceTrigger", "pipeline", "812", "otherPipeline", false, false, true],
  ["ResourceTrigger", "Pipeline", "", "otherPipeline", false, false, true],
  ["BuildCompletion", "", "", "otherPipeline", false, false, true],
  ["IndividualCI", "", "", "other", true, false, true],
  ["PullRequest", "pipeline", "", "other", true, false, true],
  ["", "", "", "other", true, false, true],
] as const;

describe("what started a run of the monitor", () => {
  for (const [reason, category, hookRunId, starter, sendsTestMessage, isTrial, mayFail] of table)
    it(`decides what it may do: ${[reason, category, hookRunId].join(" ").trim() || "nothing known"}`, () => {
      assert.equal(starterOf(reason, category, hookRunId), starter);
      assert.deepEqual(treatmentOf(starter), { sendsTestMessage, isTrial, mayFail });
    });

  it("keeps the failure of a run that a service hook started from starting the next one", () => {
    const started = (reason: string) =>
      memoryAgent({ variables: { "Build.Reason": reason }, inputs: { hookRunId: "812" } });
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

describe("the id that a service hook hands over", () => {
  it("is a whole number; the expression in other runs, and whatever a stranger sends, is none", () => {
    for (const [input, id] of [
      ["812", 812],
      [" 812 ", 812],
      ["", undefined],
      [`\${{ parameters.WebHook.resource.id }}`, undefined],
      ["$(parameters.WebHook.resource.id)", undefined],
      ["8.12", undefined],
      ["-1", undefined],
      ["9".repeat(16), undefined],
      ["812\n##vso[task.complete result=Failed;]", undefined],
      ["null", undefined],
    ] as const)
      assert.equal(hookRunIdIn(input), id, input);
  });
});
