import { actOnRuns } from "./actions";
import { readOwnRuns } from "./own-runs";
import { ofRunQuery } from "./queries";
import { createRequests, type RequestSettings } from "./requests";
import { type Project, readProjectRuns } from "./runs";
import type { BuildService } from "./service";
import { workItemsOf } from "./work-items";

/** The largest number of open connections to the build service, by default. */
export const maxConnections = 8;

/** The caller must call `dispose`. */
export function createBuildService(
  settings: RequestSettings &
    Pick<Project, "project" | "listParameters" | "partlyIsSuccess"> & { connections?: number | undefined },
): BuildService {
  const { project, listParameters, partlyIsSuccess, clock, connections = maxConnections } = settings;
  const requests = createRequests(settings, connections);
  const read: Project = {
    project,
    listParameters,
    partlyIsSuccess,
    clock,
    ofRun: ofRunQuery(listParameters),
    builds: (...below) => ["_apis", "build", "builds", ...below],
  };
  return {
    ...readProjectRuns(read, requests),
    ...readOwnRuns(read, requests),
    ...actOnRuns(read, requests),
    ...workItemsOf(read, requests),
    dispose: () => requests.dispose(),
  };
}
