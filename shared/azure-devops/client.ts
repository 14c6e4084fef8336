import type { Readable } from "node:stream";
import type { Clock } from "../clock";
import { oneAtATime, readJsonBody } from "../http/body";
import { createHttpClient, expectStatus200, type HttpResponse, type OpenHttpClient } from "../http/client";
import { type HttpProblem, Unreadable } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { urlBelow } from "../http/url";
import { adviceOnRuns, isCredentialProblem, refuseSignInPage } from "./advice";
import { clockDifference } from "./clock-difference";
import { type RunList, type RunPage, readRunPages } from "./pages";
import {
  lastRunsQuery,
  ofRunQuery,
  pipelinesQuery,
  queuedSinceQuery,
  runsSinceQuery,
  taggedRunsQuery,
  unfinishedRunsQuery,
} from "./queries";
import {
  type Log,
  parseList,
  parseLog,
  parsePipelineId,
  parseRun,
  parseTaggedRun,
  type Run,
  type RunRecord,
  type TaggedRun,
} from "./records";
import { parseTimelineErrors, type TimelineError } from "./timeline";

/** The read side of the build service. */
export interface BuildService {
  /** The runs since a time, each once, page by page. Throws when the list cannot be read to its end. */
  runsSince(minTime: Date, signal: AbortSignal): AsyncGenerator<RunRecord[]>;
  /** How many milliseconds the service's clock is ahead of ours, by the first page of a list; undefined while that is not known. */
  clockDifference(): number | undefined;
  /** The runs that are queued or running, whenever they began; likewise. */
  unfinishedRuns(signal: AbortSignal): AsyncGenerator<RunRecord[]>;
  /** The runs that were queued since a second, of one pipeline or all, in whatever state they are; likewise. */
  runsQueuedSince(since: number, signal: AbortSignal, definitionId?: number): AsyncGenerator<RunRecord[]>;
  /** The ids of the pipelines of a name, of which each folder may have one. */
  pipelinesNamed(name: string, signal: AbortSignal): Promise<number[]>;
  /** The last `count` runs of a pipeline that finished until a second since 1970, or within the next, newest first. */
  lastRuns(definitionId: number, until: number, count: number, signal: AbortSignal): Promise<RunRecord[]>;
  /** The last `count` runs of a pipeline that carry a tag, in whatever state they are, newest start first. */
  taggedRuns(definitionId: string, tag: string, count: number, signal: AbortSignal): Promise<TaggedRun[]>;
  /** One run by its id. */
  run(runId: string, signal: AbortSignal): Promise<Run>;
  /** The errors that the timeline of a run lists. */
  timelineErrors(runId: number, signal: AbortSignal): Promise<TimelineError[]>;
  /** The logs of a run in the service's order; undefined in the place of one that cannot be understood. */
  logsOf(runId: number, signal: AbortSignal): Promise<(Log | undefined)[]>;
  /** What `read` makes of a log, which is handed over as it arrives. */
  readLog<T>(
    runId: number,
    logId: number,
    read: (log: Readable) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /** The address of a log, as the specification gives it. */
  logUrl(runId: number, logId: number): URL;
  /** The page that people look at for a run. */
  runPage(runId: number): URL;
  dispose(): void;
}

/** Which project is read, and as whom. */
export interface BuildServiceSettings {
  /** The address of the project, ending in its name. */
  project: URL;
  /** Appended to the query of the run list; begins with `&`. */
  listParameters: string;
  /** The value of the Authorization header. */
  authorization: string;
  /** What to do when that credential does not work. */
  credentialAdvice: string;
  network: NetworkSettings;
  clock: Clock;
  /** What speaks HTTP; without it, the network is spoken to. */
  openHttp?: OpenHttpClient | undefined;
}

/** How many connections are open to the build service at most. */
export const maxConnections = 8;
const reportsNothing = " A monitor that cannot see everything does not report; run it again.";
/** The service gives 5000 runs a page at most, of four kilobytes each. */
const maxRunsBytes = 24 * 1024 * 1024;
/** What belongs to one run: thousands of logs, or steps and their errors. */
const maxRunBytes = 4 * 1024 * 1024;
const jsonDeadlineSeconds = 60;
const logDeadlineSeconds = 300;

/** A client of the build service; `dispose` it when it is no longer needed. */
export function createBuildService(settings: BuildServiceSettings): BuildService {
  const { project, listParameters, openHttp = createHttpClient } = settings;
  const http = openHttp({
    service: "build service",
    // Asks for a plain 401 where the service would redirect to its sign-in page.
    headers: { authorization: settings.authorization, "x-tfs-fedauthredirect": "Suppress" },
    network: settings.network,
    clock: settings.clock,
    maxConnections,
    shown: (url) => url.href,
  });
  // Several at once would take several times the memory.
  const largeBodyTurn = oneAtATime();
  const ofRun = ofRunQuery(listParameters);
  const builds = (...below: string[]) => ["_apis", "build", "builds", ...below];

  const credentialAdvice = (problem: HttpProblem) =>
    isCredentialProblem(problem) ? settings.credentialAdvice : "";
  const runsAdvice = (problem: HttpProblem) => credentialAdvice(problem) || adviceOnRuns(problem);

  /** What `read` makes of the JSON at an address. */
  const json = <T>(
    url: URL,
    advice: (problem: HttpProblem) => string,
    signal: AbortSignal,
    read: (body: unknown, answer: HttpResponse) => T,
    begins: (answer: HttpResponse) => void = () => undefined,
    maxBytes = maxRunBytes,
  ): Promise<T> =>
    http.send(
      {
        url,
        accept: "application/json",
        retry: "reads",
        deadlineSeconds: jsonDeadlineSeconds,
        advice,
        signal,
      },
      async (answer) => {
        refuseSignInPage(answer);
        expectStatus200(answer);
        // A large body arrives long after its date.
        begins(answer);
        return read(await readJsonBody(answer.body, maxBytes, largeBodyTurn), answer);
      },
    );

  let difference: number | undefined;
  const pageOf = (query: string, signal: AbortSignal): Promise<RunPage> =>
    json(
      urlBelow(project, builds(), query),
      runsAdvice,
      signal,
      (body, answer) => ({
        records: parseList(body).map(parseRun),
        token: answer.header("x-ms-continuationtoken") ?? "",
      }),
      (answer) => {
        difference ??= clockDifference(answer.header("date"), settings.clock.now());
      },
      maxRunsBytes,
    );

  /** The runs that a query asks for, each once, page by page. */
  const runs = (query: string, orderedBy: RunList["orderedBy"], signal: AbortSignal, whenEndless = "") =>
    readRunPages({ query, orderedBy, whenEndless }, (page) => pageOf(page, signal), settings.clock);

  /** The first `count` runs that a query asks for; a page may hold fewer. */
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
    runsSince: (minTime, signal) =>
      runs(runsSinceQuery(minTime, listParameters), "finishTime", signal, reportsNothing),
    clockDifference: () => difference,
    unfinishedRuns: (signal) => runs(unfinishedRunsQuery(listParameters), undefined, signal),
    runsQueuedSince: (since, signal, definitionId) =>
      runs(queuedSinceQuery(since, listParameters, definitionId), "queueTime", signal),
    pipelinesNamed: (name, signal) =>
      json(
        urlBelow(project, ["_apis", "build", "definitions"], pipelinesQuery(name, listParameters)),
        credentialAdvice,
        signal,
        (body) => parseList(body).flatMap((entry) => parsePipelineId(entry, name) ?? []),
      ),
    lastRuns: (definitionId, until, count, signal) =>
      firstRuns(lastRunsQuery(definitionId, until, count, listParameters), count, signal),
    async taggedRuns(definitionId, tag, count, signal) {
      const query = taggedRunsQuery(definitionId, tag, count, listParameters);
      return json(
        urlBelow(project, builds(), query),
        runsAdvice,
        signal,
        // A service that does not know the filter gives runs without the tag, too.
        (body) => parseList(body).flatMap((entry) => parseTaggedRun(entry, tag) ?? []),
        undefined,
        maxRunsBytes,
      );
    },
    run: (runId, signal) =>
      json(urlBelow(project, builds(runId), ofRun), credentialAdvice, signal, (body) => {
        const record = parseRun(body);
        if ("run" in record) return record.run;
        throw new Unreadable(`a run that cannot be understood: ${record.unreadable.problem}`);
      }),
    timelineErrors: (runId, signal) =>
      json(
        urlBelow(project, builds(String(runId), "timeline"), ofRun),
        credentialAdvice,
        signal,
        parseTimelineErrors,
      ),
    logsOf: (runId, signal) =>
      json(urlBelow(project, builds(String(runId), "logs")), credentialAdvice, signal, (body) =>
        parseList(body).map(parseLog),
      ),

    readLog: (runId, logId, read, signal) =>
      http.send(
        {
          url: logUrl(runId, logId),
          accept: "text/plain",
          retry: "reads",
          deadlineSeconds: logDeadlineSeconds,
          advice: credentialAdvice,
          signal,
        },
        (answer) => {
          refuseSignInPage(answer);
          expectStatus200(answer);
          return read(answer.body);
        },
      ),

    logUrl,
    runPage: (runId) => urlBelow(project, ["_build", "results"], `buildId=${runId}`),
    dispose: () => http.dispose(),
  };
}
