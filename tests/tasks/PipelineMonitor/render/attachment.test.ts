import assert from "node:assert/strict";
import { parseReport } from "../../../../shared/report/parse";
import type { MonitorReport } from "../../../../shared/report/schema";
import {
  type Issue,
  type IssueKind,
  issueOf,
  missedCode,
} from "../../../../tasks/PipelineMonitor/issue/issue";
import type { CheckedRun } from "../../../../tasks/PipelineMonitor/issue/report";
import { buildReport } from "../../../../tasks/PipelineMonitor/render/attachment";
import type { RunSketch } from "../../../sandbox/runs";
import { sanitize } from "../../../sanitize";
import { testClock } from "../../../test-clock";
import { failedRun } from "../failed-run";
import { type WatchChanges, watch } from "../monitor-stage";
import { origin, projectReport } from "../report-stage";

async function attached(runs: readonly RunSketch[], changes: WatchChanges = {}): Promise<MonitorReport> {
  const { agent } = await watch(runs, changes);
  assert.equal(agent.reports.length, 1);
  const parsed = parseReport(agent.reports[0] ?? "");
  assert.ok(parsed.kind === "report" && parsed.report.kind === "monitor", JSON.stringify(parsed));
  return parsed.report;
}

describe("the report that PipelineMonitor attaches", () => {
  it("has every run with its times, its verdict, the limits it crossed and its links", async () => {
    const { runs, issueCount, runCount, sentence, pipelines } = await attached([
      { id: 1, pipeline: "healthy" },
      { id: 2, pipeline: "broken", result: "failed", logs: ["an error"] },
      { id: 3, pipeline: "slow", runSeconds: 7200 },
    ]);
    assert.deepEqual([issueCount, runCount], [2, 3]);
    assert.match(sentence, /^Night Shift: 2 problems: broken failed, slow ran 2 h, limit 15 min$/);
    const byPipeline = Object.fromEntries(runs.map((run) => [run.pipeline, run]));
    assert.deepEqual(
      ["healthy", "broken", "slow"].map((name) => byPipeline[name]?.verdict),
      ["ok", "failed", "ranTooLong"],
    );
    assert.equal(byPipeline["broken"]?.sentence, "failed.");
    assert.match(byPipeline["broken"]?.logUrl ?? "", /\/builds\/2\/logs\/\d+$/);
    assert.match(byPipeline["healthy"]?.runUrl ?? "", /_build\/results\?buildId=1$/);
    assert.equal(byPipeline["slow"]?.limits?.maxSeconds, 900);
    const { startTime = 0, finishTime = 0 } = byPipeline["slow"] ?? {};
    assert.equal(finishTime - startTime, 7200);
    assert.deepEqual(
      pipelines.map(({ pipeline, issues }) => [pipeline, issues]),
      [
        ["broken", 1],
        ["healthy", 0],
        ["slow", 1],
      ],
    );
  });

  it("has the title of the message: of groups, with too few runs as context", async () => {
    const broken = (id: number) => ({ id, result: "failed", logs: ["an error"] });
    const { sentence } = await attached([broken(1), broken(2)], {
      keys: { group_causes: true, run_ct_min: 5 },
    });
    assert.match(sentence, /^an error: 2 runs failed since 03:09 UTC/i);
  });

  it("says that all is well when it is, and names the configuration, stage, job and attempt", async () => {
    const origin = {
      project: undefined,
      configuration: "shop.json",
      stage: "Nightly",
      job: "check",
      attempt: 2,
    };
    const report = await attached([{ id: 1 }], { origin, keys: { run_ct_min: -1 } });
    assert.equal(report.sentence, "No recent pipeline errors.");
    assert.deepEqual(
      [report.configuration, report.stage, report.job, report.attempt],
      ["shop.json", "Nightly", "check", 2],
    );
  });

  it("lists too few runs apart from runs, and pipelines that are not checked as such", async () => {
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 30 }, idle: { check_flag: false } };
    const { otherIssues, runs } = await attached([{ id: 1, pipeline: "idle", result: "failed" }], {
      keys: { pipelines, run_ct_min: 10 },
    });
    assert.match(otherIssues[0]?.sentence ?? "", /^Fewer runs than expected in the last hour \(/);
    assert.deepEqual([runs[0]?.verdict, runs.length], ["notChecked", 1]);
  });

  /** The report on a project, with the latest of its runs. */
  function built(issues: readonly Issue[], runs: readonly CheckedRun[] = []) {
    const project = projectReport({ issues });
    const rest = { origin, since: 0, until: 0, sentence: [], figures: [], runs };
    return buildReport({ ...project, ...rest }, sanitize);
  }

  it("draws a failed run as such that this report is not about, because an earlier one was", () => {
    assert.equal(built([], [{ ...failedRun(), verdict: "failed" }]).runs[0]?.verdict, "failed");
  });

  it("says of a failure below its threshold how many it takes, and the verdict that there is one", async () => {
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 30, after_failures: 2 } };
    const keys = { run_ct_min: -1, notify: "changes", history: 20, pipelines };
    const hour = [
      { id: 1, finishedSecondsAgo: 900 },
      { id: 2, finishedSecondsAgo: 600, result: "failed" },
    ];
    const { sentence, runs } = await attached(hour, { keys });
    assert.equal(sentence, "No new pipeline errors. 1 issue is below after_failures.");
    assert.equal(
      runs.find(({ verdict }) => verdict === "failed")?.sentence,
      "failed, first time in 2 runs. Failure 1 of 2 in a row.",
    );
  });

  it("draws a run as its kind of issue says, and only missed runs as such", () => {
    const odd: IssueKind = { code: "odd", severity: "warning", rank: 3, tally: "odd" };
    const about = { pipeline: "price feed" };
    const issues = [
      issueOf(odd, { run: failedRun() }, []),
      issueOf({ ...odd, verdict: "stuck" }, { run: failedRun() }, []),
      issueOf(odd, about, [], { at: 7 }),
      issueOf({ ...odd, code: missedCode }, about, [], { at: 7 }),
    ];
    const { runs, missedRuns, otherIssues } = built(issues);
    assert.deepEqual(
      [runs.map(({ verdict }) => verdict), missedRuns.length, otherIssues.length],
      [["failed", "stuck"], 1, 1],
    );
  });

  it("keeps names from doing anything, and holds no secret", async () => {
    const [run] = (await attached([{ id: 1, pipeline: "a\n##vso[task.complete]", result: "failed" }])).runs;
    assert.equal(run?.pipeline, "a # #vso[task.complete]");
  });

  it("keeps the worst runs of an hour with more than it has room for, and says how many are missing", async () => {
    const many = Array.from({ length: 4500 }, (_, index) => ({ id: index + 1, pipeline: `p${index % 7}` }));
    const report = await attached([...many, { id: 5000, result: "failed", logs: ["error"] }], {
      clock: testClock({ startsAt: Date.UTC(2026, 10, 20, 2, 19) }),
    });
    assert.ok(JSON.stringify(report).length <= 256 * 1024);
    assert.equal(report.runs[0]?.verdict, "failed");
    assert.ok(report.leftOut?.some(({ list, count }) => list === "runs" && count > 0));
    assert.equal(report.runCount, 4501);
  });

  it("costs a warning when it cannot be made, and the monitor goes on", async () => {
    const { agent, report } = await watch([{ id: 1, result: "failed" }, { id: 2 }], {
      service: (service) => ({ runPage: (id) => (id === 2 ? assert.fail() : service.runPage(id)) }),
    });
    assert.deepEqual([report.issueCount, report.delivered, agent.reports.length], [1, "sent", 0]);
    assert.match(agent.warnings.join(), /Could not create the report for the run's page: /);
  });
});
