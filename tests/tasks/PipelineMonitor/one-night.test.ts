import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { markdownLines } from "../../../shared/chat/markdown";
import type { Message } from "../../../shared/chat/message";
import { routesFor } from "../../../tasks/PipelineMonitor/config/routes";
import { heartbeatUrl } from "../../../tasks/PipelineMonitor/heartbeat";
import { root } from "../../root";
import type { RunSketch } from "../../sandbox/runs";
import { sanitize } from "../../sanitize";
import { testClock } from "../../test-clock";
import { chatOf, configWith, memoryPipeline, now, pagerOf, watch } from "./monitor-stage";

const keys = {
  ...{ notify: "changes", run_ct_min: -1, history: 20 },
  pipelines: {
    default: { max_proc_time: 900, min_proc_time: 30, after_failures: 2 },
    payments: { severity: "high" },
  },
  routes: [{ severities: ["high"], webhook: "ON_CALL_WEBHOOK" }],
  paging: { kind: "pagerduty", key: "PAGERDUTY_KEY" },
};

const midnight = now - 180 * 60_000;
/** When the runs of the night failed or worked, in minutes from the report after midnight. */
const failures = [-10, 50, 100, 110, 220, 230];
const successes = [-300, -240, -180, -120, 10, 70, 170];
const night = [...failures, ...successes]
  .sort((one, other) => one - other)
  .map((at) => ({ at, pipeline: "payments", result: failures.includes(at) ? "failed" : "succeeded" }));

/** Everything that leaves the monitor, hour by hour; in the last one, no chat takes a message. */
async function play(): Promise<string[]> {
  const config = configWith(keys);
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
    const pager = pagerOf(
      async ({ title }) => void note(`PagerDuty: open "${title}"`),
      async () => void note("PagerDuty: close"),
      (of) => of === "payments",
    );
    const { isGood } = await watch(
      night
        .map(
          (run, index): RunSketch => ({
            ...run,
            ...{ id: index + 1, definitionId: 7, finishedSecondsAgo: (at - run.at) * 60 },
          }),
        )
        .filter(({ finishedSecondsAgo = 0 }) => finishedSecondsAgo > 0),
      {
        ...pipeline(at / 60),
        ...{ keys, clock: testClock({ startsAt }), post: post("own") },
        takes: (of) => routesFor(config, of).length === 0,
        others: [
          chatOf("ON_CALL_WEBHOOK", post("ON_CALL_WEBHOOK"), (of) => routesFor(config, of).length > 0),
          pager,
        ],
      },
    );
    note(`heartbeat: ${heartbeatUrl(new URL("https://hc-ping.com/CHECK"), isGood)?.pathname}`);
  }
  return events.filter((event) => event < "23");
}

describe("one night", () => {
  it("is as the page on routes and paging tells it", async () => {
    const page = readFileSync(join(root, "docs", "monitor", "routes-and-paging.md"), "utf8");
    const [, told] = /## One night.*?```\n(.*?)```/s.exec(page) ?? [];
    assert.equal(`${(await play()).join("\n")}\n`, told);
  });
});
