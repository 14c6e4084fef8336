import assert from "node:assert/strict";
import { readPage } from "../pages";
import { scheduledRuns } from "../sandbox/schedule";
import { report } from "./extras-stage";
import { useAgent } from "./use-agent";

const midnight = Date.UTC(2026, 10, 20);
const minute = 60_000;

describe("packaged PipelineMonitor, runs_per_week_max", () => {
  const agent = useAgent();

  it("reads as the documentation shows it", async () => {
    const at = midnight + 19 * minute;
    const runs = scheduledRuns(at, { everyMinutes: 5, days: 11 / 24, run: { pipeline: "price feed" } });
    const config = {
      runs_per_week_max: 1000,
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 30 },
        "price feed": { schedule: "*/5 * * * *" },
      },
    };
    const { lines } = await report(agent(), runs, config, {
      finishedBefore: at,
      step: { clockStartsAt: at },
    });
    assert.equal(lines.length, 2);
    assert.ok(
      readPage("docs", "monitor", "schedules-and-limits.md").includes(`\`\`\`\n${lines[1]}\n\`\`\``),
      lines[1],
    );
  });
});
