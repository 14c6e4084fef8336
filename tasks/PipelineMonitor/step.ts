import type { Agent } from "../../shared/agent/agent";
import { createInputReader } from "../../shared/agent/inputs";
import type { Outcome, TaskContext } from "../../shared/agent/task";
import { atMost, refuse } from "../../shared/errors";
import { codeBlock } from "../../shared/text/markdown";
import { explain } from "./actions/explain/explain";
import { suggest } from "./actions/suggest/suggest";
import { sendTestMessage } from "./actions/test-message";
import { readStarter, type Starter, treatmentOf } from "./connect/starter";
import type { Feature } from "./feature";
import { runMonitor } from "./run";

const acts = { testMessage: sendTestMessage, suggest, explain };
export const actions = ["monitor", "testMessage", "suggest", "explain"] as const;

/** Does what the input `action` names. */
export async function runStep(task: TaskContext, features: readonly Feature[]): Promise<Outcome> {
  const reader = createInputReader(task.agent);
  const action = reader.oneOf("action", actions);
  refuse(reader.problems);
  if (action === "monitor" || isForgotten(action, task)) return runMonitor(task, features);
  return showOnPage((shown) => acts[action](shown, features), task);
}

const starters: Readonly<Record<Starter, string>> = {
  schedule: "A schedule",
  person: "A person",
  serviceHook: "A service hook",
  otherPipeline: "Another pipeline",
  otherResource: "A resource of the YAML",
  other: "Something else",
};

/** A test message that the schedule or a failure starts would hide each hour that nothing is checked. */
function isForgotten(action: string, { agent }: TaskContext): boolean {
  const starter = readStarter(agent);
  if (action !== "testMessage" || treatmentOf(starter).sendsTestMessage) return false;
  agent.print(
    `${starters[starter]} started this run, so it checks the runs instead of sending a test message. Remove \`action: testMessage\`.`,
  );
  return true;
}

/** The failure of a run that a service hook started would start the next one, and so on. */
export function withoutLoop(outcome: Outcome, agent: Pick<Agent, "variable" | "input">): Outcome {
  if (outcome.result !== "Failed" || treatmentOf(readStarter(agent)).mayFail) return outcome;
  const why = "A service hook started this run, so it does not fail: the hook would start another one.";
  return { ...outcome, result: "SucceededWithIssues", message: `${outcome.message}\n${why}` };
}

/** More lines than a person reads on a page. The log has them all. */
const maxLines = 1000;

/** Acts, and shows what that prints on the page of the run, too. */
export async function showOnPage(
  act: (task: TaskContext) => Promise<Outcome>,
  task: TaskContext,
): Promise<Outcome> {
  const { agent } = task;
  const lines: string[] = [];
  const print = (text: string) => {
    lines.push(agent.sanitize(text));
    agent.print(text);
  };
  const outcome = await act({ ...task, agent: { ...agent, print } });
  if (outcome.result !== "Succeeded") return outcome;
  for (const line of outcome.message.split("\n")) print(line);
  agent.summary("Pipeline Monitor", `${codeBlock(atMost(lines, maxLines))}\n`);
  return { ...outcome, message: "The summary on the run's page has this text, too." };
}
