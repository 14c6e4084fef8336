import { parseArgs } from "node:util";
import { InputErrors, messageOf } from "../errors";
import { didYouMean } from "../text/did-you-mean";

/** What a task can be told on the command line. */
export interface CommandLineOptions {
  /** Its inputs, of which the first may stand without a name. */
  names: readonly [string, ...string[]];
  /** The inputs that are true or false: without a value they are true. */
  switches: readonly string[];
  /** What `--init` can be told; the file that it writes may stand without a name. */
  answers: readonly string[];
  /** What else can be asked for, by name, with what each can be told; the first of that may stand without a name. */
  tools: Readonly<Record<string, readonly [string, ...string[]]>>;
}

/** What the command line asks for, and the values that it gives by name. */
export interface CommandLine {
  /** `run`, `help`, `init`, or the name of a tool. */
  command: string;
  values: ReadonlyMap<string, string>;
}

/** What a command line asks for. Throws `InputErrors` when it cannot be understood. */
export function parseCommandLine(options: CommandLineOptions, commandLine: readonly string[]): CommandLine {
  if (commandLine.includes("--help") || commandLine.includes("-h"))
    return { command: "help", values: new Map() };
  const told = { init: ["file", ...options.answers] as const, ...options.tools };
  const [command, names] = Object.entries(told).find(([name]) => commandLine.includes(`--${name}`)) ?? [
    "run",
    options.names,
  ];
  const rest = commandLine.filter((argument) => argument !== `--${command}`);
  const values = valuesOf(names, options.switches, rest);
  const empty = command === "run" ? [] : [...values].filter(([, value]) => value === "");
  if (empty.length > 0)
    throw new InputErrors(empty.map(([name]) => `--${name}: is empty; give it a value, or leave it out`));
  return { command, values };
}

function valuesOf(
  names: readonly [string, ...string[]],
  switches: readonly string[],
  commandLine: readonly string[],
): Map<string, string> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const args = commandLine.map((argument, index) => {
    const isBare = !["true", "false"].includes((commandLine[index + 1] ?? "").toLowerCase());
    return isBare && switches.some((name) => argument === `--${name}`) ? `${argument}=true` : argument;
  });
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [first, ...more] = positionals;
    const tooMany = first !== undefined && names[0] in values ? first : more[0];
    if (tooMany !== undefined) throw new Error(`'${tooMany}' is one argument too many`);
    return new Map([
      ...(first === undefined ? [] : [[names[0], first] as const]),
      ...Object.entries(values).map(([name, value]) => [name, String(value)] as const),
    ]);
  } catch (error) {
    // Node goes on to explain a rule of its own that is of no help here.
    const [what = ""] = messageOf(error).split(/\. |\n/);
    const [, mistyped = ""] = /^Unknown option '--([\w-]+)'/.exec(what) ?? [];
    const meant = mistyped === "" ? "" : didYouMean(mistyped, names);
    throw new InputErrors([
      `command line: ${what.replace(/\.$/, "")}${meant || "."} --help tells what there is`,
    ]);
  }
}
