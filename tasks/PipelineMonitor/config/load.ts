import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import type { TaskContext } from "../../../shared/agent/task";
import type { WorkloadIdentity } from "../../../shared/azure-devops/access-token";
import { type BuildService, createBuildService } from "../../../shared/azure-devops/client";
import {
  type BuildCredential,
  buildCredential,
  type CredentialSources,
} from "../../../shared/azure-devops/credential";
import { entraCredential } from "../../../shared/azure-devops/entra-credential";
import type { Run, RunRecord } from "../../../shared/azure-devops/records";
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

/** If there is no credential, adds a problem to `reader`. */
export function readCredential(
  config: Config | undefined,
  reader: InputReader,
  agent: Agent,
): BuildCredential | undefined {
  const { problems } = reader;
  const buildAuth = agent.environment("BUILD_AUTH");
  const isResolved = unresolvedVariable("BUILD_AUTH", buildAuth, "") === undefined;
  if (isResolved) {
    const decoded = Buffer.from(buildAuth, "base64").toString("latin1");
    for (const secret of [buildAuth, decoded, decoded.slice(decoded.indexOf(":") + 1)]) agent.secret(secret);
  }
  const collectionUri = agent.variable("System.CollectionUri");
  const before = problems.length;
  const identity = readAzureDevOpsConnection(reader, agent);
  const connection = readBuildServiceConnection(reader, agent);
  if (identity !== undefined && connection !== undefined)
    problems.push("azureDevOpsConnection: set either this or buildServiceConnection, not both");
  if (problems.length > before) return undefined;
  const name = identity === undefined ? "buildServiceConnection" : "azureDevOpsConnection";
  if ((identity ?? connection) !== undefined && buildAuth !== "" && isResolved)
    agent.warn(`${name} takes precedence over BUILD_AUTH, which is ignored.`);
  const place = { organization: config?.organization, collectionUri };
  const credential =
    identity === undefined
      ? buildCredential({
          connection,
          buildAuth,
          jobToken: agent.jobToken,
          ...place,
          advice: agent,
        })
      : entraCredential(identity, place, agent);
  if (credential === undefined || !("problem" in credential)) return credential;
  problems.push(credential.problem);
  return undefined;
}

/** Reads a connection of the platform's type Azure DevOps, which has an identity instead of a token. */
function readAzureDevOpsConnection(reader: InputReader, agent: Agent): WorkloadIdentity | undefined {
  const connection = reader.connection("azureDevOpsConnection");
  if (connection === undefined) return undefined;
  const idToken = connection.parameter("idToken");
  agent.secret(idToken);
  return {
    clientId: connection.parameter("serviceprincipalid"),
    tenantId: connection.parameter("tenantid"),
    connectionId: reader.text("azureDevOpsConnection"),
    idToken,
    requestUrl: agent.variable("System.OidcRequestUri"),
  };
}

/** Reads a connection of the platform's type for a token. It holds a token, or a name and a password. */
function readBuildServiceConnection(reader: InputReader, agent: Agent): CredentialSources["connection"] {
  const connection = reader.connection("buildServiceConnection");
  if (connection === undefined) return undefined;
  const token = connection.parameter("apitoken");
  const [name, password] =
    token === "" ? [connection.parameter("username"), connection.parameter("password")] : ["", token];
  agent.secret(password);
  if (password !== "") agent.secret(Buffer.from(`${name}:${password}`).toString("base64"));
  return { url: connection.url, name, password };
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

/**
 * Opens the project of the configuration for an action that only reads it, and prints which. Throws `InputErrors` with
 * the problems of `reader`, too. The caller must call `dispose`.
 */
export function openProject(
  reader: InputReader,
  task: TaskContext,
  parts: readonly ConfigPart[],
): { config: Config; file: ConfigFile; service: BuildService } {
  const { agent } = task;
  const file = readConfigFile(agent, reader.problems, parts);
  const found = readCredential(file.config, reader, agent);
  const { config, credential } = withoutProblems(file.config, found, reader.problems);
  agent.print(`Reading the runs of ${config.project.href} with ${credential.kind}.`);
  return { config, file, service: openService(config, credential, task) };
}

/** Where to read runs. */
export type RunSource = Pick<Config, "project" | "listParameters" | "partlyIsSuccess">;

/** The caller must call `dispose`. */
export function openService(
  { partlyIsSuccess, ...source }: RunSource,
  credential: BuildCredential,
  { agent, clock, cancelled }: TaskContext,
  limits: { connections?: number } = {},
): BuildService {
  const service = createBuildService({
    project: source.project,
    listParameters: source.listParameters,
    authorization: (rejected) => credential.authorization({ clock, cancelled }, rejected),
    credentialAdvice: credential.advice,
    network: agent.network(source.project),
    clock,
    ...limits,
  });
  return partlyIsSuccess ? withPartialSuccess(service) : service;
}

/** A run that partially succeeded has succeeded, against rule 5.2. */
function withPartialSuccess(service: BuildService): BuildService {
  const ofRecord = (record: RunRecord) => ("run" in record ? { run: asSuccess(record.run) } : record);
  return {
    ...service,
    async *runsSince(minTime, signal) {
      for await (const page of service.runsSince(minTime, signal)) yield page.map(ofRecord);
    },
    lastRuns: async (...wanted) => (await service.lastRuns(...wanted)).map(ofRecord),
  };
}

function asSuccess(run: Run): Run {
  return run.result === "partiallySucceeded" ? { ...run, result: "succeeded" } : run;
}
