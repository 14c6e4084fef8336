import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { join, parse } from "node:path";
import { InputErrors, isInputErrors, systemErrorCode } from "../errors";
import { isInFolder } from "../folder";
import { didYouMean } from "../text/did-you-mean";

/** Enough for thousands of pipelines. A parsed file takes up to 100 times its size in memory. */
const maxBytes = 1024 * 1024;

/**
 * Reads a UTF-8 file, without its byte-order mark. `what` names the input that gave the path. In a pipeline,
 * `checkout` is the folder of its checkout, and no link in it may lead outside: anyone who can commit a link
 * could read the agent's files through it. Reads only regular files, up to a size limit. Throws `InputErrors`
 * that name the file.
 */
export function readTextFile(what: string, path: string, checkout: string): string {
  const where = `${what}: ${path}`;
  try {
    const file = realpathSync(path);
    if (leavesCheckout(path, file, checkout))
      throw new InputErrors([
        `${where} is a link that leads out of the checkout. Replace it with the file itself`,
      ]);
    return decode(where, readBytes(where, file));
  } catch (error) {
    if (isInputErrors(error)) throw error;
    const code = systemErrorCode(error);
    if (code === "ENOENT") {
      const advice = didYouMeanFile(path) || ". Check the path, and that the job checks out the repository";
      throw new InputErrors([`${where} does not exist${advice}`]);
    }
    const reasons: Record<string, string> = {
      EACCES: "cannot be read: permission denied",
      // The same on Windows.
      EPERM: "cannot be read: permission denied",
    };
    throw new InputErrors([`${where} ${reasons[code] ?? `cannot be read (${code})`}`]);
  }
}

function leavesCheckout(path: string, file: string, checkout: string): boolean {
  if (checkout === "") return false;
  const folder = realpathSync(checkout);
  return (isInFolder(checkout, path) || isInFolder(folder, path)) && !isInFolder(folder, file);
}

function readBytes(where: string, path: string): Buffer {
  expectRegularFile(where, statSync(path));
  // Opening a named pipe would wait for its writer. Windows has no such flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    // The file may have been replaced in the meantime.
    expectRegularFile(where, fstatSync(file));
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    // Files in /proc are longer than they report.
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > maxBytes) throw tooLarge(where);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function expectRegularFile(where: string, stats: Stats): void {
  if (stats.isDirectory()) throw new InputErrors([`${where} is a folder. Name a file`]);
  if (!stats.isFile()) throw new InputErrors([`${where} is not a regular file but a device, pipe or socket`]);
  if (stats.size > maxBytes) throw tooLarge(where);
}

function tooLarge(where: string): InputErrors {
  return new InputErrors([`${where} is larger than ${maxBytes} bytes`]);
}

function decode(where: string, bytes: Buffer): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined)
    throw new InputErrors([
      `${where}, line 1: not UTF-8; it seems to be ${utf16}, which > writes in Windows PowerShell. ` +
        "Save it as UTF-8; in PowerShell, use | Out-File -Encoding utf8 instead of >",
    ]);
  try {
    // This drops the byte-order mark that some editors write.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputErrors([
      `${where}, line ${firstWrongLine(bytes)}: not UTF-8; it seems to be Windows-1252 (Latin-1). ` +
        "Save it as UTF-8 in your editor, or in PowerShell with Set-Content -Encoding utf8",
    ]);
  }
}

/** Recognized by its byte-order mark or by the zero beside the first character, which is ASCII in JSON. */
function utf16Of([first, second]: Uint8Array): string | undefined {
  if (second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "UTF-16 LE";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "UTF-16 BE";
  return undefined;
}

/** Counted from 1. */
function firstWrongLine(bytes: Buffer): number {
  // Invalid bytes change when they are decoded and encoded again.
  const again = Buffer.from(bytes.toString("utf8"));
  const wrong = again.findIndex((byte, at) => byte !== bytes[at]);
  return bytes
    .subarray(0, wrong)
    .toString("latin1")
    .split(/\r\n|\r|\n/).length;
}

/**
 * For the path of a file that does not exist: a question for the one that was probably meant, from the first name that
 * differs. Empty if none is similar. Only some file systems take `Monitor.json` for `monitor.json`.
 */
export function didYouMeanFile(path: string): string {
  const { root } = parse(path);
  const names = path.slice(root.length).split(/[\\/]/);
  const found: string[] = [];
  for (const [index, name] of names.entries()) {
    const known = namesIn(join(root || ".", ...found));
    const isThere = ["", ".", ".."].includes(name) || known.includes(name);
    const same = isThere ? name : known.find((other) => other.toLowerCase() === name.toLowerCase());
    if (same === undefined) return index === names.length - 1 ? didYouMean(name, known) : "";
    found.push(same);
  }
  const first = found.findIndex((name, index) => name !== names[index]);
  return first === -1
    ? ""
    : `. Did you mean \`${found.slice(first).join("/")}\`? Capital letters matter on this machine`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
