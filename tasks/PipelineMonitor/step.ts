import type { StepSource } from "../../shared/agent/agent";
import { createInputReader } from "../../shared/agent/inputs";
import type { Outcome, TaskContext } from "../../shared/agent/task";
import { atMost, refuse } from "../../shared/errors";
import { codeBlock } from "../../shared/text/markdown";
import { readStarter } from "./connect/starter";
import type { Feature } from "./feature";
import { runMonitor } from "./run";

/** Undefined if the runs are to be checked in its place. */
export type Action = (task: TaskContext, features: readonly Feature[]) => Promise<Outcome | undefined>;

/** Does what the input `action` names. */
export async function runStep(
  task: TaskContext,
  actions: Readonly<Record<string, Action>>,
  features: readonly Feature[],
): Promise<Outcome> {
  const reader = createInputReader(task.agent);
  const name = reader.oneOf("action", ["monitor", ...Object.keys(actions)]);
  refuse(reader.problems);
  const action = actions[name];
  const outcome = action && (await showOnPage((shown) => action(shown, features), task));
  return outcome ?? runMonitor(task, features);
}

/** The failure of a run that a service hook started would start the next one, and so on. */
export function withoutLoop(outcome: Outcome, agent: StepSource): Outcome {
  if (outcome.result !== "Failed" || readStarter(agent) !== "serviceHook") return outcome;
  const why = "A service hook started this run, so it does not fail: the hook would start another one.";
  return { ...outcome, result: "SucceededWithIssues", message: `${outcome.message}\n${why}` };
}

/** More lines than a person reads on a page. The log has them all. */
const maxLines = 1000;

/** Acts, and shows what that prints on the page of the run, too. */
export async function showOnPage(
  act: (task: TaskContext) => ReturnType<Action>,
  task: TaskContext,
): ReturnType<Action> {
  const { agent } = task;
  const lines: string[] = [];
  const print = (text: string) => {
    lines.push(agent.sanitize(text));
    agent.print(text);
  };
  const outcome = await act({ ...task, agent: { ...agent, print } });
  if (outcome?.result !== "Succeeded") return outcome;
  for (const line of outcome.message.split("\n")) print(line);
  agent.summary("Pipeline Monitor", `${codeBlock(atMost(lines, maxLines))}\n`);
  return { ...outcome, message: "The summary on the run's page has this text, too." };
}
