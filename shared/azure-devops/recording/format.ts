import * as v from "valibot";
import { objectOf } from "../../json/schema";

/**
 * What the build service answered, kept in a folder and given again: `recording.json` lists what was asked below the
 * address of the project, each with the file of its answer, or with the fault that it came to. No request is in it but for
 * its path and query, so no credential, and of the answers only what is read of them.
 */

/** The file that lists the answers. */
export const indexName = "recording.json";
/** An answer of the service, or what came in place of one. */
export const responseSchema = objectOf(
  {
    request: v.string(),
    fault: v.optional(v.string()),
    headers: v.optional(v.record(v.string(), v.string()), {}),
    // Of this folder, whatever somebody wrote there.
    file: v.optional(v.pipe(v.string(), v.regex(/^\d+\.(json|txt)$/))),
  },
  "an answer",
);
/** The list of a recording. */
export const recordingSchema = objectOf(
  {
    recordedAt: v.pipe(v.string(), v.isoTimestamp()),
    // Its path: another address of the same project serves as well.
    project: v.string(),
    answers: v.array(responseSchema),
  },
  "a recording",
);

/** What is asked for, below the address of its project. */
export function below(project: URL, { href }: URL): string {
  return href.startsWith(project.href) ? href.slice(project.href.length) : href;
}
