import * as v from "valibot";

/**
 * The format of recordings. `recording.json` lists each request below the URL of the project with the file of
 * its response, or with its error. Only the path and query of a request are kept, so no credential is, and
 * only the members of a response that are read.
 */

/** The file that lists the responses. */
export const indexName = "recording.json";
/** A response of the service, or the error in its place. */
export const responseSchema = v.object({
  request: v.string(),
  fault: v.optional(v.string()),
  headers: v.optional(v.objectWithRest({}, v.string()), {}),
  // A file of this folder, even if somebody edited the list.
  file: v.optional(v.pipe(v.string(), v.regex(/^\d+\.(json|txt)$/))),
});
/** The list of a recording. */
export const recordingSchema = v.object({
  recordedAt: v.pipe(
    v.string(),
    v.check((text) => Number.isFinite(Date.parse(text))),
  ),
  // The path of its URL; the host may differ.
  project: v.string(),
  answers: v.array(responseSchema),
});

export function below(project: URL, { href }: URL): string {
  return href.startsWith(project.href) ? href.slice(project.href.length) : href;
}
