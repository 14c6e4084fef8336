import { createInputReader } from "../../shared/agent/inputs";
import type { Tool } from "../../shared/agent/program";
import type { Outcome, TaskContext } from "../../shared/agent/task";
import { atMost, refuse } from "../../shared/errors";
import { codeBlock } from "../../shared/text/markdown";
import { runMonitor } from "./run";
import { digestTool } from "./tools/digest-tool";
import { explainTool } from "./tools/explain/explain-tool";
import { suggestTool } from "./tools/suggest/suggest-tool";
import { testMessageTool } from "./tools/test-message-tool";

/** The actions besides monitoring. A command line has them, too. */
const tools: Readonly<Record<Exclude<Action, "monitor">, Tool>> = {
  testMessage: testMessageTool,
  suggest: suggestTool,
  explain: explainTool,
  digest: digestTool,
};
export const actions = ["monitor", "testMessage", "suggest", "explain", "digest"] as const;
type Action = (typeof actions)[number];

/** Does what the input `action` names. */
export async function runStep(task: TaskContext): Promise<Outcome> {
  const reader = createInputReader(task.agent);
  const action = reader.oneOf("action", actions);
  refuse(reader.problems);
  return action === "monitor" ? runMonitor(task) : showOnPage(tools[action], task);
}

/** More lines than a person reads on a page. The log has them all. */
const maxLines = 1000;

/** Runs a tool, and shows what it prints on the page of the run, too. */
export async function showOnPage(tool: Pick<Tool, "act">, task: TaskContext): Promise<Outcome> {
  const { agent } = task;
  const lines: string[] = [];
  const print = (text: string) => {
    lines.push(agent.sanitize(text));
    agent.print(text);
  };
  const outcome = await tool.act({ ...task, agent: { ...agent, print } });
  if (outcome.result !== "Succeeded") return outcome;
  for (const line of outcome.message.split("\n")) print(line);
  agent.summary("Pipeline Monitor", `${codeBlock(atMost(lines, maxLines))}\n`);
  return { ...outcome, message: "The summary on the run's page has this text, too." };
}
