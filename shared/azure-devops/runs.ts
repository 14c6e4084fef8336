import type { Clock } from "../clock";
import { clockDifference } from "../http/clock-difference";
import { HttpError, statusOf, Unreadable } from "../http/errors";
import { urlBelow } from "../http/url";
import { parseHookSubscription } from "./hook-subscriptions";
import { type RunList, type RunPage, readRunPages } from "./pages";
import {
  isRef,
  parseContent,
  parsePipelineCode,
  parsePipelineId,
  parsePipelineName,
  parseQueueStatus,
  parseYamlPlace,
} from "./pipelines";
import {
  fileQuery,
  hookSubscriptionsQuery,
  lastRunsQuery,
  pipelinesQuery,
  queuedSinceQuery,
  refsQuery,
  runsSinceQuery,
  unfinishedRunsQuery,
} from "./queries";
import { idOf, parseList, parseLog, parseRun, projectIdOf, type RunRecord } from "./records";
import { readRepositories } from "./repositories";
import type { Requests } from "./requests";
import { partlyAsSuccess } from "./run-state";
import type { ProjectPipelines, ProjectRuns } from "./service";
import { emptyTimeline, parseTimeline } from "./timeline";

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
  place: Project,
  requests: Pick<Requests, "json" | "optionalJson" | "runList" | "log">,
): ProjectRuns {
  const { project, listParameters, partlyIsSuccess, clock, ofRun, builds } = place;
  const { json, optionalJson, runList, log } = requests;
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

  const logUrl = (runId: number, logId: number) =>
    urlBelow(project, builds(String(runId), "logs", String(logId)));

  return {
    ...readPipelines(place, requests),
    ...readRepositories(place, requests),
    runsSince: (minTime, signal) =>
      runs(runsSinceQuery(minTime, listParameters), "finishTime", signal, reportsNothing),
    clockDifference: () => difference,
    unfinishedRuns: (signal) => runs(unfinishedRunsQuery(listParameters), undefined, signal),
    runsQueuedSince: (since, signal, definitionId) =>
      runs(queuedSinceQuery(since, listParameters, definitionId), "queueTime", signal),
    lastRuns: (definitionId, until, count, signal) =>
      firstRuns(lastRunsQuery(definitionId, until, count, listParameters), count, signal),
    run: (runId, signal, projectId) =>
      json(urlBelow(project, builds(String(runId)), ofRun), signal, (body) => {
        const record = parseRecord(body);
        if (idOf(record) !== runId) throw new Unreadable("JSON that is not the run");
        const ofProject = projectIdOf(body);
        const isOfAnother = projectId !== undefined && ofProject !== undefined && ofProject !== projectId;
        return isOfAnother ? undefined : record;
      }).catch(undefinedIfMissing),
    hookSubscriptions: (signal) =>
      json(
        urlBelow(new URL(".", project), ["_apis", "hooks", "subscriptions"], hookSubscriptionsQuery),
        signal,
        (body) => parseList(body).flatMap((entry) => parseHookSubscription(entry) ?? []),
      ),
    timeline: async (runId, signal) => {
      const url = urlBelow(project, builds(String(runId), "timeline"), ofRun);
      return (await optionalJson(url, signal, parseTimeline)) ?? emptyTimeline;
    },
    logsOf: async (runId, signal) => {
      const url = urlBelow(project, builds(String(runId), "logs"));
      return (await optionalJson(url, signal, (body) => parseList(body).map(parseLog))) ?? [];
    },
    readLog: (runId, logId, read, signal) => log(logUrl(runId, logId), signal, read),
    logUrl,
    runPage: (runId) => urlBelow(project, ["_build", "results"], `buildId=${runId}`),
  };
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof HttpError && statusOf(error.problem) === 404) return undefined;
  throw error;
}

/** Reads the pipelines of a project. */
function readPipelines(
  { project, listParameters, ofRun }: Project,
  { json, runList }: Pick<Requests, "json" | "runList">,
): ProjectPipelines {
  const below = (path: readonly string[], query: string) =>
    urlBelow(project, ["_apis", "build", "definitions", ...path], query);
  const definition = (id: number) => below([String(id)], ofRun);
  return {
    queueStatus: (definitionId, signal) => json(definition(definitionId), signal, parseQueueStatus),
    pipelineName: (definitionId, signal) => json(definition(definitionId), signal, parsePipelineName),
    pipelineCode: (definitionId, signal) => json(definition(definitionId), signal, parsePipelineCode),
    hasBranch(repository, branch, signal) {
      const refs = ["_apis", "git", "repositories", repository, "refs"];
      return json(urlBelow(project, refs, refsQuery(branch, listParameters)), signal, (body) =>
        parseList(body).some((entry) => isRef(entry, branch)),
      );
    },
    async pipelineYaml(definitionId, signal) {
      const place = await json(definition(definitionId), signal, parseYamlPlace);
      if (place === undefined) return undefined;
      const { repository, path, branch } = place;
      const items = ["_apis", "git", "repositories", repository, "items"];
      return json(urlBelow(project, items, fileQuery(path, branch, listParameters)), signal, parseContent);
    },
    pipelinesNamed: (name, signal) =>
      json(below([], pipelinesQuery(name, listParameters)), signal, (body) =>
        parseList(body).flatMap((entry) => parsePipelineId(entry, name) ?? []),
      ),
    pipelineNames: (signal) =>
      // A project may have thousands, of 2 KB each.
      runList(below([], ofRun), signal, (body, response) => {
        if ((response.header("x-ms-continuationtoken") ?? "") !== "")
          throw new Unreadable("only a part of the list of pipelines");
        return parseList(body).flatMap((entry) => parsePipelineName(entry) ?? []);
      }),
  };
}
