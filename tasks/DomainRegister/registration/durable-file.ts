import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { systemErrorCode } from "../../../shared/errors";

/** Files that must survive a power failure, in a folder that several machines and containers may share. */

/** Thrown if a path is not a plain file. The message says what it is, such as "a symbolic link". */
export class NotPlainFile extends Error {}

/**
 * Reads a plain file. Undefined if nothing is there. Throws `NotPlainFile` for anything else. A dangling link
 * counts as something, and links are not followed.
 */
export function readPlainFile(path: string): string | undefined {
  const entry = patiently(() => entryAt(path));
  if (entry === undefined) return undefined;
  if (entry.isSymbolicLink()) throw new NotPlainFile("a symbolic link");
  // Windows has neither flag. If a pipe replaces the file meanwhile, opening it must not block.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = patiently(() => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  try {
    if (!fstatSync(file).isFile()) throw new NotPlainFile("not a regular file");
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Whether there is anything at a path, including a dangling link. */
export function isTaken(path: string): boolean {
  return entryAt(path) !== undefined;
}

/** Does not follow links. Throws if a parent folder is a file: that does not prove that the path is free. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces a file durably: after a power failure it is either the old one or the new one. */
export function replaceDurably(path: string, text: string): void {
  const draft = temporaryPath(path, "tmp");
  writeNew(draft, text);
  orRemove(draft, () => patiently(() => renameSync(draft, path)));
  syncFolder(dirname(path));
}

/**
 * Creates a file that only its owner can read, and waits until it is on the disk. Throws EEXIST if anything
 * is there, including a link. Removes the file again if it could not be written completely.
 */
export function createDurably(path: string, text: string): void {
  writeNew(path, text);
  syncFolder(dirname(path));
}

/** Writes a new file and waits until its content is on the disk. The folder's entry for it may not be yet. */
function writeNew(path: string, text: string): void {
  const file = patiently(() => openSync(path, "wx", 0o600));
  orRemove(path, () => {
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}

export function remove(path: string): void {
  patiently(() => rmSync(path, { force: true }));
}

/** A path for a temporary file beside another one. Random, since containers that share a folder repeat process ids. */
export function temporaryPath(path: string, ending: string): string {
  return `${path}.${randomBytes(6).toString("hex")}.${ending}`;
}

/**
 * The pauses between tries while another program holds a file. Together they are 0.6 s: a cancelled step has
 * a second and a half left to write the receipt of its purchase.
 */
const heldPausesMilliseconds = [10, 20, 40, 80, 160, 320];

/** Acts on a file, and tries again if a virus scanner or an indexer on Windows holds it for a moment. */
function patiently<T>(act: () => T): T {
  for (const milliseconds of heldPausesMilliseconds) {
    try {
      return act();
    } catch (error) {
      if (!["EPERM", "EACCES", "EBUSY"].includes(systemErrorCode(error))) throw error;
    }
    // Blocks the thread: nothing else may run between an intent and its purchase.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  }
  return act();
}

/** Acts on a new file. If that fails, removes the file and throws the error. */
function orRemove(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    try {
      rmSync(path);
    } catch {
      // The error of the act is the one to report.
    }
    throw error;
  }
}

/** Makes a new folder entry durable. Windows cannot open a folder for that, and does it by itself. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // Not fatal: the content of the file is on the disk.
  }
}
