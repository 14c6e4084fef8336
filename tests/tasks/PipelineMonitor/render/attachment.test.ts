import assert from "node:assert/strict";
import type { UnreadableRun } from "../../../../shared/azure-devops/records";
import { emptyJournal } from "../../../../shared/journal/schema";
import { parseReport } from "../../../../shared/report/parse";
import type { MonitorReport } from "../../../../shared/report/schema";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { type IssueKind, missedCode } from "../../../../tasks/PipelineMonitor/issue/kind";
import { type Note, recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import type { CheckedRun, FoundProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { noteRuns } from "../../../../tasks/PipelineMonitor/journal/note";
import { reportOf } from "../../../../tasks/PipelineMonitor/render/attachment";
import { allWell } from "../../../../tasks/PipelineMonitor/render/lines";
import { definitionIdOf, type RunSketch } from "../../../sandbox/runs";
import { sanitize } from "../../../sanitize";
import { fewRuns } from "../../../sentences";
import { testClock } from "../../../test-clock";
import { failedRun, type RunChanges } from "../failed-run";
import { noteEntry, tooFew } from "../ledger/ledger-stage";
import { type WatchChanges, watch } from "../monitor-stage";
import { projectReport, reportOn } from "../report-stage";

async function attached(runs: readonly RunSketch[], changes: WatchChanges = {}): Promise<MonitorReport> {
  const { agent } = await watch(runs, changes);
  assert.equal(agent.reports.length, 1);
  const parsed = parseReport(agent.reports[0] ?? "");
  assert.ok(parsed.kind === "report" && parsed.report.kind === "monitor", JSON.stringify(parsed));
  return parsed.report;
}

describe("the report that PipelineMonitor attaches", () => {
  it("says of a problem its branch, and whether it counts slow runs as well as failures", async () => {
    const record = { sourceBranch: "refs/heads/main" };
    const slow = { id: 1, runSeconds: 7200, finishedSecondsAgo: 1200, record };
    const failed = { id: 2, result: "failed", record };
    const both = (await attached([slow, failed])).problems[0];
    assert.deepEqual(
      [both?.sentence, both?.count, both?.isMixed, both?.branch],
      ["failed", 2, true, "refs/heads/main"],
    );
    assert.equal((await attached([failed])).problems[0]?.isMixed, undefined);
  });

  it("has every run with its times, its verdict, the limits it crossed and its links", async () => {
    const { runs, issueCount, runCount, sentence, pipelines } = await attached([
      { id: 1, pipeline: "healthy" },
      { id: 2, definitionId: 8, pipeline: "broken", result: "failed", logs: ["an error"] },
      { id: 3, definitionId: 9, pipeline: "slow", runSeconds: 7200 },
    ]);
    assert.deepEqual([issueCount, runCount], [2, 3]);
    assert.equal(sentence, "2 problems: broken failed at 03:09 UTC, slow ran too long");
    const base = "https://dev.azure.com/contoso/Night%20Shift";
    const finishTime = Date.UTC(2026, 10, 20, 3, 9) / 1000;
    const startTime = finishTime - 300;
    const run = (id: number) => ({
      ...{ number: `20261120.${id}`, runUrl: `${base}/_build/results?buildId=${id}` },
      ...{ queueTime: startTime - 5, startTime, finishTime },
    });
    const logUrl = (id: number, log: number) => `${base}/_apis/build/builds/${id}/logs/${log}`;
    const early = { queueTime: finishTime - 7205, startTime: finishTime - 7200 };
    const tooLong = { sentence: "ran 2 h, limit 15 min.", limits: { maxSeconds: 900 } };
    const named = (pipeline: string, definitionId = definitionIdOf(pipeline)) => ({ pipeline, definitionId });
    const [broken, slow, healthy] = [named("broken", 8), named("slow", 9), named("healthy")];
    assert.deepEqual(runs, [
      { ...run(2), ...broken, verdict: "failed", sentence: "failed.", logUrl: logUrl(2, 1) },
      { ...run(3), ...early, ...slow, verdict: "ranTooLong", ...tooLong, logUrl: logUrl(3, 5) },
      { ...run(1), ...healthy, verdict: "ok" },
    ]);
    const wait = { mean: 5, longest: 5 };
    const totals = { runs: 1, runTime: { mean: 300, longest: 300 }, wait };
    assert.deepEqual(pipelines, [
      { ...totals, ...broken, issues: 1, failures: 1 },
      { ...totals, ...healthy, issues: 0, failures: 0 },
      { ...totals, ...slow, issues: 1, failures: 0, runTime: { mean: 7200, longest: 7200 } },
    ]);
  });

  it("has the title of the message: of groups, with too few runs as context", async () => {
    const broken = (id: number) => ({ id, result: "failed", logs: ["an error"] });
    const keys = { group_causes: true, run_ct_min: 5 };
    const { sentence } = await attached([broken(1), broken(2)], { keys });
    assert.match(sentence, /^2 problems: nightly import failing since 03:09 UTC, and more$/);
  });

  it("says that all is well when it is, and names the configuration, stage, job and attempt", async () => {
    const at = { stage: "Nightly", job: "check", attempt: 2 };
    const report = await attached([{ id: 1 }], {
      ...{ origin: { project: undefined, configuration: "shop.json", ...at }, keys: { run_ct_min: -1 } },
    });
    assert.equal(report.sentence, allWell);
    const { configuration, stage, job, attempt } = report;
    assert.deepEqual({ configuration, stage, job, attempt }, { configuration: "shop.json", ...at });
  });

  it("lists too few runs apart from runs, and pipelines that are not checked as such", async () => {
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 30 }, idle: { check_flag: false } };
    const keys = { pipelines, run_ct_min: 10 };
    const { otherIssues, runs } = await attached([{ id: 1, pipeline: "idle", result: "failed" }], { keys });
    assert.match(otherIssues[0]?.sentence ?? "", new RegExp(String.raw`^${fewRuns} in the last hour \(`));
    assert.deepEqual([runs[0]?.verdict, runs.length], ["notChecked", 1]);
  });

  /** The report on a project with some runs, as it is attached. */
  function built(
    issues: readonly Issue[],
    runs: readonly CheckedRun[] = [],
    changes: Partial<FoundProject> = {},
  ): MonitorReport {
    const project = projectReport({ issues, records: runs.map((run) => ({ run })), ...changes });
    return JSON.parse(JSON.stringify(reportOf(project, reportOn([project]), sanitize)));
  }

  it("draws a failed run as such that this report is not about, because an earlier one was", () => {
    assert.equal(built([], [{ ...failedRun(), verdict: "failed" }]).runs[0]?.verdict, "failed");
  });

  it("draws a run as its kind of issue says, and only missed runs as such", () => {
    const odd: IssueKind = { code: "odd", severity: "warning", rank: 3, tally: "odd" };
    const about = { pipeline: { name: "price feed" } };
    const text = [{ words: "is odd" }];
    const unreadable = (changes: Partial<UnreadableRun>) => ({
      unreadable: { ...{ id: 5, buildNumber: "", pipeline: undefined, problem: "x" }, ...changes },
    });
    const unknown = { queueTime: undefined, startTime: undefined, finishTime: undefined };
    const issues = [
      issueOf(odd, { run: failedRun() }, text),
      issueOf({ ...odd, verdict: "stuck" }, { run: failedRun({ id: 813, ...unknown }) }, text),
      issueOf(odd, unreadable({}), text),
      issueOf(odd, unreadable({ id: undefined, buildNumber: "6", pipeline: { name: "price feed" } }), text),
      issueOf(odd, unreadable({ id: undefined }), text),
      issueOf(odd, about, text, { at: 7 }),
      issueOf({ ...odd, code: missedCode }, about, text, { at: 7 }),
      issueOf({ ...odd, code: missedCode }, about, text),
    ];
    const found = built(issues, [failedRun(), failedRun({ id: 813 })]);
    const nightly = { pipeline: "nightly import", definitionId: definitionIdOf("nightly import") };
    const run = { number: "20261120.3", verdict: "failed", sentence: "is odd." };
    assert.deepEqual(found.runs, [
      { ...nightly, ...run, queueTime: 0, startTime: 0, finishTime: 0 },
      { ...nightly, ...run, verdict: "stuck" },
      { ...run, pipeline: "", number: "5" },
      { ...run, pipeline: "price feed", number: "6" },
      { ...run, pipeline: "", number: "" },
    ]);
    const sentence = "is odd.";
    assert.deepEqual(found.missedRuns, [{ pipeline: "price feed", at: 7, sentence }]);
    assert.deepEqual(found.otherIssues, [{ pipeline: "price feed", sentence, tally: "odd" }]);
    assert.equal(found.issueCount, 7, "one pipeline missed two runs");
  });

  it("has what works again as recoveries, and no other note", () => {
    const recovery = { rank: 6, severity: "recovery" } as const;
    const says = [{ words: " works again" }];
    const subjectOf = (name: string) => ({ pipeline: { name } });
    const notes: Note[] = [
      recoveryNote(
        failedRun({ pipeline: "price feed", buildNumber: "9" }),
        new URL("https://h/9"),
        "works again",
      ),
      { ...recovery, subject: subjectOf("tax rates"), says },
      { ...recovery, says: [{ words: "Enough runs again" }] },
      { ...recovery, severity: "note", subject: subjectOf("mail digest"), says },
    ];
    assert.deepEqual(built([], [], { notes }).recoveries, [
      { pipeline: "price feed", sentence: "9 works again.", runUrl: "https://h/9" },
      { pipeline: "tax rates", sentence: "works again." },
      { pipeline: "", sentence: "Enough runs again." },
    ]);
    assert.deepEqual(built([], [], { skipped: ["history"] }).skippedChecks, ["history"]);
  });

  it("has the rows of features, with the run if there is one, and of a whole project no pipeline", () => {
    const row = { pipeline: "a", sentence: [{ words: "x" }], list: "Repairs", isGood: true };
    const rows = [
      { ...row, page: new URL("https://h/1") },
      { ...row, page: undefined },
    ];
    const project = projectReport({ issues: [tooFew], sections: [{ title: "Repairs", rows }] });
    const report = reportOn([project, { ...project }], { lasting: [{ entry: noteEntry() }] });
    const found = reportOf(project, report, sanitize);
    const expected = { ...row, sentence: "x" };
    assert.deepEqual(found.rows, [
      { ...expected, runUrl: "https://h/1" },
      { ...expected, runUrl: undefined },
    ]);
    assert.deepEqual(Object.keys(found.otherIssues[0] ?? {}), ["sentence", "tally"]);
    const counts = report.projects.map((one) => reportOf(one, report, sanitize).issueCount);
    assert.deepEqual(counts, [2, 1], "what is wrong with no project counts once");
  });

  it("says what a pipeline usually takes, the median of its days, if runs before this report are known", () => {
    const day = 24 * 3600;
    const runs = [5, 900, 60, 90].map((seconds, days) =>
      failedRun({ id: days, queueTime: days * day, startTime: days * day, finishTime: days * day + seconds }),
    );
    const { config, window } = projectReport();
    const pipelinesOf = (since: number, more: RunChanges[] = []) => {
      const all = [...runs, ...more.map(failedRun)];
      const journal = noteRuns({ ...emptyJournal, since }, all, config);
      return built([], runs, { journal }).pipelines;
    };
    const usual = (...given: Parameters<typeof pipelinesOf>) => pipelinesOf(...given).map((one) => one.usual);
    assert.deepEqual(pipelinesOf(0)[0]?.runTime, { mean: 264, longest: 900 });
    assert.deepEqual(usual(0), [60]);
    assert.deepEqual(usual(window.listedSince.getTime() / 1000), [undefined]);
    assert.deepEqual(usual(0, [{ definitionId: 8 }]), [60], "another pipeline has its name");
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
    assert.match(agent.warnings.join(), /Could not write the tab of the run's page: /);
  });
});
