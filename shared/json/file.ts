import { basename } from "node:path";
import { printParseErrorCode, visit } from "jsonc-parser";
import { atMost, InputErrors, refuse } from "../errors";
import { type Locate, locatorIn } from "./lines";
import { shownKey } from "./path";
import { type Opened, remedyFor } from "./remedy";
import { readTextFile } from "./text-file";

/** Our files need fewer than ten; recursive code can handle thousands. */
const maxLevels = 100;
/** How many problems of keys and texts are listed. */
const maxListed = 20;

/**
 * Reads a JSON file. Throws `InputErrors` that name the file, line and column if it is not JSON, is nested
 * too deep, has half a character, or has a key twice. `what` names the input that gave the path. `checkout`
 * is the folder of the pipeline's checkout; empty outside a pipeline.
 */
export function readJsonFile(what: string, path: string, checkout = ""): { value: unknown; locate: Locate } {
  const text = readTextFile(what, path, checkout);
  return { value: parseJsonFile(what, path, text), locate: locatorIn(basename(path), text) };
}

/** Parses the text of such a file. */
export function parseJsonFile(what: string, path: string, text: string): unknown {
  const problems = findProblems(`${what}: ${path}`, text);
  refuse(atMost(problems, maxListed));
  return JSON.parse(text);
}

/**
 * Finds duplicate keys, and keys and texts with half a character. Throws `InputErrors` at the first place where
 * a text is not JSON or is nested too deep, whichever comes first: the rest would not be read as it is meant.
 */
function findProblems(where: string, text: string): string[] {
  const problems: string[] = [];
  const opened: (Opened & { keys: Set<string> })[] = [];
  const open = (bracket: Opened["bracket"]) => (_: number, __: number, line: number, column: number) => {
    opened.push({ bracket, keys: new Set(), line: line + 1 });
    if (opened.length > maxLevels)
      throw new InputErrors([
        `${where}, ${lineAndColumn(line, column)}: nested more than ${maxLevels} levels deep`,
      ]);
  };
  let closed: Opened | undefined;
  const close = () => {
    closed = opened.pop();
  };
  const checkText = (value: unknown, offset: number, length: number, line: number, column: number) => {
    if (typeof value === "string" && !value.isWellFormed())
      problems.push(
        `${where}, ${lineAndColumn(line, column)}: ${shownKey(text.slice(offset, offset + length))} contains half of a ` +
          "surrogate pair, which is not a character. Type it again",
      );
  };
  visit(
    text,
    {
      onObjectBegin: open("{"),
      onObjectEnd: close,
      onArrayBegin: open("["),
      onArrayEnd: close,
      onLiteralValue: checkText,
      onObjectProperty(key, offset, length, line, column) {
        checkText(key, offset, length, line, column);
        const keys = opened.at(-1)?.keys;
        if (keys?.has(key))
          problems.push(
            `${where}, ${lineAndColumn(line, column)}: "${shownKey(key)}" appears twice. Remove one of them`,
          );
        keys?.add(key);
      },
      onError(error, offset, length) {
        const name = printParseErrorCode(error);
        // The parser closes what the end of the file leaves open.
        const innermost = name.startsWith("Close") ? closed : opened.at(-1);
        const fault = { offset, answer: wordsOf(name) };
        const { offset: at, answer } = remedyFor(text, { name, offset, length, opened: innermost }) ?? fault;
        const lines = text.slice(0, at).split(/\r\n|\r|\n/);
        const place = lineAndColumn(lines.length - 1, lines.at(-1)?.length ?? 0);
        throw new InputErrors([`${where} is not valid JSON: ${place}: ${answer}`]);
      },
    },
    { disallowComments: true },
  );
  return problems;
}

/** For `InvalidUnicode`, "invalid Unicode escape". */
function wordsOf(error: string): string {
  return error
    .replace(/\B[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
    .replace("unicode", "Unicode escape");
}

/** The parser counts from 0, and people from 1. */
function lineAndColumn(line: number, column: number): string {
  return `line ${line + 1}, column ${column + 1}`;
}
