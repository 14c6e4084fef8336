// Needs: digest, history, missed-runs, mutes
import assert from "node:assert/strict";
import type { Message } from "../../../../shared/chat/message";
import { webex } from "../../../../shared/chat/webex";
import { didNotStart } from "../../../did-not-start";
import { sanitize } from "../../../sanitize";
import { testClock } from "../../../test-clock";
import { now, watch } from "../monitor-stage";

describe("the time zone of a configuration", () => {
  const keys = {
    ...{
      time_zone: "Asia/Kolkata",
      history: 9,
      runs_per_week_max: 2,
      notify: "changes",
      digest: "Fri 08:30",
    },
    quiet: [{ schedule: "0 8 * * *", hours: 1, pipelines: ["silent"] }],
    pipelines: {
      default: { max_proc_time: 900, min_proc_time: 30 },
      "nightly import": { schedule: ["0 3 * * *", "0 * * * *"], grace: 60 },
      muted: { mute_until: "2026-11-21", mute_reason: "moving" },
      ended: { mute_until: "2026-11-20T08:00" },
    },
  };
  const failed = (id: number, pipeline: string) => ({ id, pipeline, definitionId: id, result: "failed" });
  const runs = [
    { ...failed(1, "price feed"), finishedSecondsAgo: 30 * 3600 },
    ...[{ ...failed(1, "price feed"), id: 2 }, failed(3, "silent"), failed(4, "muted")],
  ];

  for (const [form, told] of [
    [
      "specification",
      [
        `${didNotStart} at 08:30 UTC+5:30`,
        "2nd failure in a row since 2026-11-19 02:49 UTC+5:30",
        "muted until 2026-11-21 00:00 UTC+5:30",
        "Muted until 2026-11-21 00:00 UTC+5:30",
        "In the maintenance window that began at 2026-11-20 08:00 UTC+5:30",
        "2026-11-20 08:49:00 UTC+5:30 (Asia/Kolkata)",
        "to 2026-11-20 00:00:00 UTC+5:30 (Asia/Kolkata)",
      ],
    ],
    [
      "product",
      [
        `${didNotStart} at 08:30 UTC+5:30`,
        "2nd in a row since 2026-11-19 02:49 UTC+5:30",
        "08:49 UTC+5:30 (Asia/Kolkata)",
        "to 2026-11-20 00:00 UTC+5:30 (Asia/Kolkata)",
      ],
    ],
  ] as const)
    it(`is that of every time in message, digest and summary, which name it at the end of their periods: ${form}`, async () => {
      const bodies: string[] = [];
      const post = async (message: Message) => void bodies.push(webex.write(message, sanitize));
      const { agent } = await watch(runs, { keys, post, form, clock: testClock({ startsAt: now }) });
      const texts = [...bodies, ...agent.printed, ...Object.values(agent.summaries)].join("\n");
      for (const one of told) assert.ok(texts.includes(one), `${one}\n${texts}`);
      assert.deepEqual(texts.match(/.*\d UTC(?!\+5:30).*/g), null);
    });
});
