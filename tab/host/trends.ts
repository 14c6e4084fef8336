import { parseReport } from "../../shared/report/parse";
import type { MonitorReport } from "../../shared/report/schema";
import type { Trend } from "../geometry/trend";
import { type BuildPlace, findBuild } from "./build-url";
import { type Get, memberOf, readJson, readReports, valuesOf } from "./service";

/** How many earlier reports a trend has. */
const mostReports = 24;
/** How many earlier runs are read at a time. */
const atATime = 4;

/**
 * The mean run times of each pipeline over the last reports of the same configuration. The latest runs are read first;
 * the first one that fails ends the trend, so that the oldest are dropped.
 */
export async function readTrends(
  get: Get,
  place: BuildPlace,
  definition: string,
  report: MonitorReport,
): Promise<Map<string, Trend>> {
  // The person may look at an old run: later ones are not part of its trend.
  const until = new Date(report.to * 1000).toISOString();
  const query = `definitions=${definition}&$top=${mostReports + 1}&statusFilter=completed&queryOrder=queueTimeDescending&maxTime=${until}`;
  const listed = await readJson(
    get,
    `${place.project}/_apis/build/builds?${query}&api-version=5.0`,
    "earlier runs",
  );
  const earlier = valuesOf(listed)
    .flatMap((build) => findBuild(String(memberOf(build, "url"))) ?? [])
    .filter(({ buildId }) => Number(buildId) < Number(place.buildId))
    .slice(0, mostReports);
  const found: MonitorReport[] = [];
  for (let start = 0; start < earlier.length; start += atATime) {
    const group = earlier.slice(start, start + atATime);
    // Only the run's number is taken: every request goes to this project.
    const read = await Promise.allSettled(
      group.map(({ buildId }) => readReports(get, { project: place.project, buildId })),
    );
    for (const result of read) {
      if (result.status === "rejected") return trendsOf([...found].reverse(), report);
      found.push(...result.value.flatMap((text) => sameReport(text, report)).slice(0, 1));
    }
  }
  return trendsOf(found.reverse(), report);
}

function sameReport(text: string, { configuration }: MonitorReport): MonitorReport[] {
  const parsed = parseReport(text);
  const isSame =
    parsed.kind === "report" &&
    parsed.report.kind === "monitor" &&
    parsed.report.configuration === configuration;
  return isSame && parsed.report.kind === "monitor" ? [parsed.report] : [];
}

/** The oldest report first, then this one. */
export function trendsOf(earlier: readonly MonitorReport[], latest: MonitorReport): Map<string, Trend> {
  const means = [...earlier, latest].map(
    ({ pipelines }) => new Map(pipelines.map(({ pipeline, runTime }) => [pipeline, runTime?.mean])),
  );
  return new Map(latest.pipelines.map(({ pipeline }) => [pipeline, means.map((one) => one.get(pipeline))]));
}
