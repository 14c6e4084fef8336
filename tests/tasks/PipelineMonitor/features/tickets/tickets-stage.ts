import type { WorkItems } from "../../../../../shared/azure-devops/work-items";
import { urlBelow } from "../../../../../shared/http/url";
import type { OtherProjects } from "../../../../../tasks/PipelineMonitor/projects";
import { startBuildService } from "../../../../sandbox/build-service";
import type { ReceivedRequest, Reply } from "../../../../sandbox/loopback";
import type { RunSketch } from "../../../../sandbox/runs";
import { type SandboxTracker, sandboxTracker } from "../../../../sandbox/work-items";
import { clientOf } from "../../../../shared/azure-devops/build-service-stage";
import { changes, type Ended, endedBy, memoryPipeline, now, watch } from "../../monitor-stage";

export const high = { severity: "high" };
export const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  ...{ invoices: high, payments: high, "stock levels": {} },
};
export const usual = { ...changes, pipelines, tickets: { type: "Issue" } };
export const day = 1440;

export interface Hour {
  /** In minutes. */
  at: number;
  /** The agent is lost at its end: nothing of this hour is remembered. Or its step is killed, which leaves the run's tag. */
  isLost?: boolean;
  isKilled?: boolean;
  /** How far the agent's clock is behind the service's, in minutes. */
  slow?: number;
  /** Nothing before this hour is remembered. */
  forgets?: boolean;
  /** The memory cannot be read in this hour. */
  isUnreadable?: boolean;
  /** What people do before it. */
  people?: ((tracker: SandboxTracker) => void) | undefined;
  /** What the service answers in place of the healthy reply, to requests about work items. */
  answers?: ((request: ReceivedRequest, healthy: () => Reply) => Reply) | undefined;
  keys?: object;
  /** The other projects. */
  projects?: OtherProjects | undefined;
  /** Replaces what the service does. */
  service?: object;
  /** What the service has besides. */
  more?: RunSketch[];
}

/** Plays hours of a monitor whose work items are on loopback. */
export async function play(
  runs: readonly Ended[],
  hours: readonly Hour[],
  { tracker = sandboxTracker(), keys: all = {} }: { tracker?: SandboxTracker; keys?: object } = {},
) {
  const sandbox = await startBuildService({ runs: [], authorizations: ["Basic Onh5"], tracker });
  const client = clientOf(urlBelow(sandbox.address, [sandbox.organization, sandbox.project]));
  const items: WorkItems = client;
  let isUnreadable = false;
  const begun = () => memoryPipeline(() => (isUnreadable ? new Error("503") : undefined));
  let pipeline = begun();
  const eventsByHour: string[][] = [];
  const delivered: string[] = [];
  const warnings: string[][] = [];
  try {
    for (const { at, slow = 0, isLost = false, isKilled = false, forgets = false, ...hour } of hours) {
      ({ isUnreadable = false } = hour);
      tracker.time = now + at * 60_000;
      hour.people?.(tracker);
      if (forgets) pipeline = begun();
      const own = pipeline((at - slow) / 60);
      const { attachReport, tagRun } = own.agent;
      // What it attaches comes after what it tells.
      let isDead = isLost;
      const agent = {
        ...own.agent,
        attachReport: (...of: Parameters<typeof attachReport>) => {
          isDead ||= isKilled;
          if (!isDead) attachReport(...of);
        },
        tagRun: (tag: string) => {
          if (isDead) return;
          attachReport("tagged", "", "null");
          tagRun(tag);
        },
      };
      const { answers } = hour;
      sandbox.faults.length = 0;
      if (answers !== undefined) sandbox.faults.push({ when: () => true, reply: answers });
      const before = tracker.events.length;
      const { report } = await watch([...(hour.more ?? []), ...endedBy(at - slow, runs)], {
        ...own,
        ...{ agent, keys: { ...usual, ...all, ...hour.keys } },
        ...(hour.projects && { projects: hour.projects }),
        service: () => ({ clockDifference: () => slow * 60_000, ...onlyWorkItems(items), ...hour.service }),
      });
      eventsByHour.push(tracker.events.slice(before));
      delivered.push(report.delivered);
      warnings.push(agent.warnings);
    }
  } finally {
    client.dispose();
    await sandbox.close();
  }
  const open = [...tracker.items.values()]
    .filter(({ fields }) => !["Done", "Closed", "Removed"].includes(String(fields["System.State"])))
    .map(({ id }) => id);
  return {
    tracker,
    eventsByHour,
    delivered,
    warnings,
    open,
    requests: sandbox.requests,
    violations: sandbox.violations,
  };
}

function onlyWorkItems(items: WorkItems): WorkItems {
  return {
    workItemType: items.workItemType,
    taggedWorkItems: items.taggedWorkItems,
    workItem: items.workItem,
    createWorkItem: items.createWorkItem,
    validateWorkItem: items.validateWorkItem,
    changeWorkItem: items.changeWorkItem,
  };
}
