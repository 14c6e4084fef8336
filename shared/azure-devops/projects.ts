import * as v from "valibot";
import { parseAs } from "../http/body";
import { urlBelow } from "../http/url";
import { parseList } from "./lists";
import { createRequests, type RequestSettings } from "./requests";

export type NamedProject = ReturnType<typeof parseProject>;

const projectSchema = v.object({ name: v.pipe(v.string(), v.nonEmpty()), id: v.optional(v.string()) });

/**
 * Reads at most `maxCount` projects of an organization that the credential can read, in alphabetical order, each name
 * once. `isCut` says whether there are more. Throws `HttpError`.
 */
export async function readProjects(
  organization: URL,
  maxCount: number,
  settings: RequestSettings,
  signal: AbortSignal,
) {
  const { json, dispose } = createRequests(settings, 1);
  try {
    // One more than wanted says whether there are more.
    const query = `stateFilter=wellFormed&$top=${maxCount + 1}&api-version=5.0`;
    const url = urlBelow(organization, ["_apis", "projects"], query);
    const listed = await json({ url, signal }, (body) => parseList(body).map(parseProject));
    const once = [...new Map(listed.map((project) => [project.name, project])).values()];
    const inOrder = once.sort((one, other) => (one.name < other.name ? -1 : 1));
    return { projects: inOrder.slice(0, maxCount), isCut: inOrder.length > maxCount };
  } finally {
    dispose();
  }
}

/** The id stays the same under another name; undefined if the service does not tell. */
function parseProject(entry: unknown) {
  const { name, id } = parseAs(projectSchema, entry, "a project without a name");
  return { name, id: id?.toLowerCase() };
}
