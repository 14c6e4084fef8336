import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../root";

/** The end of the log of a step that failed, as somebody quoted it in public, and what is to be told of it. */
export interface Ending {
  /** Where it stands. */
  source: string;
  /** The tool that failed. */
  tool: string;
  /** One of them must be in the reason that is quoted. */
  says: readonly string[];
  /** Must not be in it. */
  not: readonly string[];
  /** After the agent's header, without times. */
  lines: readonly string[];
  /** Where it begins. */
  place: string;
}

/** The half that the tables are developed on, and the one that only measures them. */
export const halves = ["developed", "held-out"] as const;
export type Half = (typeof halves)[number];

/** Endings stand in one half for ever: it depends on nothing but the source. */
export function halfOf(ending: Pick<Ending, "source">): Half {
  return digitOf(ending, 0) % 2 === 0 ? "developed" : "held-out";
}

/** Of the hash of the source, from 0 to 15: chooses endings in a way that others do not change when some are added. */
export function digitOf({ source }: Pick<Ending, "source">, place: number): number {
  return Number.parseInt(createHash("sha256").update(source).digest("hex").charAt(place), 16);
}

/** All files of the corpus. Throws if one is malformed. */
export function readCorpus(): Ending[] {
  const folder = join(root, "tests/tasks/PipelineMonitor/causes/corpus");
  return readdirSync(folder)
    .sort()
    .flatMap((name) => parseEndings(readFileSync(join(folder, name), "utf8"), name));
}

const separator = "=== ";

/** Throws with the line at which the text has another form: `sql.log:12: …`. */
export function parseEndings(text: string, file: string): Ending[] {
  const lines = text.replace(/\n+$/, "").split("\n");
  const starts = lines.flatMap((line, index) => (line.startsWith(separator) ? [index] : []));
  if (starts[0] !== 0) throw new Error(`${file}:1: begins with no "=== SOURCE"`);
  return starts.map((start, index) => parseEnding(lines.slice(start, starts[index + 1]), file, start + 1));
}

const anHttpsAddress = /^https:\/\/[^\s/]+\.[^\s/]+\/\S+$/;
const members = { tool: /^[a-z0-9][a-z0-9.+# _-]*$/, says: /^\S(?:.*\S)?$/, not: /^\S(?:.*\S)?$/ };

function parseEnding([first = "", ...others]: readonly string[], file: string, firstNumber: number): Ending {
  const fail = (index: number, problem: string): never => {
    throw new Error(`${file}:${firstNumber + index}: ${problem}`);
  };
  const source = first.slice(separator.length);
  if (!anHttpsAddress.test(source)) fail(0, `not a public address: ${source}`);
  const end = others.indexOf("---");
  if (end === -1) fail(0, 'no line "---" between what is to be told and the log');
  const said: Record<keyof typeof members, string[]> = { tool: [], says: [], not: [] };
  for (const [index, line] of others.slice(0, end).entries()) {
    const [, name, value = ""] = /^(tool|says|not): (.*)$/.exec(line) ?? [];
    if (name !== "tool" && name !== "says" && name !== "not")
      return fail(index + 1, `neither tool, says nor not: ${line}`);
    if (!members[name].test(value)) fail(index + 1, `no text for ${name}: "${value}"`);
    said[name].push(value);
  }
  const [tool = "", ...tools] = said.tool;
  if (tool === "" || tools.length > 0) fail(0, "not one line with tool");
  if (said.says.length === 0) fail(0, "no line with says");
  const lines = others.slice(end + 1);
  while (lines.at(-1)?.trim() === "") lines.pop();
  if (lines.length === 0) fail(end + 1, "no log");
  const told = said.says.find((says) => !plain(lines.join("\n")).includes(plain(says)));
  if (told !== undefined) fail(0, `the log does not say: ${told}`);
  return { source, tool, says: said.says, not: said.not, lines, place: `${file}:${firstNumber}` };
}

/** With single spaces, and without the lines of a box: a message can have been broken to fit into it. */
export function plain(text: string): string {
  return text.replace(/^[ \t]*[│╷╵|][ \t]?/gm, "").replace(/\s+/g, " ");
}
