import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { unzipSync } from "fflate";
import { root } from "../root";
import { type Connection, coverage, environment, type TaskManifest } from "./agent-environment";
import { type Interpreted, interpretOutput } from "./agent-log";
import { type EndedProcess, runProcess } from "./agent-process";
import type { ConnectionType } from "./connection-type";
import type { Detour } from "./detour";

/** How a process is run, and what happens to it meanwhile. */
export interface Course {
  /** The Node that runs the task; the tests' own without. */
  node?: string;
  /** Cancels as soon as the output so far satisfies this: SIGINT, SIGTERM 7.5 s later, the end 2.5 s after that. */
  cancelWhen?: (output: string) => boolean;
  /** Gets the output so far whenever there is more. */
  onOutput?: (output: string) => void;
  /** The signal to cancel with, SIGINT without. */
  cancelWith?: NodeJS.Signals;
  /** Ends the process without a signal to it, as a machine that loses power does, as soon as this holds. */
  killWhen?: () => boolean;
  /** How long it may take in real time; five minutes without. */
  longestMilliseconds?: number;
  /** Nobody reads the standard output for so long, so that whatever is printed fills the pipe. */
  outputReadAfterMilliseconds?: number;
  /** Whoever reads the standard output goes away as soon as the output so far satisfies this. */
  closeOutputWhen?: (output: string) => boolean;
}

/** A step of a pipeline that runs one of our tasks, as its YAML would give it. */
export interface Step extends Course {
  task: string;
  inputs: Record<string, string>;
  /** Variables of the pipeline; in inputs and env, `$(name)` stands for one. */
  variables?: Record<string, string>;
  /** Secret variables: to be had by `$(name)` only, and hidden in the log. */
  secrets?: Record<string, string>;
  /** The step's `env:`. */
  env?: Record<string, string>;
  /** The job access token. */
  jobToken?: string;
  /** The project's service connections that the pipeline may use, by their names. */
  connections?: Record<string, Connection>;
  /** Runs the task under a clock that starts at this time and jumps over waits. */
  clockStartsAt?: number;
  /** The file in which that clock shows its time, in milliseconds since 1970, for services. */
  clockShownIn?: string;
  /** Leads some of the task's requests elsewhere. */
  detour?: Detour;
  /** Runs the task in a process that is as Windows makes it, as far as that can be done elsewhere. */
  onWindows?: boolean;
  /** Source code that is run inside the process beside the task, to make it fail in ways that services cannot. */
  sabotage?: string;
}

/** Everything of a step that the agent shows or keeps, so that tests can search it for secrets. */
export interface StepResult extends EndedProcess, Omit<Interpreted, "summaries"> {
  /** Markdown on the run's page, by title. */
  summaries: Record<string, string>;
  /** The files that the step left in its folders, by name. */
  filesLeft: ReadonlyMap<string, string>;
}

/**
 * Where the packaged extension is, as the build left it. Throws in a test of tests/shared/ or tests/tasks/, or right in
 * tests/: mutation testing runs these in a copy of the repository that has no package.
 */
export function vsixPath(): string {
  if (/[\\/]out[\\/]tests[\\/]((shared|tasks)[\\/]|[\w-]+\.test\.)/.test(new Error().stack ?? ""))
    throw new Error("this test reads the package: it belongs in tests/packaged/");
  const [vsix] = readdirSync(join(root, "dist")).filter((name) => name.endsWith(".vsix"));
  if (vsix === undefined) throw new Error("there is no dist/*.vsix: run `npm run package` first");
  return join(root, "dist", vsix);
}

/** By the package's path and age: each agent of a process installs the same. */
const unpacked = new Map<string, Readonly<Record<string, Uint8Array>>>();

/** The content of the packaged extension by path. */
export function vsixFiles(): Readonly<Record<string, Uint8Array>> {
  const path = vsixPath();
  const name = `${path} ${statSync(path).mtimeMs}`;
  const files = unpacked.get(name) ?? unzipSync(readFileSync(path));
  unpacked.set(name, files);
  return files;
}

/** The file that Node is started on for a step, and in which context. */
export interface TaskProcess {
  file: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Removed after the step by a real agent. */
  tempFolder: string;
}

/** A small Azure Pipelines agent with the extension installed from its vsix. */
export interface SandboxAgent {
  run(step: Step): Promise<StepResult>;
  /** For tests that start and watch the process themselves. */
  prepare(step: Step): TaskProcess;
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
    run: (step) => runStep(step, prepareStep(step, home, sourcesFolder)),
    prepare: (step) => prepareStep(step, home, sourcesFolder),
    dispose: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** By default, DomainRegister reads public records of the real registries. No test may do that. */
function assertHermetic({ task, inputs, detour }: Step): void {
  const isLedElsewhere = inputs["rdapUrl"] !== undefined || detour?.path.includes("rdap") === true;
  if (task === "DomainRegister" && inputs["action"] !== "validate" && !isLedElsewhere)
    throw new Error("the step would ask a real registry: give it an `rdapUrl` on loopback");
}

function prepareStep(step: Step, home: string, sourcesFolder: string): TaskProcess {
  assertHermetic(step);
  const taskFolder = join(home, "extension", "tasks", step.task);
  const manifest: TaskManifest = JSON.parse(readFileSync(join(taskFolder, "task.json"), "utf8"));
  const target = manifest.execution["Node20_1"]?.target ?? "";
  const tempFolder = mkdtempSync(join(home, "temp-"));
  const compiled = join(root, "out", "tasks", step.task, "index.js");
  return {
    file: coverage["NODE_V8_COVERAGE"] ? compiled : join(taskFolder, target),
    cwd: sourcesFolder,
    env: environment(step, manifest, connectionTypes(home), tempFolder, sourcesFolder),
    tempFolder,
  };
}

/** The types of connections that the installed extension brings. */
function connectionTypes(home: string): ConnectionType[] {
  const path = join(home, "extension", "extension.vsomanifest");
  const manifest: { contributions: { type: string; properties: ConnectionType }[] } = JSON.parse(
    readFileSync(path, "utf8"),
  );
  return manifest.contributions
    .filter(({ type }) => type === "ms.vss-endpoint.service-endpoint-type")
    .map(({ properties }) => properties);
}

async function runStep(step: Step, { file, cwd, env, tempFolder }: TaskProcess): Promise<StepResult> {
  const ended = await runProcess(preloaded(step), [file], { cwd, env }, step);
  const { summaries, ...interpreted } = interpretOutput(ended, step);
  const shown = summaries.map((path) => [basename(path, ".md"), readFileSync(path, "utf8")]);
  const filesLeft = new Map([...filesIn(tempFolder), ...filesIn(cwd)]);
  return { ...ended, ...interpreted, summaries: Object.fromEntries(shown), filesLeft };
}

/** Loaded into the process before the task: names of files beside this one. */
function preloaded({ clockStartsAt, detour, onWindows, sabotage }: Step): string[] {
  return [
    ...(clockStartsAt === undefined ? [] : ["fake-clock"]),
    ...(detour === undefined ? [] : ["detour"]),
    ...(onWindows ? ["windows"] : []),
    ...(sabotage === undefined ? [] : ["sabotage"]),
  ];
}

/** The files below a folder, by their names from there; without one that another process takes away meanwhile. */
export function filesIn(folder: string): [string, string][] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .flatMap((path) => {
      const content = contentOf(path);
      return content === undefined ? [] : [[relative(folder, path), content]];
    });
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if (Reflect.get(Object(error), "code") === "ENOENT") return undefined;
    throw error;
  }
}
