import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Course } from "./agent";
import { type EndedProcess, runProcess } from "./agent-process";
import { findCommand, type LoggingCommand, outputLines } from "./commands";

/** Where and how source code of a test is run. */
export interface SnippetOptions {
  /** As a task that the agent started, or that a person did. */
  inPipeline?: boolean;
  /** Arguments after `node index.js`. */
  commandLine?: readonly string[];
  env?: Record<string, string>;
  /** The names of files of the sandbox that are loaded first. */
  preloaded?: readonly string[];
  /** How it is disturbed. */
  step?: Course | undefined;
}

/** How source code of a test ended, what the agent finds in its output, and what it told its test. */
export interface EndedSnippet extends EndedProcess {
  /** The commands that the agent obeys; what it shows for System.Debug only is in `debugged`. */
  commands: LoggingCommand[];
  debugged: string[];
  /** The lines of the standard output that are no command. */
  lines: string[];
  /** Passed by the source code to `tell`. */
  told: unknown;
}

/** Runs source code in a process of its own, in a folder of its own; it may `tell` its test one value. */
export async function runSnippet(source: string, options: SnippetOptions = {}): Promise<EndedSnippet> {
  const { inPipeline = true, commandLine = [], env = {}, preloaded = [], step } = options;
  const folder = mkdtempSync(join(tmpdir(), "snippet-"));
  const toldPath = join(folder, "told.json");
  writeFileSync(toldPath, "null");
  const tell = `const tell = (value) => require("node:fs").writeFileSync(${JSON.stringify(toldPath)}, JSON.stringify(value));`;
  try {
    const node = ["-e", `${tell} ${source}`, "--", "index.js", ...commandLine];
    const ofAgent = inPipeline && { TF_BUILD: "True", AGENT_TEMPDIRECTORY: folder };
    const ended = await runProcess(preloaded, node, { cwd: folder, env: { ...ofAgent, ...env } }, step);
    const lines = outputLines(ended.stdout);
    const commands = [...lines, ...outputLines(ended.stderr)].flatMap((line) => findCommand(line) ?? []);
    const isDebug = ({ name }: LoggingCommand) => name === "task.debug";
    return {
      ...ended,
      commands: commands.filter((command) => !isDebug(command)),
      debugged: commands.filter(isDebug).map(({ message }) => message),
      lines: lines.filter((line) => findCommand(line) === undefined),
      told: JSON.parse(readFileSync(toldPath, "utf8")),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
