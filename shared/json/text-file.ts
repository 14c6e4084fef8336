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
import { basename, dirname } from "node:path";
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
      const advice =
        didYouMean(basename(path), namesIn(dirname(path))) ||
        ". Check the path and its capital letters, and that the job checks out the repository";
      throw new InputErrors([`${where} does not exist${advice}`]);
    }
    // The second is that of Windows.
    const why = ["EACCES", "EPERM"].includes(code) ? ": permission denied" : ` (${code})`;
    throw new InputErrors([`${where} cannot be read${why}`]);
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
  try {
    // This drops the byte-order mark that some editors write.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputErrors([
      `${where}, line ${firstWrongLine(bytes)}: not UTF-8. Save it as UTF-8 in your editor; in Windows PowerShell, ` +
        "use | Out-File -Encoding utf8 instead of >",
    ]);
  }
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
