import type { Bench } from "../case";
import { fewestRequests, requestCount, shortestSecondsOfProjects } from "../floors";
import { monitorProgram } from "../programs";
import type { Row } from "../report";
import { type BuildScenario, projectNames, quietHour } from "../scenario";
import { withBuildService } from "../service";
import { sampleOf } from "../statistics";
import { measureMonitor } from "../work-done";
import { floorRows } from "./floor-rows";

const projects = 20;
const names: [string, BuildScenario][] = [
  [
    "20 projects, 20 ms, a failure in each",
    { ...quietHour, projects, runCount: 50, flaggedEvery: 50, errorIn: "last" },
  ],
  ["20 quiet projects, 100 ms", { ...quietHour, projects, runCount: 50, latencyMilliseconds: 100 }],
];

/** Twenty projects of an organization, checked by one monitor. */
export async function severalProjects({ agent, runs }: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, scenario] of names)
    rows.push(
      ...(await withBuildService(scenario, async (service) => {
        const keys = { projects: projectNames(projects) };
        const program = monitorProgram(agent, service.address, service.webhook, keys);
        const { walls, starts, requests } = await measureMonitor(program, service, scenario, runs * 2);
        const floorSeconds = shortestSecondsOfProjects(sampleOf(starts).median, scenario);
        const fewest = requestCount(fewestRequests(scenario));
        return floorRows(name, { requests, fewest, walls, floorSeconds, goal: 1.5 });
      })),
    );
  return rows;
}
