import { readFileSync } from "node:fs";
import { type ParseError, parse, printParseErrorCode, visit } from "jsonc-parser";
import { InputFaults, refuse } from "./faults";

const maxBytes = 4 * 1024 * 1024;

/**
 * The value that a JSON file holds. Throws `InputFaults` that name the file, and line and column where it is
 * no JSON or names a key twice, of which only one could count. `what` says which input names the file.
 */
export function readJsonFile(what: string, path: string): unknown {
  const text = readTextFile(what, path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputFaults([`${what}: ${path} is not JSON: ${firstFault(text)}`]);
  }
  // Only then a key was lost on the way, and the slow parser has to tell which.
  if (keysInText(text) !== keysIn(value))
    refuse(repeatedKeys(text).map((fault) => `${what}: ${path}, ${fault}`));
  return value;
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
    const code = String(Reflect.get(Object(error), "code"));
    const reasons: Record<string, string> = {
      ENOENT: "does not exist",
      EISDIR: "is a folder",
      EACCES: "may not be read",
      // What Windows calls it.
      EPERM: "may not be read",
    };
    throw new InputFaults([`${what}: ${path} ${reasons[code] ?? `cannot be read (${code})`}`]);
  }
}

/** The first thing that is wrong with a text as JSON, with line and column counted from 1. */
function firstFault(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  const words = first === undefined ? "unexpected text" : printParseErrorCode(first.error);
  const readable = words.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return `${position(text, first?.offset ?? text.length)}: ${readable}`;
}

/** How many keys stand in a JSON text, one that is there twice counted twice. */
function keysInText(text: string): number {
  let keys = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon !== undefined) keys++;
  return keys;
}

/** How many keys the objects of a value have, however deep it is. */
function keysIn(value: unknown): number {
  let keys = 0;
  const open = [value];
  for (const part of open) {
    if (typeof part !== "object" || part === null) continue;
    const members: unknown[] = Object.values(part);
    for (const member of members) open.push(member);
    if (!Array.isArray(part)) keys += members.length;
  }
  return keys;
}

/** Every key that its object has already had. */
function repeatedKeys(text: string): string[] {
  const faults: string[] = [];
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(key, offset) {
      const keys = open.at(-1);
      if (keys?.has(key)) faults.push(`${position(text, offset)}: "${key}" is there twice`);
      keys?.add(key);
    },
  });
  return faults;
}

function position(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lastBreak = Math.max(before.lastIndexOf("\r"), before.lastIndexOf("\n"));
  return `line ${before.split(/\r\n|\r|\n/).length}, column ${offset - lastBreak}`;
}
