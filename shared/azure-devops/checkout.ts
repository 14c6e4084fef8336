import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Variables } from "../agent/agent";
import { readTextFile } from "../json/text-file";
import type { Repository } from "./repositories";

/**
 * Reads a file of the checkout of the repository of the step's own pipeline; undefined for one that does not exist. The
 * function itself is undefined for another repository, and without a checkout.
 */
export function checkoutOf(
  { type, id }: Repository,
  agent: Variables,
): ((path: string) => string | undefined) | undefined {
  const isOwn =
    agent.variable("Build.Repository.Provider") === type &&
    agent.variable("Build.Repository.ID").toLowerCase() === id.toLowerCase();
  const folder = isOwn ? folderOf(agent) : undefined;
  if (folder === undefined) return undefined;
  return (path) => {
    const file = join(folder, path);
    return existsSync(file) ? readTextFile("checkout", file, folder) : undefined;
  };
}

/** A job that checks out several repositories has each in a folder of its own. */
function folderOf({ variable }: Variables): string | undefined {
  const sources = variable("Build.SourcesDirectory") || variable("System.DefaultWorkingDirectory");
  const name = variable("Build.Repository.Name").split("/").at(-1) ?? "";
  const folders = [variable("Build.Repository.LocalPath"), sources, join(sources, name)];
  return folders.find((folder) => folder !== "" && existsSync(join(folder, ".git")));
}
