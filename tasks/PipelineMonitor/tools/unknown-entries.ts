import type { TaskContext } from "../../../shared/agent/task";
import type { BuildService } from "../../../shared/azure-devops/client";
import { shownPath } from "../../../shared/json/path";
import { didYouMean } from "../../../shared/text/did-you-mean";
import type { Entries } from "../config/entries";
import type { Config } from "../config/parse";
import { createNameLookUp, isPattern } from "../config/patterns";
import { attempt } from "../issue/context";

/**
 * Warns of the entries that apply to no pipeline of the project, because a mistyped one leaves its pipeline to the
 * default. With several projects, an entry may be meant for any of them, so nothing is checked.
 */
export async function warnOfUnknownEntries(
  { moreProjects, pipelines }: Config,
  service: Pick<BuildService, "pipelineNames">,
  { agent, cancelled }: Pick<TaskContext, "agent" | "cancelled">,
): Promise<void> {
  if (moreProjects.length > 0) return;
  const read = () => service.pipelineNames(cancelled);
  const names = await attempt("the names in `pipelines`", { agent, cancelled }, read);
  if (names === undefined) return;
  for (const warning of unknownEntries(pipelines, names))
    agent.warn(`configFile: ${agent.sanitize(warning)}`);
}

/** Each suggestion takes time, and nobody reads more. */
const maxWarnings = 100;

export function unknownEntries({ byName }: Entries, names: readonly string[]): string[] {
  const known = new Set(names.map((name) => name.normalize()));
  const applies = (entry: string) => {
    const find = createNameLookUp([entry]);
    return (
      known.has(entry.normalize()) || (isPattern(entry) && names.some((name) => find(name) !== undefined))
    );
  };
  const unknown = [...byName.keys()].filter((entry) => entry !== "default" && !applies(entry));
  return unknown.slice(0, maxWarnings).map((entry) => {
    const path = shownPath(["pipelines", entry]);
    return isPattern(entry)
      ? `${path}: matches no pipeline of the project`
      : `${path}: no pipeline of the project has this name${didYouMean(entry, names)}`;
  });
}
