import { newAddress } from "../../shared/azure-devops/organization";
import { urlProblem } from "../../shared/http/url";

/** Where a project is: the URL before the organization, which ends with a slash, and the names. */
export interface NamedPlace {
  base: string;
  organization: string;
  project: string;
}

const cloud = "https://dev.azure.com/";

/**
 * The place that `--organization` and `--project` name. An organization is a bare name or a URL, which may lead on to a
 * project or one of its pages. Adds to `problems` and returns undefined if something is wrong or missing.
 */
export function placeOf(
  organization: string,
  project: string | undefined,
  problems: string[],
): NamedPlace | undefined {
  const found = organizationOf(organization, project);
  if ("problem" in found) {
    problems.push(`--organization: ${found.problem}`);
    return undefined;
  }
  const { inUrl, ...names } = found;
  if (project !== undefined && inUrl !== undefined && !isSame(project, inUrl)) {
    problems.push(`--project: is ${project}, but the URL of --organization leads to ${inUrl}`);
    return undefined;
  }
  const named = project ?? inUrl;
  if (named !== undefined) return { ...names, project: named };
  problems.push("--project: missing; --organization needs it");
  return undefined;
}

type Found = Omit<NamedPlace, "project"> & { inUrl: string | undefined };

function organizationOf(text: string, project: string | undefined): Found | { problem: string } {
  if (/^[\w-]+$/.test(text)) return { base: cloud, organization: text, inUrl: undefined };
  const address = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : text;
  const problem = urlProblem(address);
  if (problem !== undefined) return { problem };
  const { origin, pathname } = new URL(newAddress(address));
  const parts = pathname.split("/").filter((part) => part !== "");
  // What follows is a page of the organization or the project.
  const end = parts.findIndex((part) => part.startsWith("_"));
  const names = (end === -1 ? parts : parts.slice(0, end)).map(decodeURIComponent);
  if (`${origin}/` === cloud) {
    const [organization, inUrl] = names;
    return organization === undefined ? { problem: noOrganization } : { base: cloud, organization, inUrl };
  }
  const isLastProject = end !== -1 || (names.length > 1 && isSame(names.at(-1) ?? "", project ?? ""));
  const [inUrl, above] = isLastProject ? [names.at(-1), names.slice(0, -1)] : [undefined, names];
  const organization = above.at(-1);
  if (organization === undefined) return { problem: noOrganization };
  const before = above.slice(0, -1).map((name) => `${encodeURIComponent(name)}/`);
  return { base: `${origin}/${before.join("")}`, organization, inUrl };
}

const noOrganization =
  "expected a name such as contoso, or a URL with it, such as https://dev.azure.com/contoso";

/** Azure DevOps ignores the case of names. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
