import { createHash } from "node:crypto";

/**
 * Returns a short digest of parts. Tags and attachments of a run hold it in place of names, because everybody who sees
 * the run can read them.
 */
export function digest(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** Returns what tags and attachments know a project by. */
export function projectDigest({ project }: { project: URL }): string {
  return digest([project.href]);
}
