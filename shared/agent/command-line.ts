import { parseArgs } from "node:util";
import { InputErrors, messageOf } from "../errors";
import { didYouMean } from "../text/did-you-mean";

export interface CommandLineOptions {
  /** Its inputs. The first may be given without its name. */
  names: readonly [string, ...string[]];
  /** The inputs that are true or false; without a value they are true. */
  switches: readonly string[];
  /** The options of `--init`, which also takes the path of the file without a name. */
  answers: readonly string[];
  /** The options of each tool, by the name of the tool. The first option may be given without its name. */
  tools: Readonly<Record<string, readonly [string, ...string[]]>>;
}

/** The command that was given, and its options by name. */
export interface CommandLine {
  /** `run`, `help`, `version`, `init`, or the name of a tool. */
  command: string;
  values: ReadonlyMap<string, string>;
}

/** Throws `InputErrors`. */
export function parseCommandLine(options: CommandLineOptions, commandLine: readonly string[]): CommandLine {
  const [first] = commandLine;
  if (first === "help" || commandLine.includes("--help") || commandLine.includes("-h"))
    return { command: "help", values: new Map() };
  if (commandLine.includes("--version")) return { command: "version", values: new Map() };
  const optionsByCommand = { init: ["file", ...options.answers] as const, ...options.tools };
  const [command, names] = Object.entries(optionsByCommand).find(([name]) =>
    commandLine.includes(`--${name}`),
  ) ?? ["run", options.names];
  const rest = commandLine.filter((argument) => argument !== `--${command}`);
  const values = parseValues(names, options.switches, rest, optionsByCommand);
  const empty = command === "run" ? [] : [...values].filter(([, value]) => value === "");
  if (empty.length > 0)
    throw new InputErrors(empty.map(([name]) => `--${name}: is empty; give it a value, or leave it out`));
  return { command, values };
}

function parseValues(
  names: readonly [string, ...string[]],
  switches: readonly string[],
  commandLine: readonly string[],
  optionsByCommand: CommandLineOptions["tools"],
): Map<string, string> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const args = commandLine.map((argument, index) => {
    const isBare = !["true", "false"].includes((commandLine[index + 1] ?? "").toLowerCase());
    return isBare && switches.some((name) => argument === `--${name}`) ? `${argument}=true` : argument;
  });
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [first, ...others] = positionals;
    const tooMany = names[0] in values ? first : others[0];
    if (tooMany !== undefined) throw new Error(`'${tooMany}' is one argument too many`);
    return new Map([
      ...(first === undefined ? [] : [[names[0], first] as const]),
      ...Object.entries(values).map(([name, value]) => [name, String(value)] as const),
    ]);
  } catch (error) {
    // Node's message goes on with advice that does not apply here.
    const [what = ""] = messageOf(error).split(/\. |\n/);
    const [, mistyped = ""] = /Unknown option '--?([\w-]+)'/.exec(what) ?? [];
    const meant = mistyped === "" ? "" : meantOption(mistyped, names, optionsByCommand);
    throw new InputErrors([
      `command line: ${what.replace(/\.$/, "")}${meant || "."} --help lists the options`,
    ]);
  }
}

/** The end of a sentence. */
function meantOption(
  mistyped: string,
  names: readonly string[],
  optionsByCommand: CommandLineOptions["tools"],
): string {
  const [owner] = Object.entries(optionsByCommand).find(([, options]) => options.includes(mistyped)) ?? [];
  if (owner !== undefined) return `, which belongs to --${owner}.`;
  const known = [...names, ...Object.keys(optionsByCommand), "help", "version"];
  return didYouMean(mistyped, known).replace("`", "`--");
}
