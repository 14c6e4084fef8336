import { readFileSync } from "node:fs";
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { InputFaults } from "./faults";

const maxBytes = 4 * 1024 * 1024;

/**
 * The value that a JSON file holds. Throws `InputFaults` that name the file, and line and column where it is
 * no JSON. `what` says which input names the file.
 */
export function readJsonFile(what: string, path: string): unknown {
  const text = readTextFile(what, path);
  try {
    return JSON.parse(text);
  } catch {
    throw new InputFaults([`${what}: ${path} is not JSON: ${firstFault(text)}`]);
  }
}

function readTextFile(what: string, path: string): string {
  try {
    const content = readFileSync(path);
    if (content.length > maxBytes)
      throw new InputFaults([`${what}: ${path} is larger than ${maxBytes} bytes`]);
    // TextDecoder drops the byte-order mark that some editors write.
    return new TextDecoder().decode(content);
  } catch (error) {
    if (error instanceof InputFaults) throw error;
    const code = error instanceof Error ? String(Reflect.get(error, "code")) : "";
    const reasons: Record<string, string> = {
      ENOENT: "does not exist",
      EISDIR: "is a folder",
      EACCES: "may not be read",
    };
    throw new InputFaults([`${what}: ${path} ${reasons[code] ?? `cannot be read (${code})`}`]);
  }
}

/** The first thing that is wrong with a text as JSON, with line and column counted from 1. */
function firstFault(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const [first] = errors;
  const before = text.slice(0, first?.offset ?? text.length).split(/\r\n|\r|\n/);
  const words = first === undefined ? "unexpected text" : printParseErrorCode(first.error);
  const readable = words.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${readable}`;
}
