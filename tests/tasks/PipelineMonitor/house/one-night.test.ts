// Needs: history, paging, routes, thresholds
import assert from "node:assert/strict";
import { markdownLines } from "../../../../shared/chat/markdown";
import type { Message } from "../../../../shared/chat/message";
import type { Alert } from "../../../../shared/paging/service";
import { heartbeatUrl, isDelivered } from "../../../../tasks/PipelineMonitor/features/heartbeat/heartbeat";
import { readPage } from "../../../pages";
import { sanitize } from "../../../sanitize";
import { testClock } from "../../../test-clock";
import { changes, endedBy, failed, memoryPipeline, now, watch, worked } from "../monitor-stage";
import { channelOf } from "../target-stage";
import { featuresWith } from "./made-targets";

const defaults = { max_proc_time: 900, min_proc_time: 30, after_failures: 2 };
const keys = {
  ...{ ...changes, history: 20, pipelines: { default: defaults, payments: { severity: "high" } } },
  routes: [{ severities: ["high"], webhook: "ON_CALL_WEBHOOK" }],
  paging: { kind: "pagerduty", key: "PAGERDUTY_KEY" },
};

const midnight = now - 180 * 60_000;
/** When the runs of the night failed or worked, in minutes from the report after midnight. */
const night = [
  ...[-10, 50, 100, 110, 220, 230].map((at) => failed(at, "payments")),
  ...[-300, -240, -180, -120, 10, 70, 170].map((at) => worked(at, "payments")),
].sort((one, other) => one.at - other.at);

/** Everything that leaves the monitor, hour by hour; in the last one, no chat takes a message. */
async function play(): Promise<string[]> {
  const pipeline = memoryPipeline();
  const events: string[] = [];
  for (const at of [-60, 0, 60, 120, 180, 240]) {
    const startsAt = midnight + at * 60_000;
    const time = new Date(startsAt).toISOString().slice(11, 16);
    const note = (event: string) => events.push(`${time} ${event.replace(/\(http[^)]*\)/g, "(…)")}`);
    const post = (name: string) => async (message: Message) => {
      if (at === 240) throw new Error("503");
      for (const line of markdownLines(message, sanitize).slice(1)) note(`${name}: ${line}`);
    };
    const pager = {
      open: async ({ title }: Alert) => void note(`PagerDuty: open "${title}"`),
      close: async () => void note("PagerDuty: close"),
    };
    const { whole } = await watch(endedBy(at, night), {
      ...{ ...pipeline(at / 60), keys, clock: testClock({ startsAt }), post: post("own") },
      features: featuresWith((name) => channelOf(post(name)), pager),
    });
    const isGood = isDelivered(whole);
    note(`heartbeat: ${heartbeatUrl(new URL("https://hc-ping.com/CHECK"), isGood)?.pathname}`);
  }
  return events.filter((event) => event < "23");
}

describe("one night", () => {
  it("is as the page on routes and paging tells it", async () => {
    const page = readPage("docs", "monitor", "routes-and-paging.md");
    const [, told] = /## One night.*?```\n(.*?)```/s.exec(page) ?? [];
    assert.equal(`${(await play()).join("\n")}\n`, told);
  });
});
