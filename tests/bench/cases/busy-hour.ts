import assert from "node:assert/strict";
import type { Bench } from "../case";
import { fewestRequests, requestCount, shortestSeconds } from "../floors";
import { measure } from "../measure";
import { monitorProgram, rivals } from "../programs";
import { type Row, timeRow } from "../report";
import { type BuildFigures, type BuildScenario, type ErrorPlace, quietHour } from "../scenario";
import { type Service, withBuildService } from "../service";
import { sampleOf } from "../statistics";
import { assertWorkDone, linksIn } from "../work-done";
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
  { agent, runs, say }: Bench,
  scenario: BuildScenario,
  service: Service<BuildFigures>,
): Promise<Row[]> {
  const monitor = monitorProgram(agent, service.address, service.webhook);
  const walls: number[] = [];
  const starts: number[] = [];
  const requests: number[] = [];
  let found: string[] = [];
  for (let run = 0; run < runs * 2; run++) {
    const { startedAt, seconds, output } = await measure(monitor);
    found = linksIn(output);
    const figures = await service.figures();
    assertWorkDone(scenario, output, figures);
    walls.push(seconds);
    starts.push((figures.firstRequestAt - startedAt) / 1000);
    requests.push(requestCount(figures));
  }
  const name = `busy hour, ${scenario.latencyMilliseconds} ms, ${places[scenario.errorIn]}`;
  const fewest = requestCount(fewestRequests(scenario));
  const floor = shortestSeconds(sampleOf(starts).median, scenario);
  const goal = scenario.latencyMilliseconds < 60 ? 1.3 : 1.15;
  const rows = floorRows(name, { requests, fewest, walls, floorSeconds: floor, goal });
  return scenario.errorIn === "last"
    ? [...rows, ...(await beside(name, { walls, found }, service, runs, say))]
    : rows;
}

/** The sequential scripts, which read every considered log wherever the error is. */
async function beside(
  name: string,
  ours: { walls: readonly number[]; found: readonly string[] },
  service: Service<BuildFigures>,
  runs: number,
  say: Bench["say"],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const rival of rivals(service.address, service.webhook)) {
    if (rival.program === undefined) {
      say(`${rival.name}: skipped, for this machine lacks one of them`);
      continue;
    }
    const theirs: number[] = [];
    for (let run = 0; run < runs; run++) {
      const { seconds, output } = await measure(rival.program);
      assert.deepEqual(linksIn(output), ours.found, `${rival.name} finds what the monitor finds`);
      theirs.push(seconds);
    }
    rows.push(timeRow(name, `× faster than ${rival.name}`, { atLeast: 20 }, ours.walls, theirs));
  }
  await service.figures();
  return rows;
}
