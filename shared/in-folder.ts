import { isAbsolute, relative, sep } from "node:path";

/** Returns whether `path` is `folder` or is inside it. Compares names only; both paths must be absolute. */
export function isInFolder(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
