import { isAbsolute, relative, sep } from "node:path";

/** True for the folder itself, too. Compares names only; both paths must be absolute. */
export function isInFolder(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
