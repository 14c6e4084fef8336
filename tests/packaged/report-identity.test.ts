import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChat } from "../sandbox/chat";
import { sketchRun } from "../sandbox/runs";
import { type MonitorRun, runMonitor } from "./extras-stage";
import { now, reportIn, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

const minutes = 60_000;
const usual = { default: { max_proc_time: 900, min_proc_time: 30, owner: "Data team" } };

/** Between two hourly runs of a monitor, another run of its pipeline reports: by other means, it must not swallow anything. */
describe("packaged PipelineMonitor, window since_last_report, beside a report by other means", () => {
  const agent = useAgent();

  async function reportedAfter(
    between: Partial<MonitorRun>,
    changes: { config?: object; otherChannel?: boolean } = {},
  ): Promise<boolean> {
    const config = { window: "since_last_report", run_ct_min: -1 };
    return withStage(agent(), { config }, async (service, chat) => {
      const path = join(agent().sourcesFolder, "monitor.json");
      const usual = readFileSync(path, "utf8");
      const other = changes.otherChannel ? await startChat() : chat;
      try {
        await runMonitor(agent(), service, chat, { id: 900, startedAt: now });
        const failed = { id: 1, result: "failed", finishedSecondsAgo: 0, logs: [] };
        service.put(sketchRun(now + 30 * minutes, failed));
        writeFileSync(path, JSON.stringify({ ...JSON.parse(usual), ...changes.config }));
        const trial = { id: 901, startedAt: now + 45 * minutes, ...between };
        assert.match(
          reportIn((await runMonitor(agent(), service, other, trial)).log).join("\n"),
          /buildId=1\)/,
        );
        writeFileSync(path, usual);
        const hourly = await runMonitor(agent(), service, chat, { id: 902, startedAt: now + 60 * minutes });
        return reportIn(hourly.log).join("\n").includes("buildId=1)");
      } finally {
        if (other !== chat) await other.close();
      }
    });
  }

  it("reports nothing again that it has reported itself", async () => {
    assert.equal(await reportedAfter({}), false);
  });

  it("reports what a manual run on another branch has reported", async () => {
    assert.ok(await reportedAfter({ variables: { "Build.SourceBranch": "refs/heads/trial" } }));
  });

  it("reports what a person had told to another channel", async () => {
    assert.ok(await reportedAfter({ variables: { "Build.Reason": "Manual" } }, { otherChannel: true }));
  });

  it("reports nothing again that a scheduled run has told to another webhook, because the webhook was replaced", async () => {
    assert.equal(await reportedAfter({}, { otherChannel: true }), false);
  });

  it("reports nothing again that was told by another configuration", async () => {
    assert.equal(await reportedAfter({}, { config: { queue_time_max: 9, pipelines: usual } }), false);
  });
});
