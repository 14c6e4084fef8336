import { type ParseError, printParseErrorCode, visit } from "jsonc-parser";
import { atMost, InputErrors, refuse } from "../errors";
import { shownKey } from "./path";
import { readTextFile } from "./text-file";
import { jsonTokens } from "./tokens";

/** No file of ours needs ten; what walks through a value level by level has room for thousands. */
const maxLevels = 100;
/** So many keys that are there twice are listed. */
const maxListed = 20;

/**
 * The value that a JSON file holds. Throws `InputErrors` that name the file, and line and column where it is not JSON, is nested
 * too deep, holds half a character, or names a key twice, of which only one could count. `what` says which input names the
 * file; `checkout` is the folder of the pipeline's checkout, empty outside a pipeline.
 */
export function readJsonFile(what: string, path: string, checkout = ""): unknown {
  const text = readTextFile(what, path, checkout);
  refuse(tooDeep(text).map((problem) => `${what}: ${path}, ${problem}`));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputErrors([`${what}: ${path} is not JSON: ${firstProblem(text)}`]);
  }
  refuse(atMost(wrongTexts(text), maxListed).map((problem) => `${what}: ${path}, ${problem}`));
  return value;
}

/** The first place at which a text is nested too deep for all that walks through its value; none in other texts. */
function tooDeep(text: string): string[] {
  let levels = 0;
  for (const token of jsonTokens(text)) {
    if (token.kind === "open") levels++;
    if (token.kind === "close") levels--;
    if (levels > maxLevels) return [`${placeOf(token)}: nested deeper than ${maxLevels} levels`];
  }
  return [];
}

/** The first thing that is wrong with a text as JSON, with line and column counted from 1. */
function firstProblem(text: string): string {
  let first: { error: ParseError["error"]; offset: number } | undefined;
  const onError = (error: ParseError["error"], offset: number) => {
    first ??= { error, offset };
  };
  visit(text, { onError }, { disallowComments: true });
  const words = first === undefined ? "unexpected text" : printParseErrorCode(first.error);
  const readable = words.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  const before = text.slice(0, first?.offset ?? text.length);
  const lastBreak = Math.max(before.lastIndexOf("\r"), before.lastIndexOf("\n"));
  const place = { line: before.split(/\r\n|\r|\n/).length, column: before.length - lastBreak };
  return `${placeOf(place)}: ${readable}`;
}

/** Every key of a JSON text that its object has already had, and every text that holds half a character. */
function wrongTexts(text: string): string[] {
  const problems: string[] = [];
  const open: Set<string>[] = [];
  for (const token of jsonTokens(text)) {
    if (token.kind === "open") open.push(new Set());
    if (token.kind === "close") open.pop();
    if (token.kind !== "key" && token.kind !== "text") continue;
    const raw = text.slice(token.start, token.end);
    const value = raw.includes("\\") ? String(JSON.parse(raw)) : raw.slice(1, -1);
    if (!value.isWellFormed())
      problems.push(
        `${placeOf(token)}: ${shownKey(raw)} holds half of a surrogate pair, which is not a character`,
      );
    const keys = token.kind === "key" ? open.at(-1) : undefined;
    if (keys?.has(value)) problems.push(`${placeOf(token)}: "${shownKey(value)}" is there twice`);
    keys?.add(value);
  }
  return problems;
}

function placeOf({ line, column }: { line: number; column: number }): string {
  return `line ${line}, column ${column}`;
}
