import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { urlBelow } from "../http/url";
import { parseList } from "./records";
import { createRequests, type RequestSettings } from "./requests";

export interface NamedProject {
  name: string;
  /** Stays the same under another name; undefined if the service does not tell. */
  id: string | undefined;
}

/** The projects of an organization that a credential can read. */
export interface ListedProjects {
  /** In alphabetical order, each name once. */
  projects: NamedProject[];
  /** Whether there are more. */
  isCut: boolean;
}

const projectSchema = v.object({ name: v.pipe(v.string(), v.nonEmpty()), id: v.optional(v.string()) });

/** Reads at most `maxCount` projects of an organization. Throws `HttpError`. */
export async function readProjects(
  organization: URL,
  maxCount: number,
  settings: RequestSettings,
  signal: AbortSignal,
): Promise<ListedProjects> {
  const { json, dispose } = createRequests(settings, 1);
  try {
    // One more than wanted says whether there are more.
    const query = `stateFilter=wellFormed&$top=${maxCount + 1}&api-version=5.0`;
    const listed = await json(urlBelow(organization, ["_apis", "projects"], query), signal, (body) =>
      parseList(body).map(parseProject),
    );
    const once = [...new Map(listed.map((one) => [one.name, one])).values()];
    const inOrder = once.sort((one, other) => (one.name < other.name ? -1 : 1));
    return { projects: inOrder.slice(0, maxCount), isCut: inOrder.length > maxCount };
  } finally {
    dispose();
  }
}

function parseProject(entry: unknown): NamedProject {
  const project = v.safeParse(projectSchema, entry);
  if (!project.success) throw new Unreadable("a project without a name");
  const { name, id } = project.output;
  return { name, id: id?.toLowerCase() };
}
