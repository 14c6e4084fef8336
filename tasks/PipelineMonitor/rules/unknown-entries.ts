import type { BuildService } from "../../../shared/azure-devops/client";
import { type JsonPath, shownPath } from "../../../shared/json/path";
import { type Pipeline, pathOf } from "../../../shared/pipeline";
import { didYouMean } from "../../../shared/text/did-you-mean";
import { comparedName } from "../../../shared/text/sanitize";
import { dayIn } from "../../../shared/text/zone";
import { type Config, hasMoreProjects } from "../config/parse";
import { createNameLookUp, isPattern, namesIn } from "../config/patterns";
import { attempt, type Context, type Warner, withinBudget } from "../issue/context";
import type { FoundProject } from "../issue/report";
import { endOf } from "../issue/window";

/**
 * Warns of the names and patterns that apply to no pipeline of the project, because a mistyped one leaves its pipeline to
 * the default, or its issues to another chat. With several projects, a name may be of any of them, so nothing is checked.
 * Returns false if the names could not be read.
 */
export async function warnOfUnknownEntries(
  config: Config,
  service: Pick<BuildService, "allPipelines">,
  { agent, cancelled }: Warner,
): Promise<boolean> {
  if (hasMoreProjects(config)) return true;
  const read = () => service.allPipelines(cancelled);
  const pipelines = await attempt("the pipeline names in `configFile`", { agent, cancelled }, read);
  if (pipelines === undefined) return false;
  for (const warning of unknownEntries(config, pipelines)) agent.warn(agent.sanitize(config.locate(warning)));
  return true;
}

/** In the first report of a day. Without a memory of reports, the service is asked for nothing that the rules do not need. */
export async function warnDaily({ config, window }: FoundProject, context: Context): Promise<void> {
  const dayOf = dayIn(config.zone);
  const isNewDay = window.from !== undefined && dayOf(window.from) !== dayOf(endOf(window));
  const allPipelines = () => withinBudget(context, context.service.allPipelines);
  if (config.sinceLastReport && isNewDay) await warnOfUnknownEntries(config, { allPipelines }, context);
}

/** Each suggestion takes time, and nobody reads more. */
const maxWarnings = 100;

function unknownEntries({ keys }: Config, pipelines: readonly Pipeline[]): string[] {
  const [names, paths] = [pipelines.map(({ name }) => name), pipelines.map(pathOf)];
  const all = new Set([...names, ...paths].map((name) => comparedName(name)));
  const applies = (entry: string) => {
    const find = createNameLookUp([entry]);
    return (
      all.has(comparedName(entry)) || (isPattern(entry) && paths.some((path) => find(path) !== undefined))
    );
  };
  return namesIn(keys)
    .filter(({ name, path }) => !(path.length === 2 && name === "default") && !applies(name))
    .slice(0, maxWarnings)
    .map(({ name, path }) =>
      isPattern(name)
        ? `${shownPath(path)}: matches no pipeline of the project`
        : `${shownPath(path)}: no pipeline of the project has this name${meantBy(name, path, name.startsWith("\\") ? paths : names)}`,
    );
}

function meantBy(name: string, path: JsonPath, names: readonly string[]): string {
  const isDefault = path.length === 2 && name.toLowerCase() === "default";
  return isDefault ? "; the entry for all others is `default`, in lower case" : didYouMean(name, names);
}
