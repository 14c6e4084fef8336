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

/** Files that have to survive a power failure, in a folder that other machines and containers may share. */

/** Thrown for a path at which something else than a plain file stands; the message says what, as in "a symbolic link". */
export class NotPlainFile extends Error {}

/**
 * The text of a plain file; undefined when nothing is there. Throws `NotPlainFile` for anything else, a dangling link
 * too: it is neither followed nor taken for nothing.
 */
export function readPlainFile(path: string): string | undefined {
  const found = patiently(() => entryAt(path));
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) throw new NotPlainFile("a symbolic link");
  if (!found.isFile()) throw new NotPlainFile("no plain file");
  // Windows has neither flag. A pipe that takes the file's place meanwhile must not hold us up.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = patiently(() => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  try {
    if (!fstatSync(file).isFile()) throw new NotPlainFile("no plain file");
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Whether anything at all stands at a path, a dangling link too. */
export function isTaken(path: string): boolean {
  return entryAt(path) !== undefined;
}

/** What stands at a path, a link not followed; a file in the place of a folder above is an error, and not nothing. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Puts a file in the place of what is there, durably: after a power failure it is the old one or the new one. */
export function replaceDurably(path: string, text: string): void {
  const draft = besides(path, "tmp");
  writeNew(draft, text);
  try {
    patiently(() => renameSync(draft, path));
  } catch (error) {
    removeQuietly(draft);
    throw error;
  }
  syncFolder(dirname(path));
}

/**
 * Makes a file that only its owner may read, and waits until it is on the disk. Throws with EEXIST where anything
 * stands already, a link too; a file that could not be written whole is removed again.
 */
export function createDurably(path: string, text: string): void {
  writeNew(path, text);
  syncFolder(dirname(path));
}

/** Writes a file that was not there, and waits until it is on the disk; what its folder says of it may not be yet. */
function writeNew(path: string, text: string): void {
  const file = patiently(() => openSync(path, "wx", 0o600));
  try {
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    removeQuietly(path);
    throw error;
  }
}

/** Removes a file; that it is gone already is no error. */
export function remove(path: string): void {
  patiently(() => rmSync(path, { force: true }));
}

/** The name of a passing file beside another: process ids repeat among the containers that share a folder. */
export function besides(path: string, ending: string): string {
  return `${path}.${randomBytes(6).toString("hex")}.${ending}`;
}

/**
 * How long to wait for who holds a file, try by try: 0.6 s together, so that a receipt is still written in the second
 * and a half that a cancelled step has left after its purchase.
 */
const heldPausesMilliseconds = [10, 20, 40, 80, 160, 320];

/** Acts on a file, again when a virus scanner or an indexer on Windows holds it, as they do for a moment. */
function patiently<T>(act: () => T): T {
  for (const milliseconds of heldPausesMilliseconds) {
    try {
      return act();
    } catch (error) {
      if (!["EPERM", "EACCES", "EBUSY"].includes(codeOf(error))) throw error;
    }
    // Sleeps instead of going on: nothing may come between an intent and its purchase.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  }
  return act();
}

/** The system's code of an error, such as ENOENT. */
export function codeOf(error: unknown): string {
  return String(Reflect.get(Object(error), "code"));
}

/** Removes what is left of a failed write; that this fails too is no news. */
function removeQuietly(path: string): void {
  try {
    rmSync(path);
  } catch {
    // The error that led here is the one to tell.
  }
}

/** Makes a new name in a folder last; where a folder cannot be opened for that (Windows), the system sees to it. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // A folder that cannot be synchronised is no reason not to go on: the file itself is.
  }
}
