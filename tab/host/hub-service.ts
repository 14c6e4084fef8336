import { monitorTag } from "../../shared/report/form";
import { isTag } from "../../shared/subject";
import { daySeconds } from "../../shared/text/time";
import { openWait, type TimedRecord, type WaitKind, waitsOf } from "../../shared/waits";
import { projectOf } from "../geometry/project";
import { type ProjectRun, parseRun, secondsOf, text } from "../geometry/project-run";
import { readSteps } from "./monitor-steps";
import { resourceUrl, runUrl } from "./run";
import { type Get, memberOf, parseJson, readJson, valuesOf } from "./service";

/** Runs of a project, and whether the service has more than were read. */
export interface RunList {
  runs: ProjectRun[];
  isCut: boolean;
}

/** Runs are read of so many days. */
export const knownDays = 28;
/** An hourly monitor has 100 runs in four days. */
const [latestMonitorRuns, ofEachMonitor] = [100, 3];
/** A page of the real service has some 4 KB a run, and is parsed without a pause. */
const pageSize = 1000;
/** The most runs that are read of failures, of the last successes, of the last hours, and of those that wait or run. */
const [mostFailed, mostSucceeded, mostRecent, mostUnfinished] = [5000, 3000, 2000, 200];
/** The most successes of a pipeline among which one of a tag is looked for. */
const mostOfTags = 100;
/** The most runs of one cell. */
export const mostRuns = 200;
/** The most projects of an organization: a search asks each of them. */
const mostProjects = 50;

export type HubService = ReturnType<typeof connectHub>;

const lastStarted = "queryOrder=startTimeDescending";
const lastFirst = "queryOrder=finishTimeDescending&statusFilter=completed";
const ofEach = (count: number) => `maxBuildsPerDefinition=${count}`;
const since = (time: number) => `minTime=${isoText(time)}`;
const monthAgo = (now: number) => since(now - knownDays * daySeconds);

/** All of them, if none is named. */
const ofPipelines = (ids: readonly number[]) => (ids.length === 0 ? "" : `&definitions=${ids.join(",")}`);

/** The hub's view of a project, whose id may be unknown. Times are in seconds since 1970. */
export function connectHub(project: string, get: Get, id?: string) {
  const list = (query: string, what: string, most: number) => readList(project, get, query, what, most);
  return {
    project: projectOf({ name: decodeURIComponent(project.slice(project.lastIndexOf("/") + 1)), id }),
    ...monitorLists(project, get),
    ...endedLists(list),
    /** Those that wait or run. */
    unfinishedRuns: () =>
      list(
        "queryOrder=queueTimeAscending&statusFilter=inProgress,notStarted",
        "the list of waiting runs",
        mostUnfinished,
      ),
    /** The runs of a pipeline that were queued in a time. */
    async runsBetween(definitionId: number, from: number, to: number) {
      const query =
        `definitions=${definitionId}&statusFilter=all&queryOrder=queueTimeDescending&minTime=${isoText(from)}` +
        `&maxTime=${isoText(to - 1)}`;
      return (await list(query, "the list of runs", mostRuns)).runs;
    },
    steps: (runId: number) => readSteps(project, get, runId),
    async wait(runId: number) {
      const url = resourceUrl(runUrl(project, runId), "timeline");
      return parseWait(memberOf(await readJson(get, url, "the steps of a run"), "records"));
    },
    /** The other projects of the organization, as far as the viewer may see them. */
    async others() {
      const organization = project.replace(/\/[^/]*$/, "");
      const what = "the list of projects";
      const url = `${organization}/_apis/projects?$top=${mostProjects}&api-version=5.0`;
      const names = valuesOf(await readJson(get, url, what), what).map((project) =>
        memberOf(project, "name"),
      );
      return names.flatMap((name) => {
        if (typeof name !== "string") return [];
        const other = `${organization}/${encodeURIComponent(name)}`;
        return other.toLowerCase() === project.toLowerCase() ? [] : [{ name: text(name), url: other }];
      });
    },
  };
}

/** The runs that ended. */
function endedLists(list: (query: string, what: string, most: number) => Promise<RunList>) {
  return {
    /**
     * The runs that failed or succeeded partially since a time, and those of schedules that were canceled. The filter takes one result
     * only: several are read as another one (dotnet/aspnetcore, the scripts of its skills).
     */
    async failures(from: number): Promise<RunList> {
      const lists = await Promise.all(
        ["failed", "partiallySucceeded", "canceled&reasonFilter=schedule"].map((result) =>
          list(`${lastFirst}&${since(from)}&resultFilter=${result}`, "the list of failed runs", mostFailed),
        ),
      );
      return { runs: merged(...lists.map(({ runs }) => runs)), isCut: lists.some(({ isCut }) => isCut) };
    },
    /** The last run of each pipeline, or of each of some, that succeeded in four weeks. */
    lastSuccesses: (now: number, pipelines: readonly number[]) =>
      list(
        `${lastFirst}&${monthAgo(now)}&resultFilter=succeeded&${ofEach(1)}${ofPipelines(pipelines)}`,
        "the list of successful runs",
        mostSucceeded,
      ),
    /**
     * The last run of a branch that succeeded in four weeks, or of any tag of the pipeline since the first one that failed in a row;
     * undefined if none did.
     */
    async lastSuccess(run: ProjectRun, first: ProjectRun, now: number): Promise<ProjectRun | undefined> {
      const { pipeline, branch } = run;
      const [which, most] = isTag(run)
        ? [since(first.finishTime ?? now), mostOfTags]
        : [`${monthAgo(now)}&branchName=${encodeURIComponent(branch)}`, 1];
      const query = `${lastFirst}&resultFilter=succeeded&definitions=${pipeline.id}&${which}`;
      const { runs } = await list(query, "the last success of a branch", most);
      return runs.find((success) => isTag(success) === isTag(run));
    },
    /** The last success of a branch before one of its runs, and the first one after it; undefined if there is none. */
    async successesBeside({ pipeline, branch, finishTime = 0 }: ProjectRun, now: number) {
      const successes = `resultFilter=succeeded&definitions=${pipeline.id}&branchName=${encodeURIComponent(branch)}`;
      const [before, after] = await Promise.all(
        [
          `${lastFirst}&${monthAgo(now)}&maxTime=${isoText(finishTime)}&${successes}`,
          `queryOrder=finishTimeAscending&statusFilter=completed&minTime=${isoText(finishTime)}&${successes}`,
        ].map(async (query) => (await list(query, "the successes beside a failure", 1)).runs[0]),
      );
      return { before, after };
    },
    /** The runs that finished since a time, of all pipelines or of some. */
    runsSince: (from: number, pipelines: readonly number[] = []) =>
      list(`${lastFirst}&${since(from)}${ofPipelines(pipelines)}`, "the list of runs", mostRecent),
  };
}

/** The runs that monitor, and which of them speak for a monitor. */
function monitorLists(project: string, get: Get) {
  const list = (query: string, most: number) =>
    readList(project, get, `tagFilters=${monitorTag}&${query}`, "the list of runs that monitor", most);
  const branches = new Map<number, string | undefined>();
  return {
    /** The runs that monitored in the last four weeks: all since a time, and of earlier ones the latest of each pipeline. */
    async monitorRuns(now: number): Promise<{ runs: ProjectRun[]; since?: number | undefined }> {
      const [latest, others] = await Promise.all([
        list(`${lastStarted}&${monthAgo(now)}`, latestMonitorRuns),
        list(`${lastStarted}&${monthAgo(now)}&${ofEach(ofEachMonitor)}`, pageSize),
      ]);
      const first = latest.runs.at(-1);
      return {
        runs: merged(latest.runs, others.runs),
        since: latest.isCut ? (first?.startTime ?? first?.queueTime) : undefined,
      };
    },
    /** Those that have ended since a time. */
    monitorRunsSince: (from: number) => list(`${lastFirst}&${since(from)}`, latestMonitorRuns),
    /** The default branch of a pipeline's repository; undefined if the service does not say. It is asked once. */
    async defaultBranch(definitionId: number): Promise<string | undefined> {
      if (!branches.has(definitionId)) {
        const url = `${project}/_apis/build/definitions/${definitionId}?api-version=5.0`;
        const definition = await readJson(get, url, "a pipeline that monitors");
        branches.set(definitionId, text(memberOf(definition, "repository", "defaultBranch")) || undefined);
      }
      return branches.get(definitionId);
    },
  };
}

/** Each run once. */
function merged(...lists: readonly (readonly ProjectRun[])[]): ProjectRun[] {
  return [...new Map(lists.flat().map((run) => [run.id, run])).values()];
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
  for (let token: string | undefined; ; ) {
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
    if (token === undefined || runs.size === before || runs.size >= most)
      return { runs: [...runs.values()].slice(0, most), isCut: token !== undefined || values.length >= size };
  }
}

/** In the service's form: whole seconds, and a Z. */
function isoText(seconds: number): string {
  return `${new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19)}Z`;
}

/** Since when, and for what, a run waits for a person, by its timeline; undefined if it does not. */
export function parseWait(records: unknown): { since: number | undefined; what: string } | undefined {
  if (!Array.isArray(records)) return undefined;
  const wait = openWait(waitsOf(records.flatMap(timedRecord)));
  if (wait === undefined) return undefined;
  const { kind, stage, since } = wait;
  return { since, what: `waits for ${waitWords[kind]}${stage === "" ? "" : ` before stage ${stage}`}` };
}

const waitWords: Readonly<Record<WaitKind, string>> = {
  approval: "an approval",
  lock: "an exclusive lock",
  check: "a check",
  validation: "a manual validation",
};

function timedRecord(record: unknown): TimedRecord[] {
  const { id, parentId, type, name, state, task, startTime, finishTime } = Object(record);
  if (typeof id !== "string") return [];
  return [
    {
      id,
      parentId: typeof parentId === "string" ? parentId : undefined,
      type: text(type),
      name: text(name),
      state: text(state),
      task: text(Object(task).name),
      startTime: secondsOf(startTime),
      finishTime: secondsOf(finishTime),
    },
  ];
}
