import { parseArgs } from "node:util";
import { InputFaults, messageOf } from "./faults";

/**
 * The inputs that a command line gives, by name; the first of `names` may stand without it. Throws `InputFaults` when it cannot be understood.
 */
export function parseCommandLine(
  names: readonly [string, ...string[]],
  commandLine: string[],
): Map<string, string> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    const { values, positionals } = parseArgs({ args: commandLine, options, allowPositionals: true });
    const [first, ...more] = positionals;
    if (more.length > 0) throw new Error(`'${more[0]}' is one argument too many`);
    return new Map([
      ...(first === undefined ? [] : [[names[0], first] as const]),
      ...Object.entries(values).map(([name, value]) => [name, String(value)] as const),
    ]);
  } catch (error) {
    const usage = names.map((name) => `[--${name} VALUE]`).join(" ");
    // Node goes on to explain a rule of its own that is of no help here.
    const [what = ""] = messageOf(error).split(/\. |\n/);
    throw new InputFaults([
      `command line: ${what.replace(/\.$/, "")}. Usage: node index.js [${names[0]}] ${usage}`,
    ]);
  }
}
