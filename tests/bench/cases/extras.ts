import { join } from "node:path";
import { standardPreset } from "../../../tasks/PipelineMonitor/config/preset";
import { features } from "../../../tasks/PipelineMonitor/features";
import { everyExtra } from "../../demo/eventful-hour";
import type { Detour } from "../../sandbox/detour";
import { pagingKey } from "../../sandbox/paging";
import { goodConfig } from "../../tasks/PipelineMonitor/good-config";
import type { Bench } from "../case";
import { fewestExtraRequests, fewestRequests, requestCount, shortestSeconds } from "../floors";
import { pagingVariable, routeVariables } from "../last-report";
import type { Program } from "../measure";
import { monitorProgram } from "../programs";
import { type Row, timeRow } from "../report";
import type { BuildFigures } from "../scenario";
import { type Service, withBuildService } from "../service";
import { sampleOf } from "../statistics";
import { measureMonitor } from "../work-done";
import { busy } from "./busy-hour";
import { floorRows } from "./floor-rows";

/** Keys that hold issues back or add to them. Nothing of this hour is known or in maintenance. */
const alerts = { notify: "changes", quiet: [{ schedule: "0 0 1 1 *", hours: 1, pipelines: ["nightly *"] }] };
const owned = {
  "nightly *": { owner: "@oncall", runbook: "https://example.com/runbook", severity: "high" },
  "*": { owner: "team data" },
};

/** Two routes, and alerts for two of the four pipelines that fail. */
const targets = {
  routes: routeVariables.map((webhook, index) => ({ pipelines: [`nightly import ${index + 1}0`], webhook })),
  paging: { kind: "pagerduty", key: pagingVariable },
};
/** One message to each route, and the alerts. */
const requestCountOfTargets = 4;

/** The program with the variables of the targets, which leads what is meant for the paging service to the scenario's. */
function withTargets(program: Program, { routes, paging }: Service<BuildFigures>): Program {
  const { hostname, port } = new URL(paging);
  const detour: Detour = { path: "^/v2/enqueue", protocol: "http:", hostname, port: Number(port) };
  const variables = routeVariables.map((name, index) => [name, routes[index]]);
  return {
    ...program,
    arguments: ["--require", join(__dirname, "..", "..", "sandbox", "detour.js"), ...program.arguments],
    env: {
      ...{ ...program.env, ...Object.fromEntries(variables) },
      ...{ [pagingVariable]: pagingKey, SANDBOX_DETOUR: JSON.stringify(detour) },
    },
  };
}

/** The busy hour once more, with all that the monitor does beyond the specification, beside the hour without. */
export function extras({ agent, runs }: Bench): Promise<Row[]> {
  const scenario = { ...busy(20, "last"), remembers: true };
  return withBuildService(scenario, async (service) => {
    const measureWith = (keys: Record<string, unknown>, entries: Record<string, unknown>) => {
      const program = monitorProgram(agent, service.address, service.webhook, keys, entries);
      return measureMonitor(program, service, scenario, runs * 2);
    };
    const plain = await measureWith({}, {});
    const all = await measureWith({ ...everyExtra, ...alerts }, owned);
    const keys = { ...everyExtra, ...alerts, ...targets };
    const routed = await measureMonitor(
      withTargets(monitorProgram(agent, service.address, service.webhook, keys, owned), service),
      service,
      { ...scenario, alerts: requestCountOfTargets },
      runs * 2,
    );
    const ofPreset = await measureWith(presetKeys(), {});
    const fewest = requestCount(fewestRequests(scenario)) + fewestExtraRequests(scenario);
    const rowsOf = (name: string, { walls, starts, requests }: typeof all, goal: number) => {
      const seconds = shortestSeconds(sampleOf(starts).median, scenario);
      // They come one after the other.
      const floorSeconds = seconds + (scenario.latencyMilliseconds / 1000) * fewestExtraRequests(scenario);
      return floorRows(name, { requests, fewest, walls, floorSeconds, goal });
    };
    const name = "busy hour, 20 ms, with all extras";
    return [
      ...rowsOf(name, all, 1.35),
      timeRow(name, "÷ the hour without", { atMost: 1.15 }, all.walls, plain.walls),
      timeRow(
        `${name}, two routes and pages`,
        "÷ the same without them",
        { atMost: 1.2 },
        routed.walls,
        all.walls,
      ),
      ...rowsOf("busy hour, 20 ms, with the preset's keys", ofPreset, 1.5),
    ];
  });
}

/** The optional keys of the preset, which the configuration to start with has. They ask for the same as all extras. */
function presetKeys(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(standardPreset(features)).filter(([key]) => !(key in goodConfig)));
}
