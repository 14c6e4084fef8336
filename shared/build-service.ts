import type { Readable } from "node:stream";
import type { NetworkSettings } from "./agent";
import { adviceOnRuns, isCredentialFault, refuseSignInPage } from "./build-advice";
import {
  idOf,
  type Log,
  parseList,
  parseLog,
  parsePipelineId,
  parseRun,
  parseTaggedRun,
  type Run,
  type RunRecord,
  type TaggedRun,
} from "./build-records";
import { parseTimelineErrors, type TimelineError } from "./build-timeline";
import type { Clock } from "./clock";
import { addressBelow } from "./http/address";
import { oneAtATime, readJson } from "./http/body";
import { createHttpClient, expectStatus200, type HttpAnswer, type OpenHttpClient } from "./http/client";
import { type HttpFault, Unreadable } from "./http/errors";
import {
  lastRunsQuery,
  pipelinesQuery,
  queuedSinceQuery,
  runsSinceQuery,
  taggedRunsQuery,
  unfinishedRunsQuery,
} from "./run-queries";

/** The read side of the build service. */
export interface BuildService {
  /** The runs since a time, each once, page by page. Throws when the list cannot be read to its end. */
  runsSince(minTime: Date, signal: AbortSignal): AsyncGenerator<RunRecord[]>;
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
  logAddress(runId: number, logId: number): URL;
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
const maxPages = 1000;
/** Ten pages of the service's largest; each run that is listed costs memory. */
const maxRuns = 100_000;
const reportsNothing = " A monitor that cannot see everything does not report; run it again.";
/** A monitor that runs hourly has no use for a list that takes longer. */
export const maxRunsSeconds = 900;
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
    shown: (address) => address.href,
  });
  // Several at once would take several times the memory.
  const largeBodyTurn = oneAtATime();
  const builds = (...below: string[]) => ["_apis", "build", "builds", ...below];

  const credentialAdvice = (fault: HttpFault) => (isCredentialFault(fault) ? settings.credentialAdvice : "");
  const runsAdvice = (fault: HttpFault) => credentialAdvice(fault) || adviceOnRuns(fault);

  /** What `read` makes of the JSON at an address. */
  const json = <T>(
    address: URL,
    advice: (fault: HttpFault) => string,
    signal: AbortSignal,
    read: (body: unknown, answer: HttpAnswer) => T,
    maxBytes = maxRunBytes,
  ): Promise<T> =>
    http.send(
      {
        address,
        accept: "application/json",
        retry: "reads",
        deadlineSeconds: jsonDeadlineSeconds,
        advice,
        signal,
      },
      async (answer) => {
        refuseSignInPage(answer);
        expectStatus200(answer);
        return read(await readJson(answer.body, maxBytes, largeBodyTurn), answer);
      },
    );

  const pageOf = (query: string, signal: AbortSignal) =>
    json(
      addressBelow(project, builds(), query),
      runsAdvice,
      signal,
      (body, answer) => ({
        entries: parseList(body),
        continuationToken: answer.header("x-ms-continuationtoken") ?? "",
      }),
      maxRunsBytes,
    );

  /** The runs that a query asks for, each once, page by page. */
  async function* runs(query: string, signal: AbortSignal, whenEndless = ""): AsyncGenerator<RunRecord[]> {
    const endless = (how: string) =>
      new Error(
        `build service: the list of runs cannot be read to its end, because it ${how}.${whenEndless}`,
      );
    const tokens = new Set<string>();
    const ids = new Set<number>();
    const startedAt = settings.clock.now();
    let count = 0;
    for (let token = ""; ; ) {
      const pageQuery = token === "" ? query : `${query}&continuationToken=${encodeURIComponent(token)}`;
      const page = await pageOf(pageQuery, signal);
      const records = page.entries.map(parseRun);
      const news = recordsBeside(ids, records);
      // Services have been seen to give the first page once more in place of the next.
      if (records.length > 0 && news.length === 0) throw endless("gives the same runs once more");
      count += news.length;
      if (count > maxRuns) throw endless(`has more than ${maxRuns} runs`);
      yield news;
      token = page.continuationToken;
      if (token === "") return;
      if (tokens.has(token)) throw endless("names a page again that it has already given");
      tokens.add(token);
      if (tokens.size >= maxPages) throw endless(`does not end after ${maxPages} pages`);
      if (settings.clock.now() - startedAt > maxRunsSeconds * 1000)
        throw endless(`takes longer than ${maxRunsSeconds} s`);
    }
  }

  /** The first `count` runs that a query asks for; a page may hold fewer. */
  async function firstRuns(query: string, count: number, signal: AbortSignal): Promise<RunRecord[]> {
    const first: RunRecord[] = [];
    for await (const page of runs(query, signal)) {
      first.push(...page);
      if (first.length >= count) break;
    }
    return first.slice(0, count);
  }

  const logAddress = (runId: number, logId: number) =>
    addressBelow(project, builds(String(runId), "logs", String(logId)));

  return {
    runsSince: (minTime, signal) => runs(runsSinceQuery(minTime, listParameters), signal, reportsNothing),
    unfinishedRuns: (signal) => runs(unfinishedRunsQuery(listParameters), signal),
    runsQueuedSince: (since, signal, definitionId) =>
      runs(queuedSinceQuery(since, listParameters, definitionId), signal),
    pipelinesNamed: (name, signal) =>
      json(
        addressBelow(project, ["_apis", "build", "definitions"], pipelinesQuery(name, listParameters)),
        credentialAdvice,
        signal,
        (body) => parseList(body).flatMap((entry) => parsePipelineId(entry, name) ?? []),
      ),
    lastRuns: (definitionId, until, count, signal) =>
      firstRuns(lastRunsQuery(definitionId, until, count, listParameters), count, signal),
    async taggedRuns(definitionId, tag, count, signal) {
      const query = taggedRunsQuery(definitionId, tag, count, listParameters);
      return json(
        addressBelow(project, builds(), query),
        runsAdvice,
        signal,
        // A service that does not know the filter gives runs without the tag, too.
        (body) => parseList(body).flatMap((entry) => parseTaggedRun(entry, tag) ?? []),
        maxRunsBytes,
      );
    },
    run: (runId, signal) =>
      json(addressBelow(project, builds(runId)), credentialAdvice, signal, (body) => {
        const record = parseRun(body);
        if ("run" in record) return record.run;
        throw new Unreadable(`a run that cannot be understood: ${record.unreadable.fault}`);
      }),
    timelineErrors: (runId, signal) =>
      json(
        addressBelow(project, builds(String(runId), "timeline")),
        credentialAdvice,
        signal,
        parseTimelineErrors,
      ),
    logsOf: (runId, signal) =>
      json(addressBelow(project, builds(String(runId), "logs")), credentialAdvice, signal, (body) =>
        parseList(body).map(parseLog),
      ),

    readLog: (runId, logId, read, signal) =>
      http.send(
        {
          address: logAddress(runId, logId),
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

    logAddress,
    runPage: (runId) => addressBelow(project, ["_build", "results"], `buildId=${runId}`),
    dispose: () => http.dispose(),
  };
}

/** The records whose ids are not among the known ones, each id once; adds them to those. */
function recordsBeside(knownIds: Set<number>, records: readonly RunRecord[]): RunRecord[] {
  return records.filter((record) => {
    const id = idOf(record);
    if (id === undefined) return true;
    const isNew = !knownIds.has(id);
    knownIds.add(id);
    return isNew;
  });
}
