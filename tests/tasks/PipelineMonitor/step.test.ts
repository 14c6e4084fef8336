import assert from "node:assert/strict";
import type { Outcome, TaskContext } from "../../../shared/agent/task";
import { actions } from "../../../tasks/PipelineMonitor/actions";
import { features } from "../../../tasks/PipelineMonitor/features";
import { runStep, showOnPage } from "../../../tasks/PipelineMonitor/step";
import { memoryAgent } from "../../memory-agent";
import { testClock } from "../../test-clock";

const taskWith = (inputs: Record<string, string> = {}, reason = "") => ({
  agent: memoryAgent({
    inputs,
    variables: { "Build.Reason": reason, "Resources.TriggeringCategory": "webhook" },
  }),
  clock: testClock(),
  cancelled: new AbortController().signal,
});

describe("runStep", () => {
  it("does what the input `action` says: by default, it monitors", async () => {
    for (const [action, problem] of [
      ["", /onIssues: expected/],
      ["monitor", /onIssues: expected/],
      ["testMessage", /^webhookUrl: missing/],
      ["suggest", /days: expected a whole number from 1 to 365,/],
      ["explain", /^configFile: /],
      ["sugest", /^action: expected monitor, testMessage, suggest or explain, got "sugest"$/],
    ] as const)
      await assert.rejects(runStep(taskWith({ action, days: "x", onIssues: "x" }), actions, features), {
        message: problem,
      });
  });

  it("monitors in place of a test message that nobody waits for, and says why", async () => {
    const why = /^A (schedule|service hook) started this run, .* Remove `action: testMessage`\.$/;
    for (const [action, reason, problem, line] of [
      ["testMessage", "Schedule", /onIssues: expected/, why],
      ["testMessage", "ResourceTrigger", /onIssues: expected/, why],
      ["testMessage", "Manual", /^webhookUrl: missing/, /^$/],
      ["suggest", "Schedule", /days: expected/, /^$/],
    ] as const) {
      const task = taskWith({ action, days: "x", onIssues: "x" }, reason);
      await assert.rejects(runStep(task, actions, features), { message: problem });
      assert.match(task.agent.printed.join("\n"), line);
    }
  });
});

describe("an action in a step", () => {
  async function shown(outcome: Outcome, printed: readonly string[] = []) {
    const { agent, ...task } = taskWith();
    const act = async (given: TaskContext) => {
      assert.equal(given.clock, task.clock);
      for (const text of printed) given.agent.print(text);
      return outcome;
    };
    return { ended: await showOnPage(act, { ...task, agent }), agent };
  }
  const succeeded = (message: string): Outcome => ({ result: "Succeeded", message, exitCode: 0 });

  it("shows what it prints in the summary, too, 1000 lines at most, and nothing if it fails", async () => {
    const { ended, agent } = await shown(succeeded("c\nd"), ["a", "b\u001b"]);
    assert.deepEqual(ended, succeeded("The summary on the run's page has this text, too."));
    assert.deepEqual(agent.printed, ["a", "b\u001b", "c", "d"]);
    assert.deepEqual(agent.summaries, { "Pipeline Monitor": "```\na\nb\nc\nd\n```\n" });
    const long = await shown(succeeded("end"), Array(1000).fill("x"));
    const page = long.agent.summaries["Pipeline Monitor"]?.split("\n") ?? [];
    assert.deepEqual([page.length, page.slice(-4)], [1004, ["x", "and 1 more", "```", ""]]);
    const failed = { result: "Failed", message: "refused", exitCode: 2 } as const;
    const refused = await shown(failed, ["a"]);
    assert.deepEqual([refused.ended, refused.agent.printed, refused.agent.summaries], [failed, ["a"], {}]);
  });
});
