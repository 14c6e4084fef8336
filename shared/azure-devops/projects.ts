import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { urlBelow } from "../http/url";
import { parseList } from "./records";
import { createRequests, type RequestSettings } from "./requests";

/** The projects of an organization that a credential can read. */
export interface ProjectNames {
  /** In alphabetical order. */
  names: string[];
  /** Whether there are more. */
  isCut: boolean;
}

const projectSchema = v.object({ name: v.pipe(v.string(), v.nonEmpty()) });

/** Reads the names of at most `maxCount` projects of an organization. Throws `HttpError`. */
export async function readProjectNames(
  organization: URL,
  maxCount: number,
  settings: RequestSettings,
  signal: AbortSignal,
): Promise<ProjectNames> {
  const { json, dispose } = createRequests(settings, 1);
  try {
    // One more than wanted says whether there are more.
    const query = `stateFilter=wellFormed&$top=${maxCount + 1}&api-version=5.0`;
    const names = await json(urlBelow(organization, ["_apis", "projects"], query), signal, (body) =>
      parseList(body).map(parseName),
    );
    const inOrder = [...new Set(names)].sort((one, other) => (one < other ? -1 : 1));
    return { names: inOrder.slice(0, maxCount), isCut: inOrder.length > maxCount };
  } finally {
    dispose();
  }
}

function parseName(entry: unknown): string {
  const project = v.safeParse(projectSchema, entry);
  if (!project.success) throw new Unreadable("a project without a name");
  return project.output.name;
}
