import { existsSync, mkdirSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";

/**
 * Creates a folder and its missing parents; new folders get `mode`. Throws the error of the system. Node's
 * `recursive` option loops forever below Linux's /proc, where `mkdir` reports that the parent does not exist
 * although it does.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (existsSync(folder)) return;
    const parent = dirname(folder);
    const isParentMissing = Reflect.get(Object(error), "code") === "ENOENT" && !existsSync(parent);
    if (!isParentMissing || parent === folder) throw error;
    makeFolder(parent, mode);
    makeFolder(folder, mode);
  }
}

/** Returns whether `path` is `folder` or is inside it. Compares names only; both paths must be absolute. */
export function isInFolder(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
