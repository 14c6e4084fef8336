import assert from "node:assert/strict";
import type { BuildService } from "../../../shared/azure-devops/client";
import { markdownLines } from "../../../shared/chat/markdown";
import { type Config, parseConfig } from "../../../tasks/PipelineMonitor/config/parse";
import type { ScheduledPipeline } from "../../../tasks/PipelineMonitor/config/schedules";
import type { Context } from "../../../tasks/PipelineMonitor/issue/context";
import { monitor, type Watch } from "../../../tasks/PipelineMonitor/monitor";
import { totalsOf } from "../../../tasks/PipelineMonitor/render/totals";
import { memoryBuildService } from "../../memory-build-service";
import { type RunSketch, sketchRun } from "../../sandbox/runs";
import { sanitize } from "../../sanitize";
import { testClock } from "../../test-clock";
import { memoryContext, origin } from "./report-stage";
import { usualConfig } from "./usual-config";

export const now = Date.UTC(2026, 10, 20, 3, 19, 0);

/** What a test changes of a run of the monitor on which all is well. */
export interface WatchChanges
  extends Partial<Pick<Watch, "post" | "ownRun" | "ownPipeline" | "origin" | "onIssues">>,
    Partial<Pick<Context, "clock" | "cancelled">> {
  /** Keys of the configuration that replace the usual ones. */
  keys?: object;
  /** The pipelines that must run by schedule, in place of those of the keys. */
  schedules?: readonly ScheduledPipeline[];
  /** Returns the functions of the build service that are replaced. */
  service?: (service: BuildService) => Partial<BuildService>;
}

/** Runs the monitor in memory; the times of the runs are counted back from the clock's. */
export async function watch(
  runs: readonly RunSketch[],
  { keys, schedules, service: replaced, clock: given, cancelled, ...watch }: WatchChanges = {},
) {
  const config = configWith(keys, schedules);
  const clock = given ?? testClock({ startsAt: now });
  const service = memoryBuildService(
    config.project,
    runs.map((sketch) => sketchRun(clock.now(), sketch)),
  );
  const posted: string[] = [];
  const context = memoryContext({
    ...{ clock, service: { ...service, ...replaced?.(service) } },
    ...(cancelled === undefined ? {} : { cancelled }),
  });
  const report = await monitor(
    {
      config,
      ...{ others: undefined, ownPipeline: undefined, ownRun: undefined, origin, onIssues: "succeed" },
      async post(message) {
        posted.push(markdownLines(message, sanitize).join("\n"));
        return { told: message.lines };
      },
      ...watch,
    },
    context,
  );
  const totals = { ...totalsOf(report, sanitize), delivered: report.delivered };
  return {
    report: totals,
    agent: context.agent,
    posted,
    logsRead: service.logsRead,
    base: config.project.href,
  };
}

function configWith(keys: object = {}, schedules?: readonly ScheduledPipeline[]): Config {
  const { config } = parseConfig({
    organization: "contoso",
    project: "Night Shift",
    url_base: "https://dev.azure.com/",
    ...usualConfig,
    ...keys,
  });
  assert.ok(config);
  return schedules === undefined ? config : { ...config, schedules };
}
