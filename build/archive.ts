import { unzipSync, type Zippable, zipSync } from "fflate";

/**
 * Sorts the files by name and drops their times, so that two builds of a commit are the same to the byte.
 * Compresses in JavaScript, because zlib differs between versions of Node.
 */
export function reproducible(archive: Uint8Array): Uint8Array {
  const files: Zippable = {};
  const found = Object.entries(unzipSync(archive)).sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [name, content] of found) if (!name.endsWith("/")) files[name] = content;
  // The earliest time that an archive can state. Archives state local times.
  return zipSync(files, { mtime: new Date(1980, 0, 1), level: 9 });
}
