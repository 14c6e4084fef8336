import assert from "node:assert/strict";
import { readPage } from "../pages";
import type { RunSketch } from "../sandbox/runs";
import { scheduledRuns } from "../sandbox/schedule";
import { header, report, runMonitor } from "./extras-stage";
import { reportIn, type StageOptions, withStage } from "./monitor-stage";
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

  /** It has run, but not within the last seven days. */
  const longAgo = ranMinutesAgo([9 * 24 * 60], { id: 77 });
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

  it("asks for the pipeline by its name, and for the runs of a week, in whatever state, to the last page", async () => {
    const unfinished = { id: 99, unfinished: "running" as const, queuedSeconds: 5, runSeconds: 60 };
    const others = ranMinutesAgo([100], { id: 98, pipeline: "Nightly Import", definitionId: 8 });
    const runs = [...ranMinutesAgo([70, 130, 190, 8 * 24 * 60]), unfinished, ...others];
    const { lines, service } = await reportAt(19, hourly, runs, {
      service: { pageSize: 3 },
    });
    assert.deepEqual(lines, [header, reached("2026-11-24 20:00", 4)]);
    const further = service.requests.slice(1).map(({ target }) => target.replace(/^.*\/_apis\/build\//, ""));
    const list =
      "builds?definitions=7&minTime=2026-11-13T00:19:00Z&statusFilter=all&queryOrder=queueTimeDescending&api-version=7.1-preview.7";
    assert.deepEqual(further, [
      "definitions?name=nightly%20import&api-version=7.1-preview.7",
      list,
      `${list}&continuationToken=3`,
    ]);
    assert.equal((await reportAt(90, hourly, runs)).service.requests.length, 1, "nothing at another hour");
  });

  it("tells in the window since the last report what a run after midnight would have told, once", async () => {
    const config = {
      window: "since_last_report",
      run_ct_min: -1,
      runs_per_week_max: 100,
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 30 },
        "nightly import": { schedule: "0 8-22 * * *", grace: 0 },
      },
    };
    await withStage(agent(), { config, runs: longAgo }, async (service, chat) => {
      const told: string[][] = [];
      for (const [id, hours] of [-0.5, 5, 6, 7].entries()) {
        // The service is in the way at five.
        if (hours === 5)
          service.faults.push({
            when: ({ path }) => path.endsWith("/definitions"),
            times: 1,
            reply: { status: 403 },
          });
        const startedAt = midnight + hours * 60 * minute;
        const { log } = await runMonitor(agent(), service, chat, { id, startedAt });
        told.push(
          reportIn(log)
            .slice(-1)
            .map((line) => line.slice(0, 50)),
        );
      }
      assert.deepEqual(told, [
        ["No recent pipeline errors."],
        ["No recent pipeline errors in finished runs; some c"],
        ["nightly import will reach 100 runs in 7 days at 20"],
        ["No recent pipeline errors."],
      ]);
    });
  });

  it("says so when the runs cannot be had, and does not say that all is well", async () => {
    const { lines, result, issues } = await reportAt(19, hourly, [], {
      arrange: (service) =>
        service.faults.push({ when: ({ path }) => path.endsWith("/definitions"), reply: { status: 403 } }),
    });
    assert.deepEqual(lines, ["No recent pipeline errors in finished runs; some checks were skipped."]);
    assert.equal(result, "SucceededWithIssues");
    assert.match(issues[0]?.message ?? "", /^Could not check run limits: build service: GET .*403 Forbidden/);
  });
});
