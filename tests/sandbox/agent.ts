import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { unzipSync } from "fflate";
import { findCommand, outputLines } from "./commands";

/** A step of a pipeline that runs one of our tasks, as its YAML would give it. */
export interface Step {
  task: string;
  inputs: Record<string, string>;
  /** Variables of the pipeline; in inputs and env, `$(name)` stands for one. */
  variables?: Record<string, string>;
  /** Secret variables: to be had by `$(name)` only, and hidden in the log. */
  secrets?: Record<string, string>;
  /** The step's `env:`. */
  env?: Record<string, string>;
  /** The job's own access token. */
  jobToken?: string;
  /** Runs the task under a clock that starts at this time and jumps over waits. */
  clockStartsAt?: number;
  /** Cancels as soon as the output so far satisfies this: SIGINT, SIGTERM 7.5 s later, the end 2.5 s after that. */
  cancelWhen?: (output: string) => boolean;
  /** Ends the process without a signal to it, as a machine that loses power does, as soon as this holds. */
  killWhen?: () => boolean;
  /** The Node that runs the task; the tests' own without. */
  node?: string;
}

/** What the agent makes of a step. */
export interface StepResult {
  result: "Succeeded" | "SucceededWithIssues" | "Failed";
  exitCode: number | null;
  /** The log as the run's page shows it, secrets hidden. */
  log: string[];
  issues: { type: string; message: string }[];
  outputs: Record<string, string>;
  /** Files that the step offers for download. */
  uploads: string[];
  /** Raw output, to be searched for what must not be in it. */
  stdout: string;
  stderr: string;
  /** Names of the files that the step left in its folders. */
  filesLeft: string[];
}

const root = resolve(__dirname, "..", "..", "..");
const collectionUri = "https://dev.azure.com/contoso/";
/** No step of the sandbox takes longer; one that does hangs. */
const stepLimitMilliseconds = 60_000;

/** Where the packaged extension is, as the build left it. */
export function vsixPath(): string {
  const [vsix] = readdirSync(join(root, "dist")).filter((name) => name.endsWith(".vsix"));
  if (vsix === undefined) throw new Error("there is no dist/*.vsix: run `npm run package` first");
  return join(root, "dist", vsix);
}

/** The content of the packaged extension by path. */
export function vsixFiles(): Record<string, Uint8Array> {
  return unzipSync(readFileSync(vsixPath()));
}

/** A small Azure Pipelines agent with the extension installed from its vsix. */
export interface SandboxAgent {
  run(step: Step): Promise<StepResult>;
  /** Where a step's checkout is; configuration files go here. */
  sourcesFolder: string;
  /** Removes everything that the agent made. */
  dispose(): void;
}

/** Unpacks the extension and sets up an agent's folders. */
export function installAgent(): SandboxAgent {
  const home = mkdtempSync(join(tmpdir(), "pipeline-keeper-agent-"));
  for (const [path, content] of Object.entries(vsixFiles())) {
    if (path.endsWith("/")) continue;
    mkdirSync(dirname(join(home, "extension", path)), { recursive: true });
    writeFileSync(join(home, "extension", path), content);
  }
  const sourcesFolder = join(home, "s");
  mkdirSync(sourcesFolder);
  return {
    sourcesFolder,
    run: (step) => runStep(step, home, sourcesFolder),
    dispose: () => rmSync(home, { recursive: true, force: true }),
  };
}

interface TaskManifest {
  inputs: { name: string; type: string; defaultValue?: string }[];
  execution: Record<string, { target: string }>;
}

async function runStep(step: Step, home: string, sourcesFolder: string): Promise<StepResult> {
  const taskFolder = join(home, "extension", "tasks", step.task);
  const manifest: TaskManifest = JSON.parse(readFileSync(join(taskFolder, "task.json"), "utf8"));
  const target = manifest.execution["Node20_1"]?.target ?? "";
  const tempFolder = mkdtempSync(join(home, "temp-"));
  const compiled = join(root, "out", "tasks", step.task, "index.js");
  const clock = ["--require", join(__dirname, "fake-clock.js")];
  const child = spawn(
    step.node ?? process.execPath,
    [
      ...(step.clockStartsAt === undefined ? [] : clock),
      coverage["NODE_V8_COVERAGE"] ? compiled : join(taskFolder, target),
    ],
    {
      cwd: sourcesFolder,
      env: environment(step, manifest, tempFolder, sourcesFolder),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let stdout = "";
  let stderr = "";
  let cancelled = false;
  const timers = [setTimeout(() => child.kill("SIGKILL"), stepLimitMilliseconds)];
  const watching = setInterval(() => step.killWhen?.() && child.kill("SIGKILL"), 5);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (!cancelled && step.cancelWhen?.(stdout)) {
      cancelled = true;
      child.kill("SIGINT");
      timers.push(
        setTimeout(() => child.kill("SIGTERM"), 7_500),
        setTimeout(() => child.kill("SIGKILL"), 10_000),
      );
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [exitCode]: (number | null)[] = await once(child, "close");
  for (const timer of timers) clearTimeout(timer);
  clearInterval(watching);
  const filesLeft = [...readdirSync(tempFolder), ...readdirSync(sourcesFolder)];
  return {
    ...interpret(stdout, stderr, exitCode ?? null, step),
    exitCode: exitCode ?? null,
    stdout,
    stderr,
    filesLeft,
  };
}

/** Where `npm run cover` collects what was run; a bundle cannot be told of its sources there, so it runs what tsc made. */
const coverage = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === "NODE_V8_COVERAGE"),
);

/** The environment that the agent gives to a task, and nothing of the tests' own. */
function environment(
  step: Step,
  manifest: TaskManifest,
  tempFolder: string,
  sourcesFolder: string,
): NodeJS.ProcessEnv {
  const { variables = {}, secrets = {}, env = {}, jobToken } = step;
  const pipelineVariables: Record<string, string> = {
    "System.CollectionUri": collectionUri,
    "System.TeamProject": "Night Shift",
    "System.DefaultWorkingDirectory": sourcesFolder,
    "System.Culture": "en-US",
    "Build.SourcesDirectory": sourcesFolder,
    "Agent.TempDirectory": tempFolder,
    "Agent.Version": "4.248.0",
    ...variables,
  };
  const expand = (text: string) =>
    text.replace(
      /\$\(([^()]+)\)/g,
      (macro, name: string) => pipelineVariables[name] ?? secrets[name] ?? macro,
    );
  const key = (name: string) => name.replace(/[. ]/g, "_").toUpperCase();
  const inputs = manifest.inputs.map(({ name, type, defaultValue = "" }) => {
    const value = expand(step.inputs[name] ?? defaultValue);
    // The agent roots a file path at the sources folder, an empty one included.
    return [`INPUT_${key(name)}`, type === "filePath" ? resolve(sourcesFolder, value) : value];
  });
  const endpoint = {
    ENDPOINT_URL_SYSTEMVSSCONNECTION: collectionUri,
    ENDPOINT_AUTH_SYSTEMVSSCONNECTION: JSON.stringify({
      parameters: { AccessToken: jobToken },
      scheme: "OAuth",
    }),
    ENDPOINT_AUTH_SCHEME_SYSTEMVSSCONNECTION: "OAuth",
    ENDPOINT_AUTH_PARAMETER_SYSTEMVSSCONNECTION_ACCESSTOKEN: jobToken ?? "",
  };
  return {
    PATH: process.env["PATH"] ?? "",
    TF_BUILD: "True",
    ...Object.fromEntries(Object.entries(pipelineVariables).map(([name, value]) => [key(name), value])),
    ...Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`SECRET_${key(name)}`, value])),
    ...Object.fromEntries(inputs),
    ...(jobToken === undefined ? {} : endpoint),
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expand(value)])),
    VSTS_PUBLIC_VARIABLES: JSON.stringify(Object.keys(pipelineVariables)),
    VSTS_SECRET_VARIABLES: JSON.stringify(Object.keys(secrets)),
    ...(step.clockStartsAt === undefined ? {} : { SANDBOX_CLOCK_STARTS_AT: String(step.clockStartsAt) }),
    ...coverage,
  };
}

/** What the agent makes of a task's output: it obeys the commands of both streams and shows the rest. */
function interpret(stdout: string, stderr: string, exitCode: number | null, step: Step) {
  const masks = Object.values(step.secrets ?? {});
  const log: string[] = [];
  const issues: StepResult["issues"] = [];
  const outputs: Record<string, string> = {};
  const uploads: string[] = [];
  let result: StepResult["result"] = "Succeeded";
  const show = (text: string) => {
    for (const line of text.split("\n"))
      log.push(masks.filter(Boolean).reduce((shown, mask) => shown.replaceAll(mask, "***"), line));
  };
  for (const line of [...outputLines(stdout), ...outputLines(stderr)]) {
    const command = findCommand(line);
    if (command === undefined) show(line);
    else if (command.name === "task.setsecret") masks.push(command.message);
    else if (command.name === "task.issue" || command.name === "task.logissue") {
      const type = command.properties["type"] ?? "";
      issues.push({ type, message: command.message });
      show(`##[${type}]${command.message}`);
    } else if (command.name === "task.setvariable")
      outputs[command.properties["variable"] ?? ""] = command.message;
    else if (command.name === "task.complete") {
      const named = command.properties["result"];
      result = named === "Succeeded" || named === "SucceededWithIssues" ? named : "Failed";
    } else if (command.name === "task.uploadfile") uploads.push(command.message);
    else if (command.name === "task.setprogress")
      show(`(${command.properties["value"]} % ${command.message})`);
    else if (command.name === "task.debug") {
      if (step.variables?.["System.Debug"] === "true") show(`##[debug]${command.message}`);
    } else show(`(unexpected command ${command.name})`);
  }
  if (exitCode !== 0) result = "Failed";
  return { result, log, issues, outputs, uploads };
}
