import { type Project, projectIdOf } from "../../shared/project";

/** A project as somebody names it. `id` is the service's; undefined where nobody could ask for it. */
export interface NamedProject {
  readonly name: string;
  readonly id?: string | undefined;
}

/** The service ignores the case of names. */
export function projectOf({ name, id = name }: NamedProject): Project {
  return { id: projectIdOf(id.toLowerCase()), name };
}

/** As a page of the project `own` knows it: that one may have another name by now than a report has, and another one its old name. */
export function projectIn(given: NamedProject, own: Project): Project {
  const [project, byName, ownByName] = [given, { name: given.name }, { name: own.name }].map(projectOf);
  const isIdKnown = given.id !== undefined && own.id !== ownByName?.id;
  const isOwn = isIdKnown ? project?.id === own.id : byName?.id === ownByName?.id;
  return isOwn || project === undefined ? own : project;
}
