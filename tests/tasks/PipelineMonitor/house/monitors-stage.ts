import assert from "node:assert/strict";
import { urlBelow } from "../../../../shared/http/url";
import { holderOf } from "../../../../tasks/PipelineMonitor/alerts/alert";
import { alertsType } from "../../../../tasks/PipelineMonitor/features/paging/intents-file";
import { subjectIn } from "../../../../tasks/PipelineMonitor/issue/finding";

import { toldElsewhere } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { startBuildService } from "../../../sandbox/build-service";
import type { RunSketch } from "../../../sandbox/runs";
import { type SandboxTracker, sandboxTracker } from "../../../sandbox/work-items";
import { clientOf } from "../../../shared/azure-devops/build-service-stage";
import { changes, memoryPipeline, now, watch } from "../monitor-stage";
import { channelOf } from "../target-stage";
import { featuresWith } from "./made-targets";

/** A report of one of several monitors that share a pager and a tracker. */
export interface MonitorHour {
  monitor: string;
  /** In minutes. */
  at: number;
  /** Of its configuration, beside notify, paging and tickets. */
  keys?: object;
  /** Nothing is remembered of this hour, but what was attached before it paged if it is only `killed`. */
  fate?: "fine" | "lost" | "killed" | undefined;
  /** Nothing before it is remembered. */
  forgets?: boolean;
  /** What people do before it. */
  people?: ((tracker: SandboxTracker) => void) | undefined;
}

/** The pager and the tracker after a report. */
export interface Seen {
  /** The titles of the open alerts, by their keys. */
  alerts: ReadonlyMap<string, string>;
  /** The ends of the keys of each monitor's alerts. */
  holders: ReadonlyMap<string, string>;
  /** The titles of the open work items, by their ids. */
  tickets: ReadonlyMap<number, string>;
  /** The pipelines whose problems last, as the report sees it. */
  finds: readonly string[];
  /** What the report did there. */
  did: readonly string[];
  delivered: string;
}

const severities = ["high"];
const shared = {
  ...changes,
  paging: { kind: "pagerduty", key: "KEY", severities },
  tickets: { type: "Issue", severities },
};

/** Plays reports of monitors, each of which has a pipeline and a memory of its own. */
export async function playMonitors(
  runsAt: (minute: number) => readonly RunSketch[],
  hours: readonly MonitorHour[],
  tracker = sandboxTracker(),
): Promise<Seen[]> {
  const sandbox = await startBuildService({ runs: [], authorizations: ["Basic Onh5"], tracker });
  const client = clientOf(urlBelow(sandbox.address, [sandbox.organization, sandbox.project]));
  const pipelines = new Map<string, ReturnType<typeof memoryPipeline>>();
  const alerts = new Map<string, string>();
  const seen: Seen[] = [];
  try {
    for (const { monitor, at, keys = {}, fate = "fine", forgets = false, people } of hours) {
      tracker.time = now + at * 60_000;
      people?.(tracker);
      const pipeline = (forgets ? undefined : pipelines.get(monitor)) ?? memoryPipeline();
      pipelines.set(monitor, pipeline);
      const own = pipeline(at / 60);
      const did: string[] = [];
      const isKept = (type: string) => fate === "fine" || (fate === "killed" && type === alertsType);
      const attachReport: typeof own.agent.attachReport = (type, ...of) => {
        if (isKept(type)) own.agent.attachReport(type, ...of);
      };
      const pager = {
        async open({ key, title }: { key: string; title: string }) {
          did.push(alerts.has(key) ? `page again ${title}` : `page ${title}`);
          alerts.set(key, title);
        },
        async close(key: string) {
          if (alerts.has(key)) did.push(`close ${alerts.get(key)}`);
          alerts.delete(key);
        },
      };
      const before = tracker.events.length;
      const { report, whole } = await watch(runsAt(at), {
        ...own,
        agent: { ...own.agent, attachReport },
        ownPipeline: { ...own.ownPipeline, tag: monitor },
        keys: { ...shared, ...keys },
        service: () => ({
          workItemType: client.workItemType,
          taggedWorkItems: client.taggedWorkItems,
          workItem: client.workItem,
          createWorkItem: client.createWorkItem,
          changeWorkItem: client.changeWorkItem,
        }),
        features: featuresWith(() => channelOf(async () => {}), pager),
        post: async () => {},
      });
      seen.push({
        alerts: new Map(alerts),
        holders: new Map(
          [...pipelines.keys()].map((name) => [name, holderOf({ collection: "c", tag: name })]),
        ),
        tickets: new Map(
          [...tracker.items.values()].flatMap(({ id, fields }) =>
            fields["System.State"] === "Done" ? [] : [[id, String(fields["System.Title"])] as const],
          ),
        ),
        finds: whole.projects.flatMap(({ lasting }) =>
          lasting.flatMap(({ entry, silenced }) =>
            silenced?.by === toldElsewhere ? [] : (subjectIn(entry.content).pipeline?.name ?? []),
          ),
        ),
        did: [...did, ...tracker.events.slice(before)],
        delivered: report.delivered,
      });
    }
  } finally {
    client.dispose();
    await sandbox.close();
  }
  assert.deepEqual([sandbox.violations, tracker.violations], [[], []]);
  return seen;
}
