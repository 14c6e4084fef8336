import type { Readable } from "node:stream";
import { clockDifference } from "../http/clock-difference";
import { HttpError, statusOf, Unreadable } from "../http/errors";
import { urlBelow } from "../http/url";
import { type AttachmentPlace, attachmentsQuery, parseAttachment } from "./attachments";
import { type RunList, type RunPage, readRunPages } from "./pages";
import {
  parseContent,
  parsePipelineId,
  parsePipelineName,
  parseQueueStatus,
  parseSecurityToken,
  parseYamlPlace,
} from "./pipelines";
import {
  lastRunsQuery,
  ofRunQuery,
  pipelinesQuery,
  queuedSinceQuery,
  runsSinceQuery,
  taggedRunsQuery,
  unfinishedRunsQuery,
  yamlQuery,
} from "./queries";
import {
  type Log,
  parseList,
  parseLog,
  parseRun,
  parseStartedRun,
  parseTaggedRun,
  type RunRecord,
  type TaggedRun,
} from "./records";
import { createRequests, type RequestSettings } from "./requests";
import { parseTimeline, type Timeline } from "./timeline";

export interface BuildService {
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
  /** The YAML of a pipeline at its default branch, which takes the scope Code (read); undefined if its code is not in Azure Repos. */
  pipelineYaml(definitionId: number, signal: AbortSignal): Promise<string | undefined>;
  /** Each folder may have one pipeline of that name. */
  pipelinesNamed(name: string, signal: AbortSignal): Promise<number[]>;
  /** Of all pipelines of the project, up to 10,000. */
  pipelineNames(signal: AbortSignal): Promise<string[]>;
  /** The runs of a pipeline that finished by the end of a second since 1970, newest first. */
  lastRuns(definitionId: number, until: number, count: number, signal: AbortSignal): Promise<RunRecord[]>;
  /** In any state, newest start first. */
  taggedRuns(definitionId: string, tag: string, count: number, signal: AbortSignal): Promise<TaggedRun[]>;
  /** The JSON of each; each attempt of the run may have one. */
  attachments(runId: number, type: string, name: string, signal: AbortSignal): Promise<unknown[]>;
  timeline(runId: number, signal: AbortSignal): Promise<Timeline>;
  /** Runs the failed jobs of a finished run again. Sends one request; after a failure, it may have arrived. */
  retryRun(runId: number, signal: AbortSignal): Promise<void>;
  /** Starts a pipeline on a branch, such as refs/heads/main, and returns the id of the run. Sends one request, as `retryRun` does. */
  startRun(definitionId: number, branch: string, signal: AbortSignal): Promise<number>;
  /** Whether the credential's identity has the permission "Queue builds" on a pipeline. Changes nothing. */
  mayQueue(definitionId: number, signal: AbortSignal): Promise<boolean>;
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
  dispose(): void;
}

/** The project to read, and how to read it. */
export interface BuildServiceSettings extends RequestSettings {
  /** The URL of the project; ends in its name. */
  project: URL;
  /** Appended to the query of the run list; begins with `&`. */
  listParameters: string;
  /** The largest number of open connections; by default `maxConnections`. */
  connections?: number | undefined;
}

/** The permission "Queue builds" in the namespace Build, as Microsoft's reference of security namespaces lists them. */
const buildSecurity = { namespace: "33344d9c-fc72-4d6f-aba5-fa317101a7e9", queueBuilds: "128" };

/** A step that was run again more often than this has attachments that are not read. */
const maxAttempts = 5;

/** The largest number of open connections to the build service. */
export const maxConnections = 8;
const reportsNothing =
  " The monitor does not report on an incomplete list. Run it again. If that fails, shorten the list with " +
  "`url_params`, such as `&definitions=12,13`.";

/** The caller must call `dispose`. */
export function createBuildService(settings: BuildServiceSettings): BuildService {
  const { project, listParameters, clock, connections = maxConnections } = settings;
  const { json, runList, log, act, dispose } = createRequests(settings, connections);
  const ofRun = ofRunQuery(listParameters);
  const builds = (...below: string[]) => ["_apis", "build", "builds", ...below];

  let difference: number | undefined;
  const pageOf = (query: string, signal: AbortSignal): Promise<RunPage> =>
    runList(
      urlBelow(project, builds(), query),
      signal,
      (body, response) => ({
        records: parseList(body).map(parseRun),
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
    async taggedRuns(definitionId, tag, count, signal) {
      const query = taggedRunsQuery(definitionId, tag, count, listParameters);
      return runList(
        urlBelow(project, builds(), query),
        signal,
        // A service that does not know the filter also returns runs without the tag.
        (body) => parseList(body).flatMap((entry) => parseTaggedRun(entry, tag) ?? []),
      );
    },
    async attachments(runId, type, name, signal) {
      const below = (...path: string[]) =>
        urlBelow(project, [...builds(String(runId)), ...path], attachmentsQuery);
      const places = await json(below("attachments", type), signal, (body) =>
        parseList(body).flatMap((entry) => parseAttachment(entry, name) ?? []),
      ).catch(emptyIfMissing);
      const read = (place: AttachmentPlace) =>
        json(below(place.timeline, place.record, "attachments", type, name), signal, (body) => body);
      return Promise.all(places.slice(0, maxAttempts).map(read));
    },
    timeline: (runId, signal) =>
      json(urlBelow(project, builds(String(runId), "timeline"), ofRun), signal, parseTimeline),
    retryRun: (runId, signal) =>
      act(
        urlBelow(project, builds(String(runId)), `retry=true&${ofRun}`),
        "PATCH",
        "{}",
        signal,
        () => undefined,
      ),
    startRun: (definitionId, branch, signal) => {
      const run = { definition: { id: definitionId }, sourceBranch: branch };
      return act(urlBelow(project, builds(), ofRun), "POST", JSON.stringify(run), signal, parseStartedRun);
    },
    async mayQueue(definitionId, signal) {
      const definition = urlBelow(project, ["_apis", "build", "definitions", String(definitionId)], ofRun);
      const token = await json(definition, signal, (body) => parseSecurityToken(body, definitionId));
      const query = `tokens=${encodeURIComponent(token)}&${ofRun}`;
      const permission = ["_apis", "permissions", buildSecurity.namespace, buildSecurity.queueBuilds];
      return json(
        urlBelow(new URL(".", project), permission, query),
        signal,
        (body) => parseList(body)[0] === true,
      );
    },
    logsOf: (runId, signal) =>
      json(urlBelow(project, builds(String(runId), "logs")), signal, (body) => parseList(body).map(parseLog)),
    readLog: (runId, logId, read, signal) => log(logUrl(runId, logId), signal, read),
    logUrl,
    runPage: (runId) => urlBelow(project, ["_build", "results"], `buildId=${runId}`),
    dispose,
  };
}

/** Servers respond with 404 instead of an empty list of attachments. */
function emptyIfMissing(error: unknown): [] {
  if (error instanceof HttpError && statusOf(error.problem) === 404) return [];
  throw error;
}
