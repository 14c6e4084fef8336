import { journalType } from "../../shared/journal/content-schema";
import type { NightOfProject } from "../../shared/journal/night";
import { attachmentType, monitorTag } from "../../shared/report/form";
import type { MonitorReport } from "../../shared/report/schema";
import { daySeconds } from "../../shared/text/time";
import type { ProjectRun } from "../geometry/project-run";
import { findAttachment, resourceUrl } from "./build-url";
import { parseRun, parseWait } from "./project-runs";
import { maxJournalBytes, readJournal } from "./read-journal";
import { type Get, memberOf, notUnderstood, readAtMost, readJson, readReport, valuesOf } from "./service";

/** What a step that monitors attached to its run. */
export interface MonitorStep {
  /** The tag of its monitor; undefined without a memory. */
  tag: string | undefined;
  /** One for each project that it told of. */
  reports: MonitorReport[];
  /** Undefined without a journal, or if it cannot be read. */
  nights: NightOfProject[] | undefined;
  /** What could not be read of it. */
  problems: string[];
}

/** The hub's view of a project. Times are in seconds since 1970. */
export interface HubService {
  /** The runs that monitored in the last four weeks: all since a time, and of earlier ones the latest of each pipeline. */
  monitorRuns(now: number): Promise<{ runs: ProjectRun[]; since?: number | undefined }>;
  steps(runId: number): Promise<MonitorStep[]>;
  /** The runs that finished in the last 24 hours, as many as one answer has, and those that wait or run. */
  recentRuns(now: number): Promise<{ runs: ProjectRun[]; unfinished: ProjectRun[]; isCut: boolean }>;
  wait(runId: number): Promise<ReturnType<typeof parseWait>>;
  /** The runs of a pipeline that were queued in a time. */
  runsBetween(definitionId: number, from: number, to: number): Promise<ProjectRun[]>;
}

/** An hourly monitor has 100 runs in four days. */
const [latestRuns, ofEachPipeline, recentRuns] = [100, 3, 2000];
/** Of one cell. */
export const mostRuns = 200;

export function connectHub(project: string, get: Get): HubService {
  const list = async (query: string, what: string): Promise<ProjectRun[]> => {
    const listed = await readJson(get, `${project}/_apis/build/builds?${query}&api-version=5.0`, what);
    if (listed === undefined)
      throw new Error("Azure DevOps did not find the project, or you may not see its runs.");
    return valuesOf(listed, what).flatMap((record) => parseRun(record, project) ?? []);
  };
  const attachments = async (runId: number, type: string, what: string) => {
    const place = { project, buildId: String(runId) };
    const listed = await readJson(get, resourceUrl(place, `attachments/${type}`), what);
    if (listed === undefined) return [];
    return valuesOf(listed, what).flatMap((entry) => {
      const path = findAttachment(String(memberOf(entry, "_links", "self", "href")));
      const name = memberOf(entry, "name");
      if (path === undefined || typeof name !== "string") throw notUnderstood(what);
      return [{ step: path.split("/")[1] ?? "", name, url: resourceUrl(place, path) }];
    });
  };
  return {
    async monitorRuns(now) {
      const query = `tagFilters=${monitorTag}&queryOrder=startTimeDescending&minTime=${isoText(now - 28 * daySeconds)}`;
      const what = "the list of runs that monitor";
      const [latest, ofEach] = await Promise.all([
        list(`${query}&$top=${latestRuns}`, what),
        list(`${query}&maxBuildsPerDefinition=${ofEachPipeline}&$top=${5 * latestRuns}`, what),
      ]);
      const runs = [...new Map([...latest, ...ofEach].map((run) => [run.id, run])).values()];
      const first = latest.at(-1);
      return { runs, since: latest.length < latestRuns ? undefined : (first?.startTime ?? first?.queueTime) };
    },
    async steps(runId) {
      const [reports, journals] = await Promise.all([
        attachments(runId, attachmentType, "the list of reports"),
        attachments(runId, journalType, "the list of journals"),
      ]);
      const steps = new Map<string, MonitorStep>();
      const stepOf = (step: string) => {
        const known = steps.get(step) ?? { tag: undefined, reports: [], nights: undefined, problems: [] };
        steps.set(step, known);
        return known;
      };
      // In the order of the service, whichever arrives first.
      for (const { step } of [...reports, ...journals]) stepOf(step);
      await Promise.all([
        ...reports.map(async ({ step, url }) => {
          const parsed = await readReport(get, url);
          const known = stepOf(step);
          if (parsed.kind === "report" && parsed.report.kind === "monitor") known.reports.push(parsed.report);
          if (parsed.kind === "unreadable") known.problems.push(`A report cannot be read: ${parsed.problem}`);
          if (parsed.kind === "otherVersion")
            known.problems.push("A report is of another version of the task.");
        }),
        ...journals.map(async ({ step, name, url }) => {
          const known = stepOf(step);
          known.tag = name.replace(/\.json$/, "");
          const text = await readAtMost(get, url, "the journal", maxJournalBytes);
          known.nights = typeof text === "string" ? await readJournal(text) : undefined;
          if (known.nights === undefined) known.problems.push("The journal cannot be read.");
        }),
      ]);
      return [...steps.values()].filter(
        (one) => one.reports.length > 0 || one.nights !== undefined || one.problems.length > 0,
      );
    },
    async recentRuns(now) {
      const [runs, unfinished] = await Promise.all([
        list(
          `queryOrder=finishTimeDescending&statusFilter=completed&minTime=${isoText(now - daySeconds)}&$top=${recentRuns}`,
          "the list of runs",
        ),
        list(
          "queryOrder=queueTimeAscending&statusFilter=inProgress,notStarted&$top=200",
          "the list of waiting runs",
        ),
      ]);
      return { runs, unfinished, isCut: runs.length >= recentRuns };
    },
    async wait(runId) {
      const url = resourceUrl({ project, buildId: String(runId) }, "timeline");
      return parseWait(memberOf(await readJson(get, url, "the steps of a run"), "records"));
    },
    runsBetween: (definitionId, from, to) =>
      list(
        `definitions=${definitionId}&statusFilter=all&queryOrder=queueTimeDescending&minTime=${isoText(from)}` +
          `&maxTime=${isoText(to - 1)}&$top=${mostRuns}`,
        "the list of runs",
      ),
  };
}

/** In the service's form: whole seconds, and a Z. */
function isoText(seconds: number): string {
  return `${new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19)}Z`;
}
