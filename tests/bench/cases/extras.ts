import { starter } from "../../../tasks/PipelineMonitor/tools/starter";
import { everyExtra } from "../../sandbox/eventful-hour";
import { goodConfig } from "../../tasks/PipelineMonitor/good-config";
import type { Bench } from "../case";
import { extraRounds, fewestExtraRequests, fewestRequests, requestCount, shortestSeconds } from "../floors";
import { monitorProgram } from "../programs";
import { type Row, timeRow } from "../report";
import { withBuildService } from "../service";
import { sampleOf } from "../statistics";
import { measureMonitor } from "../work-done";
import { busy } from "./busy-hour";
import { floorRows } from "./floor-rows";

/** Keys that hold issues back or add to them. Nothing of this hour is known or in maintenance. */
const alerts = {
  notify: "changes",
  quiet: [{ schedule: "0 0 1 1 *", hours: 1, pipelines: ["nightly *"] }],
};
const owned = {
  "nightly *": { owner: "@oncall", runbook: "https://example.com/runbook", severity: "high" },
  "*": { owner: "team data" },
};

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
    const ofStarter = await measureWith(starterKeys(), {});
    const fewest = requestCount(fewestRequests(scenario)) + fewestExtraRequests(scenario);
    const rowsOf = (name: string, { walls, starts, requests }: typeof all, goal: number) => {
      const seconds = shortestSeconds(sampleOf(starts).median, scenario);
      const floorSeconds = seconds + (scenario.latencyMilliseconds / 1000) * extraRounds(scenario);
      return floorRows(name, { requests, fewest, walls, floorSeconds, goal });
    };
    const name = "busy hour, 20 ms, with all extras";
    return [
      ...rowsOf(name, all, 1.35),
      timeRow(name, "÷ the hour without", "none", all.walls, plain.walls),
      ...rowsOf("busy hour, 20 ms, with the starter's keys", ofStarter, 1.5),
    ];
  });
}

/** The optional keys of the configuration that `--init` writes. They ask for the same as all extras. */
function starterKeys(): Record<string, unknown> {
  const { value } = starter.make((name) => (["organization", "project"].includes(name) ? "any" : undefined));
  return Object.fromEntries(Object.entries(value).filter(([key]) => !(key in goodConfig)));
}
