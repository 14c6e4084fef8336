import { markdownLines } from "../../../../../shared/chat/markdown";
import type { Message } from "../../../../../shared/chat/message";
import { features } from "../../../../../tasks/PipelineMonitor/features";
import { routes as ofRoutes, routesBy } from "../../../../../tasks/PipelineMonitor/features/routes/routes";
import { sanitize } from "../../../../sanitize";
import { type Ended, endedBy, memoryPipeline, watch } from "../../monitor-stage";
import { channelOf } from "../../target-stage";

export const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  "billing export": { owner: "Billing team" },
  payments: { owner: "Billing team", severity: "high" },
};
export const routes = [
  { owners: ["Billing team"], webhook: "BILLING_WEBHOOK" },
  { severities: ["high"], webhook: "ON_CALL_WEBHOOK" },
];
export const own = "own";
/** Not a target: the log of the run, which shows what goes to all of them. */
export const log = "log";

/** An hour of a monitor: when it runs, in minutes, and the targets that do not take its message. */
export interface Hour {
  at: number;
  failing?: readonly string[];
  /** Replaces those of all hours. */
  keys?: object;
}

/** Plays the hours of a monitor with routes. Returns what each target was posted, and what the log shows. */
export async function play(keys: object, runs: readonly Ended[], hours: readonly Hour[]) {
  const usual = { notify: "changes", run_ct_min: -1, pipelines, routes, ...keys };
  const posted = new Map([...all, log].map((name) => [name, [] as string[]]));
  const pipeline = memoryPipeline();
  for (const { at, failing = [], keys: ofHour } of hours) {
    const post = (name: string) => async (message: Message) => {
      if (failing.includes(name)) throw new Error("503");
      posted.get(name)?.push(`${at}: ${markdownLines(message, sanitize).slice(1).sort().join("\n")}`);
    };
    const made = routesBy(({ name }) => channelOf(post(name)));
    const { agent } = await watch(endedBy(at, runs), {
      ...{ ...pipeline(at / 60), keys: { ...usual, ...ofHour }, post: post(own) },
      features: features.map((one) => (one === ofRoutes ? made : one)),
    });
    posted.get(log)?.push(...agent.printed.map((text) => `${at}: ${text}`));
  }
  return posted;
}

export const all = [own, "BILLING_WEBHOOK", "ON_CALL_WEBHOOK"];
