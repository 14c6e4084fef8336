import type { Bench } from "../case";
import { fewestRequests, requestCount, shortestSeconds } from "../floors";
import { monitorProgram } from "../programs";
import type { Row } from "../report";
import { type BuildFigures, type BuildScenario, type ErrorPlace, quietHour } from "../scenario";
import { type Service, withBuildService } from "../service";
import { sampleOf } from "../statistics";
import { measureMonitor } from "../work-done";
import { floorRows } from "./floor-rows";

const places: Record<ErrorPlace, string> = {
  last: "error in the last log",
  thirdFromLast: "error in the third from last",
  none: "no error",
};

/** A thousand runs, a hundred of them flagged, beside the shortest time that their requests can take. */
export async function busyHour(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const latencyMilliseconds of [20, 60])
    for (const errorIn of ["last", "thirdFromLast", "none"] as const) {
      const scenario = busy(latencyMilliseconds, errorIn);
      rows.push(
        ...(await withBuildService(scenario, (service) => measureBusyHour(bench, scenario, service))),
      );
    }
  return rows;
}

/** The scenario of the busy hour; one run less than a page holds, for a full one is asked for once more. */
export function busy(latencyMilliseconds: number, errorIn: ErrorPlace): BuildScenario {
  return { ...quietHour, latencyMilliseconds, errorIn, runCount: 999, flaggedEvery: 10 };
}

async function measureBusyHour(
  { agent, runs }: Bench,
  scenario: BuildScenario,
  service: Service<BuildFigures>,
): Promise<Row[]> {
  const monitor = monitorProgram(agent, service.address, service.webhook);
  const { walls, starts, requests } = await measureMonitor(monitor, service, scenario, runs * 2);
  const name = `busy hour, ${scenario.latencyMilliseconds} ms, ${places[scenario.errorIn]}`;
  const fewest = requestCount(fewestRequests(scenario));
  const floorSeconds = shortestSeconds(sampleOf(starts).median, scenario);
  const goal = scenario.latencyMilliseconds < 60 ? 1.3 : 1.15;
  return floorRows(name, { requests, fewest, walls, floorSeconds, goal });
}
