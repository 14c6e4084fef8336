import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import * as v from "valibot";
import { InputFaults, messageOf } from "../errors";
import { objectOf } from "../json/schema";
import type { Agent } from "./agent";
import type { Outcome, Surroundings } from "./run-task";

/** What a task needs for `--help` and `--init`, which serve people at a command line. */
export interface FirstSteps {
  /** Its inputs; the first may stand without its name. */
  names: readonly [string, ...string[]];
  /** Where its manifest and its schema are: the folder of the bundle. */
  folder: string;
  /** The environment variables that it reads, with what they hold. */
  environment: Readonly<Record<string, string>>;
  starter: Starter;
  /** What else a person at a command line can ask for, by name. */
  tools: Readonly<Record<string, Tool>>;
}

/** Something that a task does for a person at a command line, beside its work. */
export interface Tool {
  /** What it does, in a sentence without its full stop. */
  does: string;
  /** What it can be told, with what that means; the first may stand without its name. */
  told: Readonly<Record<string, string>>;
  act(surroundings: Surroundings): Promise<Outcome>;
}

/** The file that a task is configured by, made for a beginning. */
export interface Starter {
  /** The name of the file when nobody says another. */
  file: string;
  /** The name of its schema in the task's folder. */
  schema: string;
  /** What it can be made from, with what that means. */
  answers: Readonly<Record<string, string>>;
  /** The file's value; what is wrong with the answers; which ones are left for a person to fill in. */
  make(answer: (name: string) => string | undefined): { value: object; faults: string[]; open: string[] };
  /** What to do next, by what starts the task and the file's path. */
  next: (command: string, file: string) => string;
}

const manifestSchema = objectOf(
  {
    name: v.string(),
    description: v.string(),
    version: objectOf({ Major: v.number(), Minor: v.number(), Patch: v.number() }, "a version"),
    inputs: v.array(
      objectOf(
        {
          name: v.string(),
          type: v.string(),
          label: v.string(),
          required: v.boolean(),
          defaultValue: v.optional(v.string(), ""),
          options: v.optional(v.record(v.string(), v.string()), {}),
          helpMarkDown: v.string(),
        },
        "an input",
      ),
    ),
  },
  "a task manifest",
);
type Manifest = v.InferOutput<typeof manifestSchema>;

/** Explains the task by its manifest, which tells of inputs what the page of Azure Pipelines tells. */
export function showHelp(agent: Agent, steps: FirstSteps): Outcome {
  const manifest = v.parse(manifestSchema, JSON.parse(readFileSync(join(steps.folder, "task.json"), "utf8")));
  const lines = helpLines(manifest, steps);
  for (const line of lines.slice(0, -1)) agent.print(line);
  return { result: "Succeeded", message: lines.at(-1) ?? "", exitCode: 0 };
}

function helpLines({ name, description, version, inputs }: Manifest, steps: FirstSteps): string[] {
  const { Major, Minor, Patch } = version;
  const { file, answers } = steps.starter;
  const [first] = steps.names;
  // A service connection is something of a project's in Azure Pipelines.
  const usable = inputs.filter(({ type }) => !type.startsWith("connectedService:"));
  const ordered = [
    ...usable.filter(({ name }) => name === first),
    ...usable.filter(({ name }) => name !== first),
  ];
  return [
    `${name} ${Major}.${Minor}.${Patch}: ${description}.`,
    "",
    `  node index.js ${first} [--INPUT VALUE ...]`,
    `  node index.js --init [${file}] [--ANSWER VALUE ...]`,
    ...Object.entries(steps.tools).map(([tool, { told }]) => {
      return `  node index.js --${tool}${Object.keys(told)
        .map((name) => ` --${name} …`)
        .join("")}`;
    }),
    "",
    "Inputs; the first may stand without its name:",
    ...ordered.flatMap((input) => [
      `  --${input.name}${kindOf(input)}`,
      `      ${input.label}. ${atCommandLine(input.helpMarkDown)}`,
    ]),
    "",
    "Environment variables:",
    ...described(steps.environment, ""),
    "  HTTPS_PROXY, HTTP_PROXY, NO_PROXY: the way to the network",
    "",
    `--init writes a file to begin with, ${file}, and its schema for editors beside it; made from these answers:`,
    ...described(answers, "--"),
    ...Object.entries(steps.tools).flatMap(([tool, { does, told }]) => [
      "",
      `--${tool} ${does}; told by:`,
      ...described(told, "--"),
    ]),
  ];
}

/** Help without its link, which a terminal does not show, and without a macro, which a shell would run. */
function atCommandLine(helpMarkDown: string): string {
  return helpMarkDown.replace(/ \[[^\]]*\]\([^)]*\)$/, "").replace(/ Example: `\$\([^`]*`\./, "");
}

function kindOf({ required, defaultValue, options }: Manifest["inputs"][number]): string {
  const words = Object.keys(options);
  const kinds = [
    ...(required ? ["required"] : []),
    ...(words.length === 0 ? [] : [words.join(", ")]),
    ...(defaultValue === "" ? [] : [`default ${defaultValue}`]),
  ];
  return kinds.length === 0 ? "" : ` (${kinds.join("; ")})`;
}

function described(texts: Readonly<Record<string, string>>, before: string): string[] {
  return Object.entries(texts).map(([name, text]) => `  ${before}${name}: ${text}`);
}

/**
 * Writes the starter file and its schema beside it, never over a file that exists. Throws where an answer is wrong or a
 * file cannot be written.
 */
export function writeStarter(agent: Agent, { folder, starter }: FirstSteps): Outcome {
  const path = resolve(agent.input("file") || starter.file);
  const { value, faults, open } = starter.make((name) => agent.input(name) || undefined);
  if (!path.endsWith(".json")) throw notWritten(`${path} is no name of a JSON file: let it end in .json.`);
  if (existsSync(path)) throw notWritten(`${path} exists already.`);
  if (!existsSync(dirname(path)))
    throw notWritten(`The folder ${dirname(path)} does not exist: make it first.`);
  if (faults.length > 0) throw notWritten(new InputFaults(faults).message);
  const schemaPath = join(dirname(path), `${basename(path, ".json")}.schema.json`);
  const schema = readFileSync(join(folder, starter.schema), "utf8");
  if (existsSync(schemaPath) && readFileSync(schemaPath, "utf8") !== schema)
    throw notWritten(`${schemaPath} exists already, and is another schema.`);
  const withSchema = { $schema: `./${basename(schemaPath)}`, ...value };
  try {
    writeFileSync(schemaPath, schema);
    // It may come to hold personal data.
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
