import type { Agent } from "../../shared/agent";
import { type BuildCredential, buildCredential, type CredentialSources } from "../../shared/build-credential";
import { chatFormatNames } from "../../shared/chat/formats";
import { InputFaults, refuse, unresolvedVariable } from "../../shared/faults";
import { createInputReader, type InputReader } from "../../shared/inputs";
import { readJsonFile } from "../../shared/json-file";
import type { TaskDefinition } from "../../shared/run-task";
import { type Config, type ParsedConfig, parseConfig } from "./config";
import { type OwnPipelineSetup, readOwnPipeline } from "./extras/own-pipeline";
import { planTool } from "./plan/plan-tool";
import { starter } from "./starter";
import { readWebhook } from "./webhook";

/** What to make of issues that were found. */
export type OnIssues = "succeed" | "warn" | "fail";

/** Everything a run of the monitor needs, read once and checked. */
export interface Setup {
  config: Config;
  credential: BuildCredential;
  /** Undefined only when `test_flag` is true. */
  webhook: URL | undefined;
  /** A word of `chatFormatNames`. */
  chatFormat: string;
  onIssues: OnIssues;
  /** The monitor's own pipeline, or why it cannot be read; undefined when it need not be. */
  ownPipeline: OwnPipelineSetup | { unknown: string } | undefined;
}

/** What the task is to those who start it; the first input may stand alone on the command line. */
export const task: TaskDefinition = {
  names: [
    "configFile",
    "webhookUrl",
    "webhookConnection",
    "chatFormat",
    "buildServiceConnection",
    "onIssues",
  ],
  switches: [],
  folder: __dirname,
  environment: {
    BUILD_AUTH: "base64 of `:TOKEN`, a personal access token with the scope Build (read)",
    WEBHOOK_URL: "the channel's incoming webhook, when webhookUrl is not given",
  },
  starter,
  tools: { plan: planTool },
};

/**
 * Reads inputs, configuration and credentials from the agent. Throws `InputFaults` that list everything
 * there is to mend; warnings are printed.
 */
export function readSetup(agent: Agent): Setup {
  const reader = createInputReader(agent);
  const { faults } = reader;
  const onIssues = reader.oneOf("onIssues", ["succeed", "warn", "fail"]);
  const webhook = readWebhook(reader, agent);
  const chatFormat = reader.oneOf("chatFormat", chatFormatNames);
  const file = readConfigFile(agent, faults);
  const { config, known } = readConfig(file, agent, faults);
  // Said also when there is more to mend in the configuration, so that one look tells everything.
  const posts = Reflect.get(Object(file), "test_flag") === false;
  if (posts && webhook === "none") faults.push(missingWebhook);
  const credential = readCredential(config, reader, agent);
  refuse(faults);
  if (config === undefined || credential === undefined) throw new Error("a setup without a fault is whole");
  if (config.testFlag) printConfiguration(known, agent);
  const ownPipeline = config.extras.sinceLastReport ? readOwnPipeline(agent, config, credential) : undefined;
  return {
    config,
    credential,
    webhook: webhook instanceof URL ? webhook : undefined,
    chatFormat,
    onIssues,
    ownPipeline,
  };
}

const missingWebhook =
  "webhookUrl: missing, and so are webhookConnection and WEBHOOK_URL, while test_flag is false: " +
  "there is nowhere to send the message";

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
  reader: InputReader,
  agent: Agent,
): BuildCredential | undefined {
  const { faults } = reader;
  const buildAuth = agent.environment("BUILD_AUTH");
  const isResolved = unresolvedVariable("BUILD_AUTH", buildAuth) === undefined;
  if (isResolved) {
    const decoded = Buffer.from(buildAuth, "base64").toString("latin1");
    for (const secret of [buildAuth, decoded, decoded.slice(decoded.indexOf(":") + 1)]) agent.secret(secret);
  }
  const before = faults.length;
  const connection = readBuildServiceConnection(reader, agent);
  if (faults.length > before) return undefined;
  if (connection !== undefined && buildAuth !== "" && isResolved)
    agent.warn("buildServiceConnection: given beside BUILD_AUTH; only the connection counts.");
  const credential = buildCredential({
    connection,
    buildAuth,
    jobToken: agent.jobToken,
    organization: config?.organization,
    collectionUri: agent.variable("System.CollectionUri"),
  });
  if (credential === undefined || !("fault" in credential)) return credential;
  faults.push(credential.fault);
  return undefined;
}

/** A connection of the platform's own type: it holds a token, or a name and a password. */
function readBuildServiceConnection(reader: InputReader, agent: Agent): CredentialSources["connection"] {
  const connection = reader.connection("buildServiceConnection");
  if (connection === undefined) return undefined;
  const token = connection.parameter("apitoken");
  const [name, password] =
    token === "" ? [connection.parameter("username"), connection.parameter("password")] : ["", token];
  agent.secret(password);
  if (password !== "") agent.secret(Buffer.from(`${name}:${password}`).toString("base64"));
  return { address: connection.address, name, password };
}

/** The specification's `test_flag`: the configuration's known members, none of which is a credential. */
function printConfiguration(value: unknown, agent: Agent): void {
  const title = "test_flag is true: nothing is posted. The configuration:";
  agent.group(title, JSON.stringify(value, null, 2).split("\n"));
}
