import { existsSync, mkdirSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";

/**
 * Makes a folder, and those above it where they are missing; `mode` is that of each new one. Throws the system's error.
 * Node's own `recursive` never ends below Linux's /proc, where nothing can be made and `mkdir` says that the folder
 * above is missing although it is there.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (existsSync(folder)) return;
    const above = dirname(folder);
    const isParentMissing = Reflect.get(Object(error), "code") === "ENOENT" && !existsSync(above);
    if (!isParentMissing || above === folder) throw error;
    makeFolder(above, mode);
    makeFolder(folder, mode);
  }
}

/** Whether a path is a folder or lies below it, by the names alone; both are absolute. */
export function isInFolder(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
