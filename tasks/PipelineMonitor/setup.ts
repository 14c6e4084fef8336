import type { Agent } from "../../shared/agent";
import { type BuildCredential, buildCredential } from "../../shared/build-credential";
import { InputFaults, refuse, unresolvedVariable } from "../../shared/faults";
import { addressFault } from "../../shared/http/address";
import { createInputReader } from "../../shared/inputs";
import { readJsonFile } from "../../shared/json-file";
import { type Config, type ParsedConfig, parseConfig } from "./config";

/** What to make of issues that were found. */
export type OnIssues = "succeed" | "warn" | "fail";

/** Everything a run of the monitor needs, read once and checked. */
export interface Setup {
  config: Config;
  credential: BuildCredential;
  /** Undefined only when `test_flag` is true. */
  webhook: URL | undefined;
  onIssues: OnIssues;
}

/** The inputs of the task; the first may stand alone on the command line. */
export const inputs = { names: ["configFile", "webhookUrl", "onIssues"] } as const;

/**
 * Reads inputs, configuration and credentials from the agent. Throws `InputFaults` that list everything
 * there is to mend; warnings are printed.
 */
export function readSetup(agent: Agent): Setup {
  const reader = createInputReader(agent);
  const { faults } = reader;
  const onIssues = reader.oneOf("onIssues", ["succeed", "warn", "fail"]);
  const webhook = readWebhook(agent, faults);
  const file = readConfigFile(agent, faults);
  const { config, known } = readConfig(file, agent, faults);
  // Said also when there is more to mend in the configuration, so that one look tells everything.
  const posts = Reflect.get(Object(file), "test_flag") === false;
  if (posts && webhook === "none") faults.push(missingWebhook);
  const credential = readCredential(config, agent, faults);
  refuse(faults);
  if (config === undefined || credential === undefined) throw new Error("a setup without a fault is whole");
  if (config.testFlag) printConfiguration(known, agent);
  return { config, credential, webhook: webhook instanceof URL ? webhook : undefined, onIssues };
}

const missingWebhook =
  "webhookUrl: missing, and so is WEBHOOK_URL, while test_flag is false: there is nowhere to send the message";

function readWebhook(agent: Agent, faults: string[]): URL | "none" | "faulty" {
  const input = agent.input("webhookUrl").trim();
  const name = input === "" ? "WEBHOOK_URL" : "webhookUrl";
  const value = input === "" ? agent.environment("WEBHOOK_URL").trim() : input;
  if (value === "") return "none";
  const unresolved = unresolvedVariable(name, value);
  if (unresolved === undefined) agent.secret(value);
  const fault = addressFault(value);
  if (unresolved === undefined && fault === undefined) {
    const webhook = new URL(value);
    for (const part of secretParts(webhook)) agent.secret(part);
    return webhook;
  }
  faults.push(unresolved ?? `${name}: ${fault}`);
  return "faulty";
}

/** What an error of another's may repeat of an address: its path and query, and what is long enough to be a key. */
function secretParts({ pathname, search, searchParams }: URL): string[] {
  const keys = [...pathname.split("/"), ...searchParams.values()].filter((part) => part.length >= 16);
  return [
    ...(pathname.length > 1 ? [pathname, pathname + search] : []),
    ...(search === "" ? [] : [search]),
    ...keys,
  ];
}

/** The value of the configuration file; undefined when it cannot be had. */
function readConfigFile(agent: Agent, faults: string[]): unknown {
  const path = agent.fileInput("configFile");
  const fault =
    path === ""
      ? "configFile: missing; name the monitor configuration (JSON)"
      : unresolvedVariable("configFile", path);
  if (fault !== undefined) {
    faults.push(fault);
    return undefined;
  }
  try {
    return readJsonFile("configFile", path);
  } catch (error) {
    if (!(error instanceof InputFaults)) throw error;
    faults.push(error.message);
    return undefined;
  }
}

function readConfig(file: unknown, agent: Agent, faults: string[]): Pick<ParsedConfig, "config" | "known"> {
  if (file === undefined) return { config: undefined, known: undefined };
  const parsed = parseConfig(file);
  for (const warning of parsed.warnings) agent.warn(`configFile: ${warning}`);
  faults.push(...parsed.faults);
  return parsed;
}

function readCredential(
  config: Config | undefined,
  agent: Agent,
  faults: string[],
): BuildCredential | undefined {
  const buildAuth = agent.environment("BUILD_AUTH");
  if (unresolvedVariable("BUILD_AUTH", buildAuth) === undefined) {
    const decoded = Buffer.from(buildAuth, "base64").toString("latin1");
    for (const secret of [buildAuth, decoded, decoded.slice(decoded.indexOf(":") + 1)]) agent.secret(secret);
  }
  const credential = buildCredential({
    buildAuth,
    jobToken: agent.jobToken,
    organization: config?.organization,
    collectionUri: agent.variable("System.CollectionUri"),
  });
  if (credential === undefined || !("fault" in credential)) return credential;
  faults.push(credential.fault);
  return undefined;
}

/** The specification's `test_flag`: the configuration's known members, none of which is a credential. */
function printConfiguration(value: unknown, agent: Agent): void {
  agent.print("test_flag is true: nothing is posted. The configuration:");
  for (const line of JSON.stringify(value, null, 2).split("\n")) agent.print(line);
}
