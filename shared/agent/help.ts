import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { objectOf } from "../json/schema";
import type { Agent } from "./agent";
import type { Program } from "./program";
import type { Outcome } from "./task";

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

/** Prints the help of a task, made from the same manifest that Azure Pipelines shows. */
export function showHelp(agent: Agent, program: Program): Outcome {
  const manifest = v.parse(
    manifestSchema,
    JSON.parse(readFileSync(join(program.folder, "task.json"), "utf8")),
  );
  const lines = helpLines(manifest, program);
  for (const line of lines.slice(0, -1)) agent.print(line);
  return { result: "Succeeded", message: lines.at(-1) ?? "", exitCode: 0 };
}

function helpLines({ name, description, version, inputs }: Manifest, program: Program): string[] {
  const { Major, Minor, Patch } = version;
  const { file, answers } = program.starter;
  const [first] = program.names;
  // Service connections exist only in Azure Pipelines.
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
    ...Object.entries(program.tools).map(([tool, { options }]) => {
      return `  node index.js --${tool}${Object.keys(options)
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
    ...described(program.environment, ""),
    "  HTTPS_PROXY, HTTP_PROXY, NO_PROXY: the way to the network",
    "",
    `--init writes a file to begin with, ${file}, and its schema for editors beside it; ` +
      "made from these answers:",
    ...described(answers, "--"),
    ...Object.entries(program.tools).flatMap(([tool, { description, options }]) => [
      "",
      `--${tool} ${description}; told by:`,
      ...described(options, "--"),
    ]),
  ];
}

/**
 * Returns the help without its link, which a terminal does not show, and without a macro, which a shell would
 * run.
 */
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
