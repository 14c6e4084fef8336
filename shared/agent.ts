import { mkdtempSync, writeFileSync } from "node:fs";
import { EOL, tmpdir } from "node:os";
import { join } from "node:path";
import { type CommandLine, type CommandLineOptions, parseCommandLine } from "./command-line";
import { environmentProxy, noProxy, type ProxySettings } from "./environment-proxy";
import { messageOf } from "./faults";
import { createSanitizer, oneLine, type Sanitize } from "./harmless";
import type { OutputValue } from "./output-values";
import { redacted, secretForms } from "./secrets";

/** The results that the agent knows. */
export type TaskResult = "Succeeded" | "SucceededWithIssues" | "Failed";

/** How a request reaches the network from this agent; what is not given is empty. */
export interface NetworkSettings {
  proxy: ProxySettings;
  certificates: { caFile: string; certFile: string; keyFile: string; passphrase: string };
  /** What every text of a service goes through before it is shown, posted or kept. */
  sanitize: Sanitize;
}

/** A service connection of the project that a step was given; what it does not have is empty. */
export interface ServiceConnection {
  address: string;
  /** A parameter of its credential. Who reads a secret one registers it. */
  parameter(name: string): string;
  /** A field beside its credential. */
  field(name: string): string;
}

/** What a task sees of the machine that runs it. Nothing else reads inputs or prints. */
export interface Agent {
  /** What the task is asked for: its work, or what a person at a command line begins with. */
  command(): CommandLine["command"];
  /** The value of an input; empty when none is given. */
  input(name: string): string;
  /** The path that a `filePath` input names; empty when none is given. */
  fileInput(name: string): string;
  /** An environment variable as it is, empty when absent. */
  environment(name: string): string;
  /** A variable of the pipeline, such as System.CollectionUri; empty outside a pipeline. */
  variable(name: string): string;
  /** The job's own access token; empty when the job has none. Registered as a secret. */
  jobToken(): string;
  /** The service connection of an id; undefined when this step was given none, as outside a pipeline. */
  connection(id: string): ServiceConnection | undefined;
  /** Proxy and certificates for requests to an address. */
  network(address: URL): NetworkSettings;
  /** What every text from outside goes through before it is shown, posted or kept: no secret, no concealed text, one line. */
  sanitize: Sanitize;
  /** The same without making one line of it, for recordings: their lines are those of the service. */
  redact(text: string): string;
  /** Keeps a value, in all its forms, out of everything that is printed from now on. */
  secret(value: string): void;
  /** Keeps a text that is no credential, such as a telephone number, out of what services are quoted with. */
  conceal(text: string): void;
  /** Gives this run of the pipeline a tag. */
  tagRun(tag: string): void;
  /** Offers a file for download on the run's page. */
  attach(path: string): void;
  /** Shows Markdown under a title on the run's page. Warns when that cannot be. */
  summary(title: string, markdown: string): void;
  /** Lists a text among the warnings or errors of the run's page. */
  issue(kind: "warning" | "error", text: string): void;
  /** Shows how far the task is, from 0 to 100. */
  progress(percent: number, text: string): void;
  /** Prints one line, made harmless. */
  print(text: string): void;
  /** Prints lines that the run's page folds under a title. */
  group(title: string, lines: readonly string[]): void;
  /** Prints one warning. */
  warn(text: string): void;
  /** Publishes an output variable of the task; scripts use what it holds, so its value has a closed form. */
  output(name: string, value: OutputValue): void;
  /** Ends the task with its result; `exitCode` is the process's outside a pipeline. */
  finish(result: TaskResult, message: string, exitCode: number): void;
}

/** The agent that runs this process: Azure Pipelines when it started the task, else the command line. */
export function createAgent(options: CommandLineOptions): Promise<Agent> {
  const commandLine = process.argv.slice(2);
  // The agent starts a task without arguments; a script step of a pipeline that calls us gives some.
  return process.env["TF_BUILD"] !== undefined && commandLine.length === 0
    ? pipelineAgent()
    : Promise.resolve(consoleAgent(options, commandLine));
}

/** Fails this process when not even an agent could be had to say so. */
export function failWithoutAgent(error: unknown): void {
  const why = "The agent's task library cannot be used; is the agent's temporary folder writable?";
  process.stderr.write(oneLine(`Error: ${why} ${messageOf(error)}`) + EOL);
  process.exitCode = 2;
}

/** Shorter texts would hide parts of other words. */
const minConcealedCharacters = 4;
/** Shorter numbers are years, prices and counts. */
const minConcealedDigits = 7;

/** The forms in which a service may repeat a text of a person: in another case, URL-encoded, a number by its digits alone. */
function concealedForms(text: string): string[] {
  const digits = text.replace(/\D/g, "");
  const forms = [text, text.toLowerCase(), text.toUpperCase(), encodeURIComponent(text)];
  return [
    ...forms.filter((form) => form.length >= minConcealedCharacters),
    ...(/^\+[\d.]+$/.test(text) && digits.length >= minConcealedDigits ? [digits] : []),
  ];
}

/** Text as it may be printed: no secret, each line one harmless line. */
function printer() {
  const secrets = new Set<string>();
  const concealed = new Set<string>();
  const redact = (text: string) => redacted(text, [...secrets, ...concealed]);
  return {
    secrets,
    conceal(text: string): void {
      for (const form of concealedForms(text)) concealed.add(form);
    },
    redact,
    sanitize: createSanitizer(redact),
    safe: (text: string) => redacted(text.split("\n").map(oneLine).join("\n"), secrets),
  };
}

/** The agent of Azure Pipelines, spoken to through azure-pipelines-task-lib. */
async function pipelineAgent(): Promise<Agent> {
  const { secrets, safe, ...hiding } = printer();
  const lib = await loadTaskLib();

  const agent: Agent = {
    command: () => "run",
    input: (name) => lib.getInput(name) ?? "",
    fileInput: (name) => (lib.filePathSupplied(name) ? (lib.getPathInput(name) ?? "") : ""),
    environment: (name) => process.env[name] ?? "",
    variable: (name) => lib.getVariable(name) ?? "",
    jobToken() {
      const token = lib.getEndpointAuthorizationParameter("SystemVssConnection", "AccessToken", true) ?? "";
      agent.secret(token);
      return token;
    },
    connection(id) {
      const address = lib.getEndpointUrl(id, true);
      return address === undefined
        ? undefined
        : {
            address,
            parameter: (name) => lib.getEndpointAuthorizationParameter(id, name, true) ?? "",
            field: (name) => lib.getEndpointDataParameter(id, name, true) ?? "",
          };
    },
    network: (address) => ({
      proxy: agentProxy(lib, address, agent),
      certificates: agentCertificates(lib),
      sanitize: hiding.sanitize,
    }),
    secret(value) {
      for (const form of secretForms(value)) {
        if (secrets.has(form)) continue;
        secrets.add(form);
        lib.setSecret(form);
      }
    },
    ...hiding,
    tagRun: (tag) => lib.addBuildTag(tag),
    attach: (path) => lib.uploadFile(path),
    summary(title, markdown) {
      try {
        lib.uploadSummary(writeSummary(agent.variable("Agent.TempDirectory"), title, safe(markdown)));
      } catch (error) {
        agent.warn(`The summary for the run's page could not be written: ${messageOf(error)}`);
      }
    },
    issue: (kind, text) =>
      (kind === "error" ? lib.error : lib.warning)(safe(text), lib.IssueSource.TaskInternal),
    progress: (percent, text) => lib.setProgress(percent, safe(text)),
    print: (text) => void process.stdout.write(safe(text) + EOL),
    group(title, lines) {
      process.stdout.write(`##[group]${safe(title)}${EOL}`);
      for (const line of lines) agent.print(line);
      process.stdout.write(`##[endgroup]${EOL}`);
    },
    warn: (text) => agent.issue("warning", text),
    output: (name, value) => lib.setVariable(name, safe(value), false, true),
    finish(result, message) {
      // The agent shows the message of a warning or a failure, not that of a success.
      if (result === "Succeeded") agent.print(message);
      lib.setResult(lib.TaskResult[result], safe(message));
    },
  };
  return agent;
}

/**
 * task-lib, with two habits of it taken away: its debug output, which prints every value that it reads, and
 * its handlers of uncaught errors, which print what they caught and leave the process running.
 */
async function loadTaskLib() {
  const debug = process.env["SYSTEM_DEBUG"];
  process.env["DISTRIBUTEDTASK_TASKS_NODE_SKIPDEBUGLOGSWHENDEBUGMODEOFF"] = "true";
  delete process.env["SYSTEM_DEBUG"];
  const lib = await import("azure-pipelines-task-lib/task.js");
  if (debug !== undefined) process.env["SYSTEM_DEBUG"] = debug;
  process.removeAllListeners("uncaughtException");
  process.removeAllListeners("unhandledRejection");
  return lib;
}

type TaskLib = Awaited<ReturnType<typeof loadTaskLib>>;

/**
 * The agent's own proxy where it has one, and none for an address that it bypasses; else the environment's. The agent
 * holds its bypass list against scheme, host and port alone, its tasks against the whole address: either one counts.
 */
function agentProxy(lib: TaskLib, address: URL, agent: Agent): ProxySettings {
  if (agent.variable("Agent.ProxyUrl") === "") return environmentProxy(address, agent.secret);
  const [ofHost, ofAddress] = [address.origin, address.href].map((url) => lib.getHttpProxyConfiguration(url));
  if (!ofHost || !ofAddress) return noProxy;
  const { proxyUrl, proxyUsername = "", proxyPassword = "" } = ofHost;
  agent.secret(proxyPassword);
  return { proxyUrl, proxyUsername, proxyPassword };
}

/** The file is named by its title, which the run's page shows, and lies in a folder of its own for another step's sake. */
function writeSummary(tempFolder: string, title: string, markdown: string): string {
  const path = join(mkdtempSync(join(tempFolder || tmpdir(), "summary-")), `${title}.md`);
  writeFileSync(path, markdown);
  return path;
}

function agentCertificates(lib: TaskLib): NetworkSettings["certificates"] {
  const { caFile = "", certFile = "", keyFile = "", passphrase = "" } = lib.getHttpCertConfiguration() ?? {};
  return { caFile, certFile, keyFile, passphrase };
}

/** The agent outside a pipeline: inputs from the command line, plain lines, an exit code. */
function consoleAgent(options: CommandLineOptions, commandLine: string[]): Agent {
  const { secrets, safe, ...hiding } = printer();
  let parsed: CommandLine | undefined;
  const asked = () => {
    parsed ??= parseCommandLine(options, commandLine);
    return parsed;
  };
  const value = (name: string) => asked().values.get(name) ?? "";
  const agent: Agent = {
    command: () => asked().command,
    input: value,
    fileInput: value,
    environment: (name) => process.env[name] ?? "",
    variable: () => "",
    jobToken: () => "",
    connection: () => undefined,
    network: (address) => ({
      proxy: environmentProxy(address, agent.secret),
      certificates: { caFile: "", certFile: "", keyFile: "", passphrase: "" },
      sanitize: hiding.sanitize,
    }),
    secret(value) {
      for (const form of secretForms(value)) secrets.add(form);
    },
    ...hiding,
    tagRun: () => undefined,
    attach: () => undefined,
    summary: () => undefined,
    issue: () => undefined,
    progress: () => undefined,
    print: (text) => void process.stdout.write(safe(text) + EOL),
    group(title, lines) {
      for (const line of [title, ...lines]) agent.print(line);
    },
    warn: (text) => void process.stdout.write(safe(`Warning: ${text}`) + EOL),
    output: () => undefined,
    finish(result, message, exitCode) {
      if (result === "Succeeded") process.stdout.write(safe(message) + EOL);
      else process.stderr.write(safe(`${result === "Failed" ? "Error" : "Warning"}: ${message}`) + EOL);
      process.exitCode = exitCode;
    },
  };
  return agent;
}
