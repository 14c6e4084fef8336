import { atMost, InputErrors, refuse } from "../errors";
import { shownKey } from "./path";
import { firstSyntaxProblem } from "./syntax";
import { readTextFile } from "./text-file";
import { type JsonToken, jsonTokens } from "./tokens";

/** Our files need fewer than ten; recursive code can handle thousands. */
const maxLevels = 100;
/** How many problems of keys and texts are listed. */
const maxListed = 20;

/**
 * Reads a JSON file. Throws `InputErrors` that name the file, line and column if it is not JSON, is nested
 * too deep, has half a character, or has a key twice. `what` names the input that gave the path. `checkout`
 * is the folder of the pipeline's checkout; empty outside a pipeline.
 */
export function readJsonFile(what: string, path: string, checkout = ""): unknown {
  const text = readTextFile(what, path, checkout);
  refuse(findDeepNesting(text).map((problem) => `${what}: ${path}, ${problem}`));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const found = firstSyntaxProblem(text);
    const problem = found === undefined ? "unexpected text" : `${placeOf(found.token)}: ${found.problem}`;
    throw new InputErrors([`${what}: ${path} is not valid JSON: ${problem}`]);
  }
  refuse(atMost(findTextProblems(text), maxListed).map((problem) => `${what}: ${path}, ${problem}`));
  return value;
}

/**
 * Returns the first place where a text is nested too deep, in a list of one; an empty list for other texts.
 */
function findDeepNesting(text: string): string[] {
  let levels = 0;
  for (const token of jsonTokens(text)) {
    if (token.kind === "{" || token.kind === "[") levels++;
    if (token.kind === "}" || token.kind === "]") levels--;
    if (levels > maxLevels) return [`${placeOf(token)}: nested more than ${maxLevels} levels deep`];
  }
  return [];
}

/** Returns every duplicate key of a JSON text and every text in it with half a character. */
function findTextProblems(text: string): string[] {
  const problems: string[] = [];
  const open: Set<string>[] = [];
  let last: { token: JsonToken; value: string } | undefined;
  for (const token of jsonTokens(text)) {
    if (token.kind === "{" || token.kind === "[") open.push(new Set());
    if (token.kind === "}" || token.kind === "]") open.pop();
    if (token.kind === "text") {
      const { raw } = token;
      last = { token, value: raw.includes("\\") ? String(JSON.parse(raw)) : raw.slice(1, -1) };
      if (!last.value.isWellFormed())
        problems.push(
          `${placeOf(token)}: ${shownKey(raw)} contains half of a surrogate pair, which is not a character. Type it again`,
        );
    }
    if (token.kind === ":" && last !== undefined) {
      const keys = open.at(-1);
      if (keys?.has(last.value))
        problems.push(`${placeOf(last.token)}: "${shownKey(last.value)}" appears twice. Remove one of them`);
      keys?.add(last.value);
    }
  }
  return problems;
}

function placeOf({ line, column }: { line: number; column: number }): string {
  return `line ${line}, column ${column}`;
}
