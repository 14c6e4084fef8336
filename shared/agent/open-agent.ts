import type { Agent } from "./agent";
import { consoleAgent } from "./console-agent";
import { pipelineAgent } from "./pipeline-agent";

/**
 * The agent of Azure Pipelines for the task in a folder; outside a pipeline and for a script step, the console. There,
 * the only argument is the value of the input `argumentName`. Throws if there are others, because a person means
 * something by them.
 */
export async function openAgent(taskFolder: string, argumentName?: string): Promise<Agent> {
  const [argument, ...others] = process.argv.slice(2);
  if (argument === undefined)
    return process.env["TF_BUILD"] === undefined ? consoleAgent() : pipelineAgent(taskFolder);
  if (argumentName !== undefined && others.length === 0) return consoleAgent({ [argumentName]: argument });
  const expected = argumentName === undefined ? "no arguments" : `one argument, ${argumentName}`;
  throw new Error(
    `Expected ${expected}. Set the inputs as environment variables, such as INPUT_ACTION for \`action\`.`,
  );
}
