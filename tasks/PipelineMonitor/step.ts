import { createInputReader } from "../../shared/agent/inputs";
import type { Outcome, TaskContext } from "../../shared/agent/task";
import { atMost, refuse } from "../../shared/errors";
import { codeBlock } from "../../shared/text/markdown";
import { explain } from "./actions/explain/explain";
import { suggest } from "./actions/suggest/suggest";
import { sendTestMessage } from "./actions/test-message";
import { runMonitor } from "./run";

type Act = (task: TaskContext) => Promise<Outcome>;
const acts = { testMessage: sendTestMessage, suggest, explain };
export const actions = ["monitor", "testMessage", "suggest", "explain"] as const;

/** Does what the input `action` names. */
export async function runStep(task: TaskContext): Promise<Outcome> {
  const reader = createInputReader(task.agent);
  const action = reader.oneOf("action", actions);
  refuse(reader.problems);
  return action === "monitor" ? runMonitor(task) : showOnPage(acts[action], task);
}

/** More lines than a person reads on a page. The log has them all. */
const maxLines = 1000;

/** Acts, and shows what that prints on the page of the run, too. */
export async function showOnPage(act: Act, task: TaskContext): Promise<Outcome> {
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
