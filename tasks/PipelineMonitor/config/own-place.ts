import type { Variables } from "../../../shared/agent/agent";
import { newAddress, sameOrganization } from "../../../shared/azure-devops/organization";
import { urlBelow } from "../../../shared/http/url";
import { keysOf, memberAt } from "../../../shared/json/path";
import { decoded } from "./schema";

/** The keys that lead to a project. Those that a configuration lacks are the pipeline's own. */
export const placeKeys = ["organization", "project", "url_base"] as const;

export type OwnPlace = Readonly<Record<(typeof placeKeys)[number], string>>;

/** Where the pipeline itself runs. Undefined if the agent does not tell, as outside a pipeline. */
export function readOwnPlace(agent: Variables): OwnPlace | undefined {
  const address = newAddress(agent.variable("System.CollectionUri"));
  const project = agent.variable("System.TeamProject");
  const [, base, organization] = /^(https?:\/\/.*\/)([^/?#]+)\/*$/i.exec(address) ?? [];
  if (base === undefined || organization === undefined || project === "") return undefined;
  return { organization: decoded(organization), project, url_base: base };
}

/** The members of the place that a configuration lacks. None for anything but an object with members. */
export function placeLackedBy(content: unknown, own: OwnPlace | undefined): Partial<OwnPlace> {
  if (own === undefined || keysOf(content).length === 0) return {};
  const lacked = placeKeys.filter((key) => memberAt(content, [key]) === undefined);
  return Object.fromEntries(lacked.map((key) => [key, own[key]]));
}

/** Adds to the problems of a key that the file lacks where its value comes from. */
export function withPlace(problems: readonly string[], lacked: Partial<OwnPlace>): string[] {
  const isLacked = (problem: string) => Object.keys(lacked).some((key) => problem.startsWith(`${key}: `));
  return problems.map((problem) => (isLacked(problem) ? `${problem} (this pipeline's own)` : problem));
}

/** A configuration reads another organization or project than that of its pipeline: a typing error, or meant. */
export interface OtherPlace {
  what: "organization" | "project";
  sentence: string;
}

/** Undefined if it reads the pipeline's own project, or nobody knows that. */
export function findElsewhere(
  { organization, projectName }: { organization: URL; projectName: string },
  agent: Variables,
  fileName: string,
): OtherPlace | undefined {
  const own = readOwnPlace(agent);
  if (own === undefined) return undefined;
  const sentence = (read: string, runsIn: string) =>
    `${fileName} reads ${read}; this pipeline runs in ${runsIn}.`;
  const ownOrganization = urlBelow(new URL(own.url_base), [own.organization]);
  if (!sameOrganization(organization, ownOrganization)) {
    const name = decoded(organization.pathname.split("/").at(-1) ?? "");
    const isOtherName = name.toLowerCase() !== own.organization.toLowerCase();
    const names = isOtherName ? [name, own.organization] : [organization.href, ownOrganization.href];
    return { what: "organization", sentence: sentence(names[0] ?? "", names[1] ?? "") };
  }
  const ownNames = [own.project, agent.variable("System.TeamProjectId")].map((name) => name.toLowerCase());
  if (ownNames.includes(projectName.toLowerCase())) return undefined;
  return { what: "project", sentence: sentence(`the project ${projectName}`, own.project) };
}
