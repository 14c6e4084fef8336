import assert from "node:assert/strict";
import { fewestRequests, requestCount } from "./floors";
import { measure, type Program } from "./measure";
import type { BuildFigures, BuildScenario } from "./scenario";
import type { Service } from "./service";

/** Which log of which run an output links to. */
export function linksIn(output: string): string[] {
  return [...output.matchAll(/\/builds\/(\d+\/logs\/\d+)\)/g)].map(([, link = ""]) => link);
}

/**
 * Throws when a run of the monitor left out what its scenario asks for: less work would pass for speed. It has to have
 * counted every run, posted once where something is wrong, told the other targets, linked each failed run, and asked for no less than the floor.
 */
export function assertWorkDone(scenario: BuildScenario, output: string, figures: BuildFigures): void {
  const fewest = fewestRequests(scenario);
  const seen = {
    runs: Number(/variable=runCount[^\]]*\](\d+)/.exec(output)?.[1]),
    links: linksIn(output).length,
    posts: figures.posts,
    alerts: figures.alerts,
  };
  assert.deepEqual(seen, {
    runs: scenario.runCount * (scenario.projects ?? 1),
    links: fewest.logLists,
    posts: fewest.logLists > 0 ? 1 : 0,
    alerts: scenario.alerts ?? 0,
  });
  const asked = requestCount(figures);
  assert.ok(asked >= requestCount(fewest), `${asked} requests are fewer than the rules need`);
}

/** The seconds of each run, those until its first request, and its requests. */
type MonitorFigures = Record<"walls" | "starts" | "requests", number[]>;

/** Measures the monitor some times, and makes sure that it does its work each time. */
export async function measureMonitor(
  program: Program,
  service: Service<BuildFigures>,
  scenario: BuildScenario,
  times: number,
): Promise<MonitorFigures> {
  const measured: MonitorFigures = { walls: [], starts: [], requests: [] };
  for (let run = 0; run < times; run++) {
    const { startedAt, seconds, output } = await measure(program);
    const figures = await service.figures();
    assertWorkDone(scenario, output, figures);
    measured.walls.push(seconds);
    measured.starts.push((figures.firstRequestAt - startedAt) / 1000);
    measured.requests.push(requestCount(figures));
  }
  return measured;
}
