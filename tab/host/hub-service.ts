import { resourceUrl } from "./build-url";
import { type MonitorStep, readSteps } from "./monitor-steps";
import { parseWait, text } from "./project-runs";
import { connectRunLists, type RunLists } from "./run-lists";
import { type Get, memberOf, readJson, valuesOf } from "./service";

/** The hub's view of a project. Times are in seconds since 1970. */
export interface HubService extends RunLists {
  steps(runId: number): Promise<MonitorStep[]>;
  wait(runId: number): Promise<ReturnType<typeof parseWait>>;
  /** The other projects of the organization, as far as the viewer may see them. */
  others(): Promise<{ name: string; service: HubService }[]>;
}

/** A search asks each of them. */
const mostProjects = 50;

export function connectHub(project: string, get: Get): HubService {
  return {
    ...connectRunLists(project, get),
    steps: (runId) => readSteps(project, get, runId),
    async wait(runId) {
      const url = resourceUrl({ project, buildId: String(runId) }, "timeline");
      return parseWait(memberOf(await readJson(get, url, "the steps of a run"), "records"));
    },
    async others() {
      const organization = project.replace(/\/[^/]*$/, "");
      const what = "the list of projects";
      const url = `${organization}/_apis/projects?$top=${mostProjects}&api-version=5.0`;
      const names = valuesOf(await readJson(get, url, what), what).map((one) => memberOf(one, "name"));
      return names.flatMap((name) => {
        if (typeof name !== "string") return [];
        const other = `${organization}/${encodeURIComponent(name)}`;
        return other.toLowerCase() === project.toLowerCase()
          ? []
          : [{ name: text(name), service: connectHub(other, get) }];
      });
    },
  };
}
