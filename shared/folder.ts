import { existsSync, mkdirSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";

/**
 * Creates a folder and its missing parents. Throws the error of the system. Node's `recursive` option loops forever
 * below Linux's /proc, where `mkdir` reports that the parent does not exist although it does.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (existsSync(folder)) return;
    const parent = dirname(folder);
    const isParentMissing = Reflect.get(Object(error), "code") === "ENOENT" && !existsSync(parent);
    if (!isParentMissing || parent === folder) throw error;
    makeFolder(parent);
    makeFolder(folder);
  }
}

/** True for the folder itself, too. Compares names only; both paths must be absolute. */
export function isInFolder(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
