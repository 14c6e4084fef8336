import assert from "node:assert/strict";
import type { BuildServiceOptions, SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { type MonitorRun, runMonitor } from "./extras-stage";
import { now, reportIn, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** Seconds after the moment at which the first monitor of these tests starts. */
export const at = (seconds: number) => now + seconds * 1000;
export const hour = 3600;

interface Watched {
  ids: number[];
  /** The message, or the line in its place. */
  report: string[];
}

type Watch = (run: Partial<MonitorRun> & { start: number }) => Promise<Watched>;

/** Installs an agent for every test of the `describe` that calls this; on its stages, the window is `since_last_report`. */
export function useReportWindow() {
  const agent = useAgent();

  /** Calls `act` with a service and a chat; `watch` runs the monitor and returns the failed runs that it reported. */
  async function stage(
    act: (watch: Watch, service: SandboxBuildService, chat: SandboxChat) => Promise<void>,
    config: Record<string, unknown> = {},
    options: Partial<BuildServiceOptions> = {},
  ): Promise<void> {
    let id = 900;
    await withStage(
      agent(),
      { config: { window: "since_last_report", run_ct_min: -1, ...config }, service: options },
      (service, chat) => {
        const watch: Watch = async ({ start, ...run }) => {
          const step = await runMonitor(agent(), service, chat, { id: id++, startedAt: at(start), ...run });
          assert.notEqual(step.result, "Failed", step.log.join("\n"));
          const report = reportIn(step.log);
          const ids = report.flatMap((line) => [Number(/buildId=(\d+)/.exec(line)?.[1] ?? [])]);
          return { ids: ids.filter((named) => named > 0), report };
        };
        return act(watch, service, chat);
      },
    );
  }

  return { agent, stage };
}

/** Puts a run that failed into the service, so many seconds after the first monitor started. */
export function fail(service: SandboxBuildService, id: number, seconds: number, changes: RunSketch = {}) {
  service.put(sketchRun(at(seconds), { id, result: "failed", finishedSecondsAgo: 0, logs: [], ...changes }));
}
