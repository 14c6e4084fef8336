import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { InputErrors, messageOf } from "../errors";
import type { Agent } from "./agent";
import type { Program } from "./program";
import type { Outcome } from "./task";

/**
 * Writes the starter file and, beside it, its schema. Never overwrites a file. Throws if an answer is wrong
 * or a file cannot be written.
 */
export function writeStarter(agent: Agent, { folder, starter }: Program): Outcome {
  const path = resolve(agent.input("file") || starter.file);
  const { value, problems, open } = starter.make((name) => agent.input(name) || undefined);
  if (!path.endsWith(".json")) throw notWritten(`${path} is no name of a JSON file: let it end in .json.`);
  if (existsSync(path)) throw notWritten(`${path} exists already.`);
  if (!existsSync(dirname(path)))
    throw notWritten(`The folder ${dirname(path)} does not exist: make it first.`);
  if (problems.length > 0) throw notWritten(new InputErrors(problems).message);
  const schemaPath = join(dirname(path), `${basename(path, ".json")}.schema.json`);
  const schema = readFileSync(join(folder, starter.schema), "utf8");
  if (existsSync(schemaPath) && readFileSync(schemaPath, "utf8") !== schema)
    throw notWritten(`${schemaPath} exists already, and is another schema.`);
  const withSchema = { $schema: `./${basename(schemaPath)}`, ...value };
  try {
    writeFileSync(schemaPath, schema);
    // The user may add personal data to it.
    writeFileSync(path, `${JSON.stringify(withSchema, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw notWritten(messageOf(error));
  }
  agent.print(`Written: ${path}, and for editors its schema ${basename(schemaPath)} beside it.`);
  if (open.length > 0) agent.print(`Left to fill in: ${open.join(", ")}.`);
  return {
    result: "Succeeded",
    message: `Next: ${starter.next(`node ${process.argv[1]}`, path)}`,
    exitCode: 0,
  };
}

function notWritten(why: string): Error {
  return new Error(`Nothing was written. ${why}`);
}
