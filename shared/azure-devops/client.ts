import { actOnRuns } from "./actions";
import { readHookSubscriptions } from "./hook-subscriptions";
import { readOwnRuns } from "./own-runs";
import { readPipelines } from "./pipelines";
import { readRepositories } from "./repositories";
import { openProject, type ProjectSettings } from "./requests";
import { readRuns } from "./runs";
import { workItemsOf } from "./work-items";

/** The largest number of open connections to the build service, by default. */
export const maxConnections = 8;

/** A project of the build service, by all of its clients. */
export type BuildService = ReturnType<typeof createBuildService>;

/** The caller must call `dispose`. */
export function createBuildService(settings: ProjectSettings, connections = maxConnections) {
  const project = openProject(settings, connections);
  return {
    ...readRuns(project),
    ...readPipelines(project),
    ...readRepositories(project),
    ...readHookSubscriptions(project),
    ...readOwnRuns(project),
    ...actOnRuns(project),
    ...workItemsOf(project),
    /** Closes all connections. */
    dispose: project.dispose,
  };
}
