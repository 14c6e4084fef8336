import { basename } from "node:path";
import * as v from "valibot";
import type { Agent } from "../../../shared/agent/agent";
import { atMost, isInputErrors, refuse, unresolvedVariable } from "../../../shared/errors";
import { readJsonFile } from "../../../shared/json/file";
import type { Locate } from "../../../shared/json/lines";
import { keysOf, memberAt } from "../../../shared/json/path";
import { isSettings } from "./entries";
import { nameOrganization } from "./organization";
import { findElsewhere, type OwnPlace, placeLackedBy, readOwnPlace, withPlace } from "./own-place";
import { type Config, locateInInput, toConfig } from "./parse";
import type { ConfigPart, ReadFile } from "./part";
import { resolvePreset, withOrigin } from "./preset";
import { findProblems } from "./problems";
import { schemaWith } from "./schema";
import { findUnknownKeys } from "./unknown-keys";
import { oddValueWarnings } from "./warnings";

/** The value has the keys of its preset and of its place. */
export interface KnownFile extends ReadFile {
  /** The known members of the value. */
  known: unknown;
  /** The keys that the file itself does not have. */
  filled: Readonly<Record<string, unknown>>;
}

/** The configuration file that the input `configFile` names. Its value is undefined if it cannot be read. */
export interface ConfigFile extends KnownFile {
  locate: Locate;
}

/** The configuration of a pipeline without a configuration file. */
export const withoutFile = { preset: "standard", test_flag: false };

/** The name of the file, for people. */
export function nameOfConfig(agent: Agent): string {
  return basename(agent.fileInput("configFile")) || "the standard preset";
}

/** Adds problems to `problems`, and prints warnings. */
export function readConfigFile(agent: Agent, problems: string[], parts: readonly ConfigPart[]): ConfigFile {
  const own = readOwnPlace(agent);
  const { value, locate } = readValue(agent, own, problems);
  if (value === undefined) return { value, config: undefined, known: undefined, filled: {}, locate };
  const { problems: ofFile, config, ...file } = parseConfig(value, parts, own);
  const warnings = file.warnings.map(locate);
  for (const warning of atMost(warnings, 100)) agent.warn(warning);
  problems.push(...ofFile.map(locate));
  return {
    ...file,
    locate,
    config: config && {
      ...config,
      warnings,
      locate,
      elsewhere: findElsewhere(config, agent, nameOfConfig(agent)),
    },
  };
}

interface ReadValue {
  /** Undefined if there is none. */
  value: unknown;
  locate: Locate;
}

function readValue(agent: Agent, own: OwnPlace | undefined, problems: string[]): ReadValue {
  const path = agent.fileInput("configFile");
  if (path === "" && own !== undefined) {
    agent.print("Without a configuration file, the standard preset applies. The action `explain` prints it.");
    return { value: withoutFile, locate: locateInInput };
  }
  const problem =
    path === ""
      ? "configFile: missing; enter the path of the monitor configuration (JSON)"
      : unresolvedVariable("configFile", path, agent.unresolvedAdvice);
  if (problem !== undefined) {
    problems.push(problem);
    return { value: undefined, locate: locateInInput };
  }
  try {
    return readJsonFile("configFile", path, agent.variable("System.DefaultWorkingDirectory"));
  } catch (error) {
    if (!isInputErrors(error)) throw error;
    problems.push(...error.problems);
    return { value: undefined, locate: locateInInput };
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

/** A configuration, or every problem of it with its path; and warnings about harmless oddities. */
interface ParsedConfig extends KnownFile {
  problems: string[];
  warnings: string[];
}

/** `own` is the place of the pipeline. */
export function parseConfig(content: unknown, parts: readonly ConfigPart[], own?: OwnPlace): ParsedConfig {
  const lacked = placeLackedBy(content, own);
  const placed = keysOf(lacked).length === 0 ? content : { ...Object(content), ...lacked };
  const { ofPreset, ...resolved } = resolvePreset(placed, parts);
  const filled = { ...lacked, ...ofPreset };
  const { value, ...organization } = nameOrganization(resolved.value);
  const schema = schemaWith(parts);
  const parsed = v.safeParse(schema.file, value);
  const others = parseReservedNames(value, schema.settings);
  const unknown = findUnknownKeys(value, parts, schema.members);
  const problems = [
    ...organization.problems,
    ...findProblems(value, [{ path: [], parsed }, ...others], parts, schema),
    ...unknown.problems,
  ];
  const warnings = [...organization.warnings, ...unknown.warnings];
  if (!parsed.success || problems.length > 0)
    return {
      config: undefined,
      value,
      known: undefined,
      filled,
      warnings,
      problems: withPlace(withOrigin(problems, ofPreset), lacked),
    };
  const entries = others.flatMap(({ name, parsed: settings }) =>
    settings.success ? [[name, settings.output]] : [],
  );
  const known = {
    ...parsed.output,
    pipelines: { ...parsed.output.pipelines, ...Object.fromEntries(entries) },
  };
  const { comment, ...pipelineEntries } = known.pipelines;
  const isEntry = isSettings(comment, schema.members.ofEntry) && v.is(schema.settings, comment);
  const file = { ...known, pipelines: { ...pipelineEntries, ...(isEntry ? { comment } : {}) } };
  const ofParts = parts.flatMap((part) => part.warnings(value));
  const odd = withOrigin([...oddValueWarnings(file), ...ofParts], ofPreset);
  const all = [...warnings, ...odd];
  return { config: toConfig(file, parts, all), value, known, filled, problems: [], warnings: all };
}

/** Parses the entries of pipelines with names that valibot ignores (decision 5): one may be called so. */
function parseReservedNames<Settings extends v.GenericSchema>(value: unknown, settings: Settings) {
  return keysOf(memberAt(value, ["pipelines"]))
    .filter((name) => ["constructor", "prototype"].includes(name))
    .map((name) => {
      const path = ["pipelines", name];
      return { name, path, parsed: v.safeParse(settings, memberAt(value, path)) };
    });
}
