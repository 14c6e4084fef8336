import type { InputReader } from "../../../shared/agent/inputs";
import type { TaskContext } from "../../../shared/agent/task";
import type { BuildService } from "../../../shared/azure-devops/client";
import { maxConnections } from "../../../shared/azure-devops/client";
import { type ConfigFile, readConfigFile, withoutProblems } from "../config/load";
import type { Config } from "../config/parse";
import type { ConfigPart } from "../config/part";
import { readCredential } from "../connect/credential";
import { located } from "../connect/own-pipeline";
import { openService } from "../connect/service";
import { type Context, createTimeBudget, listedOnce } from "../issue/context";

/**
 * Opens the project of the configuration for an action that only reads it, and prints which. Throws `InputErrors` with
 * the problems of `reader`, too. The caller must call `dispose`.
 */
export function openProject(
  reader: InputReader,
  task: TaskContext,
  parts: readonly ConfigPart[],
): { config: Config; file: ConfigFile; service: BuildService; context: Context } {
  const { agent } = task;
  const file = readConfigFile(agent, reader.problems, parts);
  const read = readCredential(file.config, reader, agent);
  const { config: written, credential } = withoutProblems(file.config, read, reader.problems);
  const config = located(written, credential, agent);
  agent.print(`Reading the runs of ${config.project.href} with ${credential.kind}.`);
  const service = openService(config, credential, task);
  const context = {
    ...task,
    service,
    unfinishedRuns: listedOnce(service),
    time: createTimeBudget(task.clock),
    connections: maxConnections,
    progress: agent.progress,
  };
  return { config, file, service, context };
}
