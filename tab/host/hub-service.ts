import { resourceUrl } from "./build-url";
import { type MonitorStep, readSteps } from "./monitor-steps";
import { parseWait } from "./project-runs";
import { connectRunLists, type RunLists } from "./run-lists";
import { type Get, memberOf, readJson } from "./service";

/** The hub's view of a project. Times are in seconds since 1970. */
export interface HubService extends RunLists {
  steps(runId: number): Promise<MonitorStep[]>;
  wait(runId: number): Promise<ReturnType<typeof parseWait>>;
}

export function connectHub(project: string, get: Get): HubService {
  return {
    ...connectRunLists(project, get),
    steps: (runId) => readSteps(project, get, runId),
    async wait(runId) {
      const url = resourceUrl({ project, buildId: String(runId) }, "timeline");
      return parseWait(memberOf(await readJson(get, url, "the steps of a run"), "records"));
    },
  };
}
