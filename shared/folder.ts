import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

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
