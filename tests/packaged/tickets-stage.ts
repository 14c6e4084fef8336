import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { type SandboxTracker, sandboxTracker } from "../sandbox/work-items";
import { type MonitorRun, runMonitor } from "./extras-stage";
import { at, useReportWindow } from "./report-window-stage";

export const invoices = { pipeline: "invoices", definitionId: 7 };
const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  invoices: { severity: "high", owner: "Billing team", runbook: "https://wiki.contoso.com/invoices" },
};

interface Night {
  /** Runs the monitor so many seconds after its first run. */
  watch: (start: number, run?: Partial<MonitorRun>) => Promise<unknown>;
  /** Begins such a run, whose step is killed; its run has what it had shown by then. */
  kill: (start: number, when: () => boolean) => Promise<unknown>;
  tracker: SandboxTracker;
  service: SandboxBuildService;
  chat: SandboxChat;
}

/** Plays hours of a monitor whose work items are in its own project. */
export function useTickets() {
  const { agent, stage } = useReportWindow();

  async function play(
    act: (night: Night) => Promise<void>,
    { keys = {}, tracker = sandboxTracker() }: { keys?: object; tracker?: SandboxTracker } = {},
  ): Promise<void> {
    const config = {
      ...{ notify: "changes", window: undefined, explain_failures: true, pipelines },
      ...{ tickets: { type: "Issue" }, ...keys },
    };
    await stage(
      (watch, service, chat) =>
        act({
          ...{ tracker, service, chat },
          kill: (start, when) => {
            tracker.time = at(start);
            const killed = { vanishes: true, step: { killWhen: when } };
            return runMonitor(agent(), service, chat, { id: 890, startedAt: at(start), ...killed });
          },
          watch: (start, run) => {
            tracker.time = at(start);
            return watch({ start, ...run });
          },
        }),
      config,
      { tracker },
    );
  }

  return { agent, play };
}
