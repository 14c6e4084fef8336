import { type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { atMost, InputErrors, refuse } from "../errors";
import { shownKey } from "./path";
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
export function readJsonFile(what: string, path: string, checkout = ""): unknown {
  const text = readTextFile(what, path, checkout);
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
  const keysOfOpen: Set<string>[] = [];
  const open = (_: number, __: number, line: number, column: number) => {
    keysOfOpen.push(new Set());
    if (keysOfOpen.length > maxLevels)
      throw new InputErrors([
        `${where}, ${placeOf(line, column)}: nested more than ${maxLevels} levels deep`,
      ]);
  };
  const close = () => void keysOfOpen.pop();
  const checkText = (value: unknown, offset: number, length: number, line: number, column: number) => {
    if (typeof value === "string" && !value.isWellFormed())
      problems.push(
        `${where}, ${placeOf(line, column)}: ${shownKey(text.slice(offset, offset + length))} contains half of a ` +
          "surrogate pair, which is not a character. Type it again",
      );
  };
  visit(
    text,
    {
      onObjectBegin: open,
      onObjectEnd: close,
      onArrayBegin: open,
      onArrayEnd: close,
      onLiteralValue: checkText,
      onObjectProperty(key, offset, length, line, column) {
        checkText(key, offset, length, line, column);
        const keys = keysOfOpen.at(-1);
        if (keys?.has(key))
          problems.push(
            `${where}, ${placeOf(line, column)}: "${shownKey(key)}" appears twice. Remove one of them`,
          );
        keys?.add(key);
      },
      onError(error, _, __, line, column) {
        throw new InputErrors([`${where} is not valid JSON: ${placeOf(line, column)}: ${wordsOf(error)}`]);
      },
    },
    { disallowComments: true },
  );
  return problems;
}

/** For `CloseBraceExpected`, "closing brace expected". */
function wordsOf(error: ParseErrorCode): string {
  const name = printParseErrorCode(error);
  if (name === "InvalidCommentToken") return "JSON has no comments: remove it";
  return name
    .replace(/\B[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
    .replace("close ", "closing ")
    .replace("unicode", "Unicode escape");
}

/** The parser counts from 0, and people from 1. */
function placeOf(line: number, column: number): string {
  return `line ${line + 1}, column ${column + 1}`;
}
