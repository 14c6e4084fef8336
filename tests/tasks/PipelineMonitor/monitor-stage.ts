import assert from "node:assert/strict";
import type { BuildService } from "../../../shared/azure-devops/client";
import { markdownLines } from "../../../shared/chat/markdown";
import { type Config, type OptionalSettings, parseConfig } from "../../../tasks/PipelineMonitor/config/parse";
import { type MonitorParts, monitor } from "../../../tasks/PipelineMonitor/monitor";
import { memoryAgent } from "../../memory-agent";
import { memoryBuildService } from "../../memory-build-service";
import { type RunSketch, sketchRun } from "../../sandbox/runs";
import { sanitize } from "../../sanitize";
import { testClock } from "../../test-clock";
import { usualConfig } from "./usual-config";

export const now = Date.UTC(2026, 10, 20, 3, 19, 0);

/** What a test changes of a run of the monitor on which all is well. */
export interface WatchChanges
  extends Partial<
    Pick<MonitorParts, "post" | "clock" | "cancelled" | "ownRun" | "ownPipeline" | "origin" | "issueKind">
  > {
  /** Keys of the configuration that replace the usual ones. */
  keys?: object;
  /** Optional checks, as the configuration would be parsed. */
  extras?: Partial<OptionalSettings>;
  /** Returns the functions of the build service that are replaced. */
  service?: (service: BuildService) => Partial<BuildService>;
}

/** Runs the monitor in memory; the times of the runs are counted back from the clock's. */
export async function watch(
  runs: readonly RunSketch[],
  { keys, extras, service: replaced, ...parts }: WatchChanges = {},
) {
  const config = configWith(keys, extras);
  const agent = memoryAgent();
  const clock = parts.clock ?? testClock({ startsAt: now });
  const service = memoryBuildService(
    config.project,
    runs.map((sketch) => sketchRun(clock.now(), sketch)),
  );
  const posted: string[] = [];
  const report = await monitor({
    config,
    service: { ...service, ...replaced?.(service) },
    others: undefined,
    isMention: () => false,
    ownPipeline: undefined,
    ownRun: undefined,
    origin: {
      configuration: "monitor.json",
      project: undefined,
      stage: undefined,
      job: undefined,
      attempt: undefined,
    },
    issueKind: undefined,
    async post(message) {
      posted.push(markdownLines(message, sanitize).join("\n"));
      return [];
    },
    agent,
    cancelled: new AbortController().signal,
    ...parts,
    clock,
  });
  return { report, agent, posted, logsRead: service.logsRead, base: config.project.href };
}

function configWith(keys: object = {}, extras: Partial<OptionalSettings> = {}): Config {
  const { config } = parseConfig({
    organization: "contoso",
    project: "Night Shift",
    url_base: "https://dev.azure.com/",
    ...usualConfig,
    ...keys,
  });
  assert.ok(config);
  return { ...config, optional: { ...config.optional, ...extras } };
}
