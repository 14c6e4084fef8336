import type { Agent } from "./agent";
import { type Manifest, readManifest, renderVersion } from "./manifest";
import type { Program } from "./program";
import { type Outcome, succeedWith } from "./task";

/** Prints the help of a task, made from the same manifest that Azure Pipelines shows. */
export function showHelp(agent: Agent, program: Program): Outcome {
  return succeedWith(agent, helpLines(readManifest(program.folder), program));
}

export function showVersion({ folder }: Program): Outcome {
  return { result: "Succeeded", message: renderVersion(readManifest(folder)), exitCode: 0 };
}

function helpLines(manifest: Manifest, program: Program): string[] {
  const { description, inputs } = manifest;
  const { file, answers } = program.starter;
  const [first] = program.names;
  // Service connections exist only in Azure Pipelines.
  const usable = inputs.filter(({ type }) => !type.startsWith("connectedService:"));
  const ordered = [
    ...usable.filter(({ name }) => name === first),
    ...usable.filter(({ name }) => name !== first),
  ];
  return [
    `${renderVersion(manifest)}: ${description}.`,
    "",
    `  node index.js ${first} [--INPUT VALUE ...]`,
    `  node index.js --init [${file}] [--ANSWER VALUE ...]`,
    ...Object.entries(program.tools).map(([tool, { options }]) => {
      return `  node index.js --${tool}${Object.keys(options)
        .map((name) => ` --${name} …`)
        .join("")}`;
    }),
    "  node index.js --help | --version",
    "",
    "Inputs; the first may stand without its name:",
    ...ordered.flatMap((input) => [
      `  --${input.name}${kindOf(input)}`,
      `      ${input.label}. ${atCommandLine(input.helpMarkDown)}`,
    ]),
    "",
    "Environment variables:",
    ...described(program.environment, ""),
    "  HTTPS_PROXY, HTTP_PROXY, NO_PROXY: the proxy for requests",
    "",
    `--init writes ${file} to start with, its schema for editors, and a pipeline that runs it. Options:`,
    ...described(answers, "--"),
    ...Object.entries(program.tools).flatMap(([tool, { description, options }]) => [
      "",
      `--${tool} ${description}; options:`,
      ...described(options, "--"),
    ]),
  ];
}

/** Drops the link, which a terminal does not show, and the macro, which a shell would run. */
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
