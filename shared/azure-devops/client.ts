import { actOnRuns } from "./actions";
import { readHookSubscriptions } from "./hook-subscriptions";
import { readOwnRuns } from "./own-runs";
import { readPipelines } from "./pipelines";
import { readRepositories } from "./repositories";
import { openProject } from "./requests";
import { readRuns } from "./runs";
import { workItemsOf } from "./work-items";

/** The largest number of open connections to the build service, by default. */
export const maxConnections = 8;

/** A project of the build service, by all of its clients. */
export type BuildService = ReturnType<typeof createBuildService>;

/** The caller must call `dispose`. */
export function createBuildService({
  connections = maxConnections,
  ...settings
}: Omit<Parameters<typeof openProject>[0], "connections"> & { connections?: number | undefined }) {
  const project = openProject({ connections, ...settings });
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
