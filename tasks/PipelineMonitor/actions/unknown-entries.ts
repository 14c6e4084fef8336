import type { TaskContext } from "../../../shared/agent/task";
import type { BuildService } from "../../../shared/azure-devops/client";
import { shownPath } from "../../../shared/json/path";
import { didYouMean } from "../../../shared/text/did-you-mean";
import type { Config } from "../config/parse";
import { createNameLookUp, isPattern } from "../config/patterns";
import { attempt } from "../issue/context";

/**
 * Warns of the names and patterns that apply to no pipeline of the project, because a mistyped one leaves its pipeline to
 * the default, or its issues to another chat. With several projects, a name may be of any of them, so nothing is checked.
 */
export async function warnOfUnknownEntries(
  config: Config,
  service: Pick<BuildService, "pipelineNames">,
  { agent, cancelled }: Pick<TaskContext, "agent" | "cancelled">,
): Promise<void> {
  if (config.moreProjects.length > 0) return;
  const read = () => service.pipelineNames(cancelled);
  const names = await attempt("the pipeline names in `configFile`", { agent, cancelled }, read);
  if (names === undefined) return;
  for (const warning of unknownEntries(config, names)) agent.warn(`configFile: ${agent.sanitize(warning)}`);
}

/** Each suggestion takes time, and nobody reads more. */
const maxWarnings = 100;

export function unknownEntries(
  { pipelines, routes }: Pick<Config, "pipelines" | "routes">,
  names: readonly string[],
): string[] {
  const known = new Set(names.map((name) => name.normalize()));
  const applies = (entry: string) => {
    const find = createNameLookUp([entry]);
    return (
      known.has(entry.normalize()) || (isPattern(entry) && names.some((name) => find(name) !== undefined))
    );
  };
  const entries = [...pipelines.byName.keys()]
    .filter((entry) => entry !== "default")
    .map((entry) => ({ entry, path: shownPath(["pipelines", entry]) }));
  const ofRoutes = routes.flatMap(({ named }, route) =>
    named.map((entry, at) => ({ entry, path: shownPath(["routes", `${route}`, "pipelines", `${at}`]) })),
  );
  const unknown = [...entries, ...ofRoutes].filter(({ entry }) => !applies(entry));
  return unknown
    .slice(0, maxWarnings)
    .map(({ entry, path }) =>
      isPattern(entry)
        ? `${path}: matches no pipeline of the project`
        : `${path}: no pipeline of the project has this name${didYouMean(entry, names)}`,
    );
}
