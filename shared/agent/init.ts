import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { InputErrors, messageOf } from "../errors";
import type { Agent } from "./agent";
import { readManifest } from "./manifest";
import type { Program } from "./program";
import type { Outcome } from "./task";

/**
 * Writes the starter file and, beside it, its schema and a pipeline that runs the task with it. Never
 * overwrites a file. Throws if an answer is wrong or a file cannot be written; then it leaves none behind.
 */
export function writeStarter(agent: Agent, { folder, starter }: Program): Outcome {
  const path = resolve(agent.input("file") || starter.file);
  const answer = (name: string) => agent.input(name) || undefined;
  const { value, problems, open } = starter.make(answer);
  if (!path.endsWith(".json")) throw notWritten(`${path} is no name of a JSON file: let it end in .json.`);
  if (!existsSync(dirname(path)))
    throw notWritten(`The folder ${dirname(path)} does not exist: make it first.`);
  const name = basename(path, ".json");
  const beside = (file: string) => join(dirname(path), file);
  const [schemaPath, pipelinePath] = [beside(`${name}.schema.json`), beside(`pipeline-${name}.yml`)];
  const taken = [path, pipelinePath].filter((file) => existsSync(file));
  if (taken.length > 0)
    throw notWritten(
      `${taken.map(typed).join(" and ")} ${taken.length === 1 ? "exists" : "exist"} already. Name another file: --init NAME.json`,
    );
  if (problems.length > 0) throw notWritten(new InputErrors(problems).message);
  const schema = readFileSync(join(folder, starter.schema), "utf8");
  const isSchemaThere = existsSync(schemaPath);
  if (isSchemaThere && readFileSync(schemaPath, "utf8") !== schema)
    throw notWritten(`${schemaPath} exists already, and is another schema.`);
  const withSchema = { $schema: `./${basename(schemaPath)}`, ...value };
  const { name: task, version } = readManifest(folder);
  writeAll([
    ...(isSchemaThere ? [] : [{ path: schemaPath, text: schema, mode: 0o666 }]),
    // The user may add personal data to it.
    { path, text: `${JSON.stringify(withSchema, null, 2)}\n`, mode: 0o600 },
    {
      path: pipelinePath,
      text: `${starter.pipeline(`${task}@${version.Major}`, inYaml(inRepository(path)), answer).join("\n")}\n`,
      mode: 0o666,
    },
  ]);
  agent.print(
    `Written: ${typed(path)}, its schema ${basename(schemaPath)} for editors, and ${basename(pipelinePath)}, ` +
      "a pipeline that runs it once you commit both.",
  );
  if (open.length > 0) agent.print(`Left to fill in: ${open.join(", ")}.`);
  const { notes, before, commands } = starter.next(typed(path), answer);
  for (const note of notes) agent.print(note);
  agent.print("");
  const lines = commands.map(([options]) => `  node ${typed(process.argv[1] ?? "index.js")} ${options}`);
  const width = Math.max(...lines.map((line) => line.length));
  const explained = lines.map((line, index) => `${line.padEnd(width)}  # ${commands[index]?.[1]}`);
  return { result: "Succeeded", message: [`Next, ${before}:`, ...explained].join("\n"), exitCode: 0 };
}

/** Writes new files, or none of them. */
function writeAll(files: readonly { path: string; text: string; mode: number }[]): void {
  const written: string[] = [];
  try {
    for (const { path, text, mode } of files) {
      writeFileSync(path, text, { flag: "wx", mode });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    throw notWritten(messageOf(error));
  }
}

/** As it is typed at the command line of this folder. */
function typed(path: string): string {
  const below = relative(process.cwd(), path);
  const short = below.startsWith("..") || isAbsolute(below) ? path : below;
  return /^[\w./\\:@+-]+$/.test(short) ? short : `"${short}"`;
}

/** Without a repository, the name of the file. */
function inRepository(path: string): string {
  let root = dirname(path);
  while (!existsSync(join(root, ".git"))) {
    if (dirname(root) === root) return basename(path);
    root = dirname(root);
  }
  return relative(root, path).replaceAll("\\", "/");
}

function inYaml(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : JSON.stringify(text);
}

function notWritten(why: string): Error {
  return new Error(`Nothing was written. ${why}`);
}
