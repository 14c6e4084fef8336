import type { Bench } from "../case";
import { fewestRequests, requestCount, shortestSecondsOfProjects } from "../floors";
import { measure } from "../measure";
import { monitorProgram } from "../programs";
import type { Row } from "../report";
import { type BuildScenario, projectNames, quietHour } from "../scenario";
import { withBuildService } from "../service";
import { sampleOf } from "../statistics";
import { assertWorkDone } from "../work-done";
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
        const walls: number[] = [];
        const starts: number[] = [];
        const requests: number[] = [];
        for (let run = 0; run < runs * 2; run++) {
          const { startedAt, seconds, output } = await measure(program);
          const figures = await service.figures();
          assertWorkDone(scenario, output, figures);
          walls.push(seconds);
          starts.push((figures.firstRequestAt - startedAt) / 1000);
          requests.push(requestCount(figures));
        }
        const floorSeconds = shortestSecondsOfProjects(sampleOf(starts).median, scenario);
        const fewest = requestCount(fewestRequests(scenario));
        return floorRows(name, { requests, fewest, walls, floorSeconds, goal: 1.5 });
      })),
    );
  return rows;
}
