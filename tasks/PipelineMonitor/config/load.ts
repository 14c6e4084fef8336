import type { Agent } from "../../../shared/agent/agent";
import { atMost, isInputErrors, refuse, unresolvedVariable } from "../../../shared/errors";
import { readJsonFile } from "../../../shared/json/file";
import { type Config, type ParsedConfig, parseConfig } from "./parse";
import type { ConfigPart } from "./part";

/** The configuration file that the input `configFile` names. Its value is undefined if it cannot be read. */
export type ConfigFile = Pick<ParsedConfig, "config" | "value" | "known" | "ofPreset">;

/** Adds problems to `problems`, and prints warnings. */
export function readConfigFile(agent: Agent, problems: string[], parts: readonly ConfigPart[]): ConfigFile {
  const value = readValue(agent, problems);
  if (value === undefined) return { value, config: undefined, known: undefined, ofPreset: {} };
  const { warnings, problems: found, ...file } = parseConfig(value, parts);
  for (const warning of atMost(warnings, 100)) agent.warn(`configFile: ${warning}`);
  problems.push(...found);
  return file;
}

function readValue(agent: Agent, problems: string[]): unknown {
  const path = agent.fileInput("configFile");
  const problem =
    path === ""
      ? "configFile: missing; enter the path of the monitor configuration (JSON)"
      : unresolvedVariable("configFile", path, agent.unresolvedAdvice);
  if (problem !== undefined) {
    problems.push(problem);
    return undefined;
  }
  try {
    return readJsonFile("configFile", path, agent.variable("System.DefaultWorkingDirectory"));
  } catch (error) {
    if (!isInputErrors(error)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** Throws `InputErrors` if there is any problem. */
export function withoutProblems<T>(
  config: Config | undefined,
  credential: T | undefined,
  problems: readonly string[],
): { config: Config; credential: T } {
  refuse(problems);
  if (config === undefined || credential === undefined)
    throw new Error("a setup without a problem is complete");
  return { config, credential };
}
