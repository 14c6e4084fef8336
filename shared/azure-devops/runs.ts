import type { Readable } from "node:stream";
import { Unreadable, undefinedIfMissing } from "../http/errors";
import { clockDifference } from "../http/service-state";
import { urlBelow } from "../http/url";
import { parseList, parseLogs } from "./lists";
import { type RunList, readRunPages } from "./pages";
import { lastRunsQuery, queuedSinceQuery, runsSinceQuery, unfinishedRunsQuery } from "./queries";
import { idOf, parseRun, projectIdOf, type RunRecord } from "./records";
import { asRunList, type Project } from "./requests";
import { partlyAsSuccess } from "./run-state";
import { emptyTimeline, parseTimeline } from "./timeline";

const reportsNothing =
  " The monitor does not report on an incomplete list. Run it again. If that fails, shorten the list with " +
  "`url_params`, such as `&definitions=12,13`.";

/** Reads the runs of a project, their timelines and logs. */
export function readRuns(service: Project) {
  const { project, listParameters, partlyIsSuccess, clock, ofOne, at, json, text } = service;
  const parseRecord = (record: unknown): RunRecord => {
    const parsed = parseRun(record);
    return partlyIsSuccess && "run" in parsed ? { run: partlyAsSuccess(parsed.run) } : parsed;
  };
  const ofRun = (runId: number, below: readonly string[], query?: string) =>
    at(["build", "builds", String(runId), ...below], query);
  const logUrl = (runId: number, logId: number) => ofRun(runId, ["logs", String(logId)]);

  let difference: number | undefined;
  const runs = (query: string, orderedBy: RunList["orderedBy"], signal: AbortSignal, whenEndless = "") => {
    const readPage = (page: string) =>
      json(
        {
          ...asRunList,
          url: at(["build", "builds"], page),
          signal,
          begins({ header }) {
            difference ??= clockDifference(header("date"), clock.now());
          },
        },
        (body, { header }) => ({
          records: parseList(body).map(parseRecord),
          token: header("x-ms-continuationtoken") ?? "",
        }),
      );
    return readRunPages({ query, orderedBy, whenEndless }, readPage, clock);
  };

  return {
    /** Yields the runs since a time, each once, page by page. Throws if the list cannot be read to its end. */
    runsSince: (minTime: Date, signal: AbortSignal) =>
      runs(runsSinceQuery(minTime, listParameters), "finishTime", signal, reportsNothing),
    /** How many milliseconds the service's clock is ahead, by the first page of a list; undefined before. */
    clockDifference: () => difference,
    /** Yields the queued and running runs, whatever their age; otherwise like `runsSince`. */
    unfinishedRuns: (signal: AbortSignal) => runs(unfinishedRunsQuery(listParameters), undefined, signal),
    /**
     * Yields the runs in any state that were queued since a second, of one pipeline or all; otherwise like
     * `runsSince`.
     */
    runsQueuedSince: (since: number, signal: AbortSignal, definitionId?: number) =>
      runs(queuedSinceQuery(since, listParameters, definitionId), "queueTime", signal),
    /** The runs of a pipeline that finished by the end of a second since 1970, newest first. */
    async lastRuns(
      definitionId: number,
      until: number,
      count: number,
      signal: AbortSignal,
    ): Promise<RunRecord[]> {
      const first: RunRecord[] = [];
      const query = lastRunsQuery(definitionId, until, count, listParameters);
      // A page may hold fewer than `count`.
      for await (const page of runs(query, "finishTime", signal)) {
        first.push(...page);
        if (first.length >= count) break;
      }
      return first.slice(0, count);
    },
    /** One run, which a list may not have yet; undefined if the project, whose id may be given, has none of that id. */
    run: (runId: number, signal: AbortSignal, projectId?: string): Promise<RunRecord | undefined> =>
      json({ url: ofRun(runId, [], ofOne), signal }, (body) => {
        const record = parseRecord(body);
        if (idOf(record) !== runId) throw new Unreadable("JSON that is not the run");
        const ofProject = projectIdOf(body);
        const isOfAnother = projectId !== undefined && ofProject !== undefined && ofProject !== projectId;
        return isOfAnother ? undefined : record;
      }).catch(undefinedIfMissing),
    /** Without records if the run has none, such as one that could not begin. */
    timeline: (runId: number, signal: AbortSignal) =>
      json({ url: ofRun(runId, ["timeline"], ofOne), signal, mayBeEmpty: true }, (body) =>
        body === undefined ? emptyTimeline : parseTimeline(body),
      ),
    /** In the service's order; undefined in place of an entry that cannot be parsed. */
    logsOf: (runId: number, signal: AbortSignal) =>
      json({ url: ofRun(runId, ["logs"]), signal, mayBeEmpty: true }, parseLogs),
    readLog: <T>(runId: number, logId: number, read: (log: Readable) => Promise<T>, signal: AbortSignal) =>
      text({ url: logUrl(runId, logId), signal, mayBeEmpty: true }, read),
    /** As the specification gives it. */
    logUrl,
    runPage: (runId: number) => urlBelow(project, ["_build", "results"], `buildId=${runId}`),
  };
}
