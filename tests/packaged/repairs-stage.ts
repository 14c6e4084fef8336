import type { SandboxAgent, StepResult } from "../sandbox/agent";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { lost, type MonitorRun, runMonitor } from "./extras-stage";
import { now, reportIn, type StageOptions, withStage } from "./monitor-stage";

export const main = "refs/heads/main";

/** A run whose agent was lost, as the service shows it in its list and in its timeline. */
export const lostRun: RunSketch = {
  ...{ id: 700, result: "failed", finishedSecondsAgo: 1200, timelineErrors: [lost("build-07")] },
  ...{ agent: "build-07", record: { sourceBranch: main, reason: "schedule" } },
};
/** The runs of the days before, by which its branch and its usual time are known. */
export const earlier: RunSketch[] = [1, 2, 3].map((day) => ({
  ...{ id: 600 - day, finishedSecondsAgo: day * 86_400 + 1200, runSeconds: 300 },
  record: { sourceBranch: main, reason: "schedule" },
}));

export const repairKeys = (repair: object, more: object = {}) => ({
  ...{ notify: "changes", run_ct_min: -1 },
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, "nightly import": { repair, ...more } },
});

/** An hour of a monitor. */
export type Hour = (hour: number, changes?: Partial<MonitorRun>, on?: SandboxAgent) => Promise<StepResult>;

/** The step of an hour, with its report. */
export async function text(hour: ReturnType<Hour>): Promise<StepResult & { text: string }> {
  const step = await hour;
  return { ...step, text: reportIn(step.log).join("\n") };
}

/** Requests that change something at the service. */
export const actsOf = ({ requests }: SandboxBuildService) =>
  requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, target }) => `${method} ${target.replace(/^.*builds/, "")}`);

export function withRepairs<T>(
  agent: SandboxAgent,
  options: StageOptions,
  act: (hour: Hour, service: SandboxBuildService, chat: SandboxChat) => Promise<T>,
): Promise<T> {
  const service = { acting: { now: () => now + 60_000 }, ...options.service };
  return withStage(agent, { ...options, service }, (build, chat) =>
    act((at, changes, on = agent) => runMonitor(on, build, chat, ofHour(at, changes)), build, chat),
  );
}

/** The run of an hour. */
function ofHour(hour: number, changes: Partial<MonitorRun> = {}): MonitorRun {
  return { id: 900 + hour, startedAt: now + hour * 3600_000, ...changes };
}

/** The second attempt of the run is over. */
export function endAgain(service: SandboxBuildService, sketch: RunSketch, at: number): void {
  const run = sketchRun(now, { ...sketch, finishedSecondsAgo: -at });
  service.put({
    ...run,
    timeline: { ...Object(run.timeline), records: [{ type: "Job", id: "job", attempt: 2 }] },
  });
}
