import { createHash } from "node:crypto";

/**
 * Returns a short fingerprint of parts. Tags and attachments of a run hold it in place of names, because everybody who sees
 * the run can read them.
 */
export function fingerprint(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** Returns what tags and attachments know a project by. */
export function projectFingerprint({ project }: { project: URL }): string {
  return fingerprint([project.href]);
}
