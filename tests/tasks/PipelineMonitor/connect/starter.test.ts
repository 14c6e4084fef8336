import assert from "node:assert/strict";
import { hookRunIdIn, isAwaited, starterOf } from "../../../../tasks/PipelineMonitor/connect/starter";
import { withoutLoop } from "../../../../tasks/PipelineMonitor/step";
import { memoryAgent } from "../../../memory-agent";

/** Build.Reason, Resources.TriggeringCategory, what that is, and whether somebody is there to see the run. */
const table = [
  ["Schedule", "", "schedule", false],
  ["ScheduleForced", "", "schedule", false],
  ["Manual", "", "person", true],
  ["ResourceTrigger", "webhook", "serviceHook", false],
  ["ResourceTrigger", "WebHooks", "serviceHook", false],
  // A run of an unknown resource must not fail, whether its hook handed over an id or not.
  ["ResourceTrigger", "", "serviceHook", false],
  ["ResourceTrigger", "incoming", "serviceHook", false],
  ["ResourceTrigger", "container", "otherResource", false],
  ["ResourceTrigger", "Packages", "otherResource", false],
  // Reported in MicrosoftDocs/azure-devops-docs#7492, and documented since: the end of another pipeline is a resource, too.
  ["ResourceTrigger", "pipeline", "otherPipeline", false],
  ["ResourceTrigger", "Pipeline", "otherPipeline", false],
  ["BuildCompletion", "", "otherPipeline", false],
  ["IndividualCI", "", "other", true],
  ["PullRequest", "pipeline", "other", true],
  ["", "", "other", true],
] as const;

describe("what started a run of the monitor", () => {
  for (const [reason, category, starter, isSeen] of table)
    it(`decides what it may do: ${[reason, category].join(" ").trim() || "nothing known"}`, () => {
      assert.equal(starterOf(reason, category), starter);
      assert.equal(isAwaited(starter), isSeen);
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
