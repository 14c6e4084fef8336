import assert from "node:assert/strict";
import { readPage } from "../pages";
import type { RunSketch } from "../sandbox/runs";
import { scheduledRuns } from "../sandbox/schedule";
import { header, report } from "./extras-stage";
import type { StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

const midnight = Date.UTC(2026, 10, 20);
const minute = 60_000;

describe("packaged PipelineMonitor, runs_per_week_max", () => {
  const agent = useAgent();

  /** The report of a monitor that runs at a minute of the day (UTC), in which one pipeline is to run by schedule. */
  const reportAt = (
    atMinute: number,
    schedule: string,
    runs: RunSketch[],
    changes: Partial<StageOptions> & { limit?: number } = {},
  ) =>
    report(
      agent(),
      runs,
      {
        run_ct_min: -1,
        runs_per_week_max: changes.limit ?? 100,
        pipelines: {
          default: { max_proc_time: 900, min_proc_time: 30 },
          "nightly import": { schedule, grace: 0 },
        },
      },
      {
        finishedBefore: midnight + atMinute * minute,
        step: { clockStartsAt: midnight + atMinute * minute },
        ...changes,
      },
    );

  /** Runs that were queued so many minutes ago. */
  const ranMinutesAgo = (minutesAgo: number[], changes: RunSketch = {}): RunSketch[] =>
    minutesAgo.map((count, index) => ({
      id: 1 + index,
      runSeconds: 60,
      queuedSeconds: 0,
      finishedSecondsAgo: 60 * count - 60,
      ...changes,
    }));

  /** No run of it is due while these monitors run. */
  const hourly = "0 4-23 * * *";
  const reached = (at: string, ran: number) =>
    `nightly import will reach 100 runs in 7 days at ${at} UTC, and later runs will not start: ` +
    `its schedule has 140 runs a week, up to 1 in 15 minutes; ${ran} ran in the last 7 days.`;

  it("tells once a day when a pipeline comes to the limit, by its runs of the last week and its schedule", async () => {
    const runs = ranMinutesAgo(Array.from({ length: 50 }, (_, index) => 70 + 60 * index));
    const first = await reportAt(19, hourly, runs);
    assert.deepEqual(first.lines, [header, reached("2026-11-22 14:00", 50)]);
    assert.equal(first.outputs["issueCount"], "1");
    for (const later of [79, 2 * 60 + 19, 3 * 60 + 19])
      assert.deepEqual(
        (await reportAt(later, hourly, runs)).lines,
        ["No recent pipeline errors."],
        `${later}`,
      );
  });

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
