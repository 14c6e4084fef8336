import { monitorTag } from "../../shared/report/form";
import { daySeconds } from "../../shared/text/time";
import type { ProjectRun } from "../geometry/project-run";
import { parseRun } from "./project-runs";
import { type Get, parseJson, valuesOf } from "./service";

/** Runs of a project, and whether the service has more than were read. */
export interface RunList {
  runs: ProjectRun[];
  isCut: boolean;
}

export interface RunLists {
  /** The runs that monitored in the last four weeks: all since a time, and of earlier ones the latest of each pipeline. */
  monitorRuns(now: number): Promise<{ runs: ProjectRun[]; since?: number | undefined }>;
  /** The last runs of each pipeline that finished in four weeks. */
  lastRuns(now: number): Promise<RunList>;
  /** The runs that finished since a time. */
  runsSince(since: number): Promise<RunList>;
  /** Those that wait or run. */
  unfinishedRuns(): Promise<RunList>;
  /** The runs of a pipeline that were queued in a time. */
  runsBetween(definitionId: number, from: number, to: number): Promise<ProjectRun[]>;
}

/** An hourly monitor has 100 runs in four days. */
const [latestMonitorRuns, ofEachPipeline] = [100, 3];
/** A page of the real service has some 4 KB a run, and is parsed without a pause. */
const pageSize = 1000;
/** The most runs that are read of all pipelines, of the last hours, and of those that wait or run. */
const [mostLast, mostRecent, mostUnfinished] = [3000, 2000, 200];
/** The most runs of one cell. */
export const mostRuns = 200;

export function connectRunLists(project: string, get: Get): RunLists {
  const list = (query: string, what: string, most: number) => readList(project, get, query, what, most);
  return {
    async monitorRuns(now) {
      const query = `tagFilters=${monitorTag}&queryOrder=startTimeDescending&minTime=${isoText(now - 28 * daySeconds)}`;
      const what = "the list of runs that monitor";
      const [latest, ofEach] = await Promise.all([
        list(query, what, latestMonitorRuns),
        list(`${query}&maxBuildsPerDefinition=${ofEachPipeline}`, what, pageSize),
      ]);
      const runs = [...new Map([...latest.runs, ...ofEach.runs].map((run) => [run.id, run])).values()];
      const first = latest.runs.at(-1);
      return { runs, since: latest.isCut ? (first?.startTime ?? first?.queueTime) : undefined };
    },
    lastRuns: (now) =>
      list(
        `queryOrder=finishTimeDescending&statusFilter=completed&minTime=${isoText(now - 28 * daySeconds)}&maxBuildsPerDefinition=${ofEachPipeline}`,
        "the list of last runs",
        mostLast,
      ),
    runsSince: (since) =>
      list(
        `queryOrder=finishTimeDescending&statusFilter=completed&minTime=${isoText(since)}`,
        "the list of runs",
        mostRecent,
      ),
    unfinishedRuns: () =>
      list(
        "queryOrder=queueTimeAscending&statusFilter=inProgress,notStarted",
        "the list of waiting runs",
        mostUnfinished,
      ),
    async runsBetween(definitionId, from, to) {
      const query =
        `definitions=${definitionId}&statusFilter=all&queryOrder=queueTimeDescending&minTime=${isoText(from)}` +
        `&maxTime=${isoText(to - 1)}`;
      return (await list(query, "the list of runs", mostRuns)).runs;
    },
  };
}

/** Reads page by page, no more than `most`. A token that leads to the same runs again leads to no others. */
async function readList(
  project: string,
  get: Get,
  query: string,
  what: string,
  most: number,
): Promise<RunList> {
  const size = Math.min(pageSize, most);
  const url = `${project}/_apis/build/builds?${query}&$top=${size}&api-version=5.0`;
  const runs = new Map<number, ProjectRun>();
  let token: string | undefined;
  for (;;) {
    const page = await get(
      token === undefined ? url : `${url}&continuationToken=${encodeURIComponent(token)}`,
      what,
    );
    if (page === undefined)
      throw new Error("Azure DevOps did not find the project, or you may not see its runs.");
    const values = valuesOf(parseJson(page.text, what), what);
    const before = runs.size;
    for (const run of values.flatMap((record) => parseRun(record, project) ?? [])) runs.set(run.id, run);
    token = page.next;
    const isLast = token === undefined || runs.size === before || runs.size >= most;
    if (isLast)
      return { runs: [...runs.values()].slice(0, most), isCut: token !== undefined || values.length >= size };
  }
}

/** In the service's form: whole seconds, and a Z. */
function isoText(seconds: number): string {
  return `${new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19)}Z`;
}
