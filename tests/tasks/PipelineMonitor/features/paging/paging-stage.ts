import type { Feature } from "../../../../../tasks/PipelineMonitor/feature";
import { features } from "../../../../../tasks/PipelineMonitor/features";
import { alertsType } from "../../../../../tasks/PipelineMonitor/features/paging/intents-file";
import { paging, pagingBy } from "../../../../../tasks/PipelineMonitor/features/paging/paging";
import type { RunSketch } from "../../../../sandbox/runs";
import { changes, type Ended, endedBy, memoryPipeline, type WatchChanges, watch } from "../../monitor-stage";

export const names = ["invoices", "payments", "stock levels"];
export const high = { severity: "high" };
/** Nobody is paged for these. */
export const unpaged = { "stock levels": { severity: "info" } };
export const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  ...{ invoices: high, payments: high, ...unpaged },
};
const severities = ["high", "normal"];
const usual = { ...changes, pipelines, paging: { kind: "pagerduty", key: "KEY", severities } };

/** How the paging service is in an hour: it takes all, refuses all, after which the code may fail, or its responses are lost. */
export type Weather = "fine" | "refused" | "mistaken" | "unanswered";
export interface Hour {
  /** In minutes. */
  at: number;
  weather?: Weather;
  /** Nothing of this hour is remembered, as if the agent was lost at its end, or only what was attached before it paged. */
  isLost?: boolean;
  isKilled?: boolean;
  /** Why nobody can read in this hour what lost steps recorded. */
  recordFault?: Error;
  /** Nothing before this hour is remembered. */
  forgets?: boolean;
  /** The chat does not take the message. */
  chatFails?: boolean;
  keys?: object;
  /** Of the step, with the key of the paging service. */
  environment?: Record<string, string>;
  /** What the service has besides. */
  more?: RunSketch[];
  service?: WatchChanges["service"];
}

/** A paging service: which alerts are open, by the title of each, and what was asked of it. */
function pagingService() {
  const open = new Map<string, string>();
  const events: string[] = [];
  const titles = new Map<string, string>();
  const featureIn = (weather: Weather): Feature => {
    const answer = async (act: () => void) => {
      if (weather === "refused") throw new Error("500");
      act();
      if (weather === "unanswered") throw new Error("timed out");
    };
    const made = pagingBy(() => ({
      open: ({ key, title }) =>
        answer(() => {
          events.push(`open ${title}${open.has(key) ? " again" : ""}`);
          open.set(key, title);
          titles.set(key, title);
        }),
      close: (key) =>
        answer(() => void events.push(open.delete(key) ? `close ${titles.get(key)}` : "close nothing")),
      dispose: () => undefined,
    }));
    return weather === "mistaken" ? mistaken(made) : made;
  };
  return { open, events, featureIn };
}

/** The same with a fault in the code that tells its targets. */
function mistaken(one: Feature): Feature {
  const tell = () => Promise.reject(new TypeError("x is undefined"));
  return {
    ...one,
    read(...of) {
      const on = one.read(...of);
      if (on === undefined) return undefined;
      const open: typeof on.open = (hour) => {
        const hooks = on.open?.(hour);
        return { ...hooks, targets: (task) => hooks?.targets?.(task).map((it) => ({ ...it, tell })) ?? [] };
      };
      return { ...on, open };
    },
  };
}

export async function play(runs: readonly Ended[], hours: readonly Hour[]) {
  const service = pagingService();
  let recordFault: Error | undefined;
  const begun = () => memoryPipeline((_, type) => (type === alertsType ? recordFault : undefined));
  let pipeline = begun();
  const eventsByHour: string[][] = [];
  const delivered: string[] = [];
  const chat: number[] = [];
  for (const { at, weather = "fine", isLost = false, forgets = false, chatFails = false, ...hour } of hours) {
    const { keys, more = [], isKilled = false, environment = {} } = hour;
    ({ recordFault } = hour);
    if (forgets) pipeline = begun();
    const own = pipeline(at / 60);
    const isKept = (type: string) => !isLost && (!isKilled || type === alertsType);
    const attachReport: typeof own.agent.attachReport = (type, ...of) => {
      if (isKept(type)) own.agent.attachReport(type, ...of);
    };
    const agent = { ...own.agent, attachReport, environment: (name: string) => environment[name] ?? "" };
    const before = service.events.length;
    const { report, posted } = await watch([...more, ...endedBy(at, runs)], {
      ...own,
      ...{ agent, keys: { ...usual, ...keys } },
      features: features.map((one) => (one === paging ? service.featureIn(weather) : one)),
      ...(hour.service === undefined ? {} : { service: hour.service }),
      ...(chatFails ? { post: () => Promise.reject(new Error("503")) } : {}),
    });
    eventsByHour.push(service.events.slice(before));
    delivered.push(report.delivered);
    chat.push(posted.length);
  }
  const acts = eventsByHour.map((events) => events.map((event) => event.split(" ")[0]).join(" "));
  return { ...service, eventsByHour, acts, delivered, chat };
}

/** A run that its schedule started, a minute before it ended. */
export const scheduled = {
  ...{ queuedSeconds: 1, runSeconds: 59 },
  record: { reason: "schedule", sourceVersion: "c0ffee" },
};
