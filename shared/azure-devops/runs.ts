import type { Readable } from "node:stream";
import type { Clock } from "../clock";
import { clockDifference } from "../http/clock-difference";
import { Unreadable } from "../http/errors";
import { urlBelow } from "../http/url";
import { type RunList, type RunPage, readRunPages } from "./pages";
import {
  isRef,
  type PipelineCode,
  parseContent,
  parsePipelineCode,
  parsePipelineId,
  parsePipelineName,
  parseQueueStatus,
  parseYamlPlace,
} from "./pipelines";
import {
  lastRunsQuery,
  pipelinesQuery,
  queuedSinceQuery,
  refsQuery,
  runsSinceQuery,
  unfinishedRunsQuery,
  yamlQuery,
} from "./queries";
import { type Log, parseList, parseLog, parseRun, type RunRecord } from "./records";
import type { Requests } from "./requests";
import { partlyAsSuccess } from "./run-state";
import { emptyTimeline, parseTimeline, type Timeline } from "./timeline";

/** Reads the runs of a project, its pipelines, timelines and logs. */
export interface ProjectRuns {
  /** Yields the runs since a time, each once, page by page. Throws if the list cannot be read to its end. */
  runsSince(minTime: Date, signal: AbortSignal): AsyncGenerator<RunRecord[]>;
  /** How many milliseconds the service's clock is ahead, by the first page of a list; undefined before. */
  clockDifference(): number | undefined;
  /** Yields the queued and running runs, whatever their age; otherwise like `runsSince`. */
  unfinishedRuns(signal: AbortSignal): AsyncGenerator<RunRecord[]>;
  /**
   * Yields the runs in any state that were queued since a second, of one pipeline or all; otherwise like
   * `runsSince`.
   */
  runsQueuedSince(since: number, signal: AbortSignal, definitionId?: number): AsyncGenerator<RunRecord[]>;
  /** Whether a pipeline can start: enabled, paused or disabled; empty if the service does not tell. */
  queueStatus(definitionId: number, signal: AbortSignal): Promise<string>;
  /** What a pipeline is called now; undefined if the service does not tell. */
  pipelineName(definitionId: number, signal: AbortSignal): Promise<string | undefined>;
  pipelineCode(definitionId: number, signal: AbortSignal): Promise<PipelineCode>;
  /** Whether a repository in Azure Repos has a branch, such as refs/heads/main, which takes the scope Code (read). */
  hasBranch(repository: string, branch: string, signal: AbortSignal): Promise<boolean>;
  /** The YAML of a pipeline at its default branch, which takes the scope Code (read); undefined if its code is not in Azure Repos. */
  pipelineYaml(definitionId: number, signal: AbortSignal): Promise<string | undefined>;
  /** Each folder may have one pipeline of that name. */
  pipelinesNamed(name: string, signal: AbortSignal): Promise<number[]>;
  /** Reads those of all pipelines of the project, up to 10,000. */
  pipelineNames(signal: AbortSignal): Promise<string[]>;
  /** The runs of a pipeline that finished by the end of a second since 1970, newest first. */
  lastRuns(definitionId: number, until: number, count: number, signal: AbortSignal): Promise<RunRecord[]>;
  /** Without records if the run has none, such as one that could not begin. */
  timeline(runId: number, signal: AbortSignal): Promise<Timeline>;
  /** In the service's order; undefined in place of an entry that cannot be parsed. */
  logsOf(runId: number, signal: AbortSignal): Promise<(Log | undefined)[]>;
  readLog<T>(
    runId: number,
    logId: number,
    read: (log: Readable) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /** As the specification gives it. */
  logUrl(runId: number, logId: number): URL;
  runPage(runId: number): URL;
}

/** Where a project is, and how it is read. */
export interface Project {
  /** Ends in its name. */
  project: URL;
  /** Appended to the query of the run list; begins with `&`. */
  listParameters: string;
  /** Whether a run that partially succeeded is read as one that succeeded, against rule 5.2. */
  partlyIsSuccess: boolean;
  clock: Clock;
  /** The query of what is about one run. */
  ofRun: string;
  /** The path of something below the builds. */
  builds: (...below: string[]) => string[];
}

const reportsNothing =
  " The monitor does not report on an incomplete list. Run it again. If that fails, shorten the list with " +
  "`url_params`, such as `&definitions=12,13`.";

export function readProjectRuns(
  { project, listParameters, partlyIsSuccess, clock, ofRun, builds }: Project,
  { json, optionalJson, runList, log }: Pick<Requests, "json" | "optionalJson" | "runList" | "log">,
): ProjectRuns {
  const parseRecord = (record: unknown): RunRecord => {
    const parsed = parseRun(record);
    return partlyIsSuccess && "run" in parsed ? { run: partlyAsSuccess(parsed.run) } : parsed;
  };

  let difference: number | undefined;
  const pageOf = (query: string, signal: AbortSignal): Promise<RunPage> =>
    runList(
      urlBelow(project, builds(), query),
      signal,
      (body, response) => ({
        records: parseList(body).map(parseRecord),
        token: response.header("x-ms-continuationtoken") ?? "",
      }),
      (response) => {
        difference ??= clockDifference(response.header("date"), clock.now());
      },
    );

  const runs = (query: string, orderedBy: RunList["orderedBy"], signal: AbortSignal, whenEndless = "") =>
    readRunPages({ query, orderedBy, whenEndless }, (page) => pageOf(page, signal), clock);

  /** A page may hold fewer than `count`. */
  async function firstRuns(query: string, count: number, signal: AbortSignal): Promise<RunRecord[]> {
    const first: RunRecord[] = [];
    for await (const page of runs(query, "finishTime", signal)) {
      first.push(...page);
      if (first.length >= count) break;
    }
    return first.slice(0, count);
  }

  const definition = (id: number) => urlBelow(project, ["_apis", "build", "definitions", String(id)], ofRun);
  const logUrl = (runId: number, logId: number) =>
    urlBelow(project, builds(String(runId), "logs", String(logId)));

  return {
    runsSince: (minTime, signal) =>
      runs(runsSinceQuery(minTime, listParameters), "finishTime", signal, reportsNothing),
    clockDifference: () => difference,
    unfinishedRuns: (signal) => runs(unfinishedRunsQuery(listParameters), undefined, signal),
    runsQueuedSince: (since, signal, definitionId) =>
      runs(queuedSinceQuery(since, listParameters, definitionId), "queueTime", signal),
    queueStatus: (definitionId, signal) => json(definition(definitionId), signal, parseQueueStatus),
    pipelineName: (definitionId, signal) => json(definition(definitionId), signal, parsePipelineName),
    pipelineCode: (definitionId, signal) => json(definition(definitionId), signal, parsePipelineCode),
    hasBranch: (repository, branch, signal) =>
      json(
        urlBelow(
          project,
          ["_apis", "git", "repositories", repository, "refs"],
          refsQuery(branch, listParameters),
        ),
        signal,
        (body) => parseList(body).some((entry) => isRef(entry, branch)),
      ),
    async pipelineYaml(definitionId, signal) {
      const place = await json(definition(definitionId), signal, parseYamlPlace);
      if (place === undefined) return undefined;
      const { repository, path, branch } = place;
      const items = ["_apis", "git", "repositories", repository, "items"];
      return json(urlBelow(project, items, yamlQuery(path, branch, listParameters)), signal, parseContent);
    },
    pipelinesNamed: (name, signal) =>
      json(
        urlBelow(project, ["_apis", "build", "definitions"], pipelinesQuery(name, listParameters)),
        signal,
        (body) => parseList(body).flatMap((entry) => parsePipelineId(entry, name) ?? []),
      ),
    pipelineNames: (signal) =>
      // A project may have thousands, of 2 KB each.
      runList(urlBelow(project, ["_apis", "build", "definitions"], ofRun), signal, (body, response) => {
        if ((response.header("x-ms-continuationtoken") ?? "") !== "")
          throw new Unreadable("only a part of the list of pipelines");
        return parseList(body).flatMap((entry) => parsePipelineName(entry) ?? []);
      }),
    lastRuns: (definitionId, until, count, signal) =>
      firstRuns(lastRunsQuery(definitionId, until, count, listParameters), count, signal),
    timeline: async (runId, signal) => {
      const url = urlBelow(project, builds(String(runId), "timeline"), ofRun);
      return (await optionalJson(url, signal, parseTimeline)) ?? emptyTimeline;
    },
    logsOf: (runId, signal) =>
      json(urlBelow(project, builds(String(runId), "logs")), signal, (body) => parseList(body).map(parseLog)),
    readLog: (runId, logId, read, signal) => log(logUrl(runId, logId), signal, read),
    logUrl,
    runPage: (runId) => urlBelow(project, ["_build", "results"], `buildId=${runId}`),
  };
}
