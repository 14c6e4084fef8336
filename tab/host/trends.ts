import type { MonitorReport } from "../../shared/report/schema";
import type { Trend } from "../geometry/trend";
import { readOnce } from "./limits";
import type { Service } from "./service";

/** How many earlier reports a trend has. */
const mostReports = 24;
/** How many earlier runs are read at a time. */
const atATime = 4;

/** A run of a pipeline. */
export interface PipelineRun {
  definition: string;
  buildId: string;
}

/** Whether there is anything to draw: a digest is about other times, and an empty hour has no run time. */
export function mayHaveTrend({ digest, pipelines }: MonitorReport): boolean {
  return digest !== true && pipelines.some(({ runTime }) => runTime !== undefined);
}

/**
 * Reads the mean run times of each pipeline over the last reports of the same step. The latest runs are read first; the
 * first one that fails ends the trend, so that the oldest are dropped. Nothing is read twice.
 */
export function trendReader(service: Service, { definition, buildId }: PipelineRun) {
  const urlsOf = readOnce(service.reportUrls);
  let until: Date | undefined;
  const earlierRuns = readOnce(async (pipeline) => {
    const runs = await service.finishedRuns(pipeline, until ?? new Date(), mostReports + 1);
    return runs.filter((id) => Number(id) < Number(buildId)).slice(0, mostReports);
  });
  return async (report: MonitorReport, url: string): Promise<Map<string, Trend>> => {
    // The person may look at an old run: later ones are not part of its trend.
    until ??= new Date(report.to * 1000);
    const runs = await earlierRuns(definition);
    const found: MonitorReport[] = [];
    for (let start = 0; start < runs.length; start += atATime) {
      const group = runs.slice(start, start + atATime);
      const read = await Promise.allSettled(
        group.map(async (run) => findSame(await urlsOf(run), service, report, url)),
      );
      for (const result of read) {
        if (result.status === "rejected") return trendsOf(found.reverse(), report);
        if (result.value !== undefined) found.push(result.value);
      }
    }
    return trendsOf(found.reverse(), report);
  };
}

/** Finds the report of the same step. The attachment of the same name, which it usually is, is read first. */
async function findSame(
  urls: readonly string[],
  { report: read }: Service,
  shown: MonitorReport,
  url: string,
) {
  const nameOf = (some: string) => some.slice(some.lastIndexOf("/"));
  const isSame = (some: string) => nameOf(some) === nameOf(url);
  for (const candidate of urls.toSorted((one, other) => Number(isSame(other)) - Number(isSame(one)))) {
    const parsed = await read(candidate);
    if (parsed.kind === "report" && parsed.report.kind === "monitor" && isOfSameStep(parsed.report, shown))
      return parsed.report;
  }
  return undefined;
}

function isOfSameStep(one: MonitorReport, other: MonitorReport): boolean {
  return (["configuration", "stage", "job", "attempt"] as const).every((key) => one[key] === other[key]);
}

/** The oldest report first, then this one. */
function trendsOf(earlier: readonly MonitorReport[], latest: MonitorReport): Map<string, Trend> {
  const means = [...earlier, latest].map(
    ({ pipelines }) => new Map(pipelines.map(({ pipeline, runTime }) => [pipeline, runTime?.mean])),
  );
  return new Map(latest.pipelines.map(({ pipeline }) => [pipeline, means.map((one) => one.get(pipeline))]));
}
