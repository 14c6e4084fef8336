import assert from "node:assert/strict";
import { type Issue, issueOf, missedCode, runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import {
  fingerprint,
  type KnownAlert,
  missedRow,
  projectFingerprint,
  rowOf,
} from "../../../../tasks/PipelineMonitor/issue/memory";
import type { ProjectReport } from "../../../../tasks/PipelineMonitor/issue/report";
import { issueOfRecord, issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { endedKey } from "../../../../tasks/PipelineMonitor/silence/follow";
import { stateKeyOf } from "../../../../tasks/PipelineMonitor/silence/identity";
import { alertChanges, alertOf } from "../../../../tasks/PipelineMonitor/silence/paged";
import { failedRun } from "../failed-run";
import { projectReport } from "../report-stage";
import { configWith, failure, now, silenced, tooFew } from "./silence-stage";

const config = configWith({ notify: "changes" });
const project = projectFingerprint(config);
const key = (row: string) => fingerprint([project, row]);
const all = () => true;
const of = (issue: Issue, report: ProjectReport = projectReport({ config })) =>
  alertOf(report, issue) ?? assert.fail();

const ofPipeline = (code: string, changes: Partial<Issue> = {}) =>
  issueOf({ code, severity: "failure", rank: 0, tally: "" }, { pipeline: "a" }, [], changes);
const missed = ofPipeline(missedCode, { at: now - 60 });
const stuck: Issue = {
  ...failure({ id: 5, status: "inProgress", finishTime: undefined }),
  ...{ isState: true, at: undefined, code: "stuckRunning" },
};

describe("an alert", () => {
  it("is for a pipeline and branch, its stuck runs, its schedule, or the project", () => {
    const run = failedRun();
    const pipeline = run.pipeline;
    const failed = { key: key(rowOf(run)), project, pipeline, at: now - 600 };
    assert.deepEqual(of(failure()), failed);
    assert.deepEqual(of(failure({}, "another cause")), failed);
    const isState = true;
    assert.deepEqual(of(stuck), { key: key(fingerprint([rowOf(run), "stuck"])), project, pipeline, isState });
    assert.deepEqual(of(missed), { key: key(missedRow("a")), project, pipeline: "a", at: now - 60 });
    const tooFewRow = fingerprint(["project", tooFew.code]);
    assert.deepEqual(of(tooFew), { key: key(tooFewRow), project, pipeline: undefined, isState });
    const unreadable = issueOfRecord({ id: 5, buildNumber: "1", pipeline: "a", problem: "" });
    const ofRecord = { key: key(stateKeyOf(unreadable) ?? ""), project, pipeline: "a", isState };
    assert.deepEqual(of(unreadable), ofRecord);
    assert.equal(alertOf({ config }, ofPipeline("nearLimit", { isState })), undefined, "is still to come");
  });
});

describe("the changes of alerts", () => {
  /** A report on issues, with the runs of the list; `before` are the alerts that are known. */
  function changes(
    issues: readonly Issue[],
    before: readonly KnownAlert[] = [],
    { takes = all, ...more }: Partial<ProjectReport> & { takes?: (pipeline?: string) => boolean } = {},
  ) {
    const runs = (more.records ?? []).flatMap((record) => ("run" in record ? [record.run] : []));
    const { report } = silenced({ config: more.config ?? config, issues, runs });
    const { open, close, doubtful } = alertChanges({ ...report, ...more }, before, takes);
    return { open: open.map(({ alert, isNext }) => ({ ...alert, isNext })), close, doubtful };
  }
  const none = { open: [], close: [], doubtful: [] };
  const opened = (...issues: Issue[]) => issues.map((issue) => ({ ...of(issue), isNext: false }));
  const good = (changes: Partial<ReturnType<typeof failedRun>> = {}) => ({
    run: failedRun({ result: "succeeded", finishTime: now - 300, ...changes }),
  });

  it("open one for each row of problems that is told, and not again while it is open", () => {
    const issues = [failure({ id: 1 }), failure({ id: 2 }), stuck, missed, tooFew];
    const open = opened(...issues.filter((issue) => runOf(issue)?.id !== 2));
    assert.deepEqual(changes([...issues, ofPipeline("nearLimit", { isState: true })]), { ...none, open });
    const alerts = open.map(({ isNext: _, ...alert }) => alert);
    assert.deepEqual(changes(issues, alerts), none);
    const [first = assert.fail(), ...others] = alerts;
    assert.deepEqual(changes(issues, [{ ...first, isUnsure: true }, ...others]).open, open.slice(0, 1));
    assert.deepEqual(changes(issues, [{ ...first, isClosed: true }, ...others]).open, open.slice(0, 1));
    assert.deepEqual(changes(issues, [{ ...first, project: "other" }, ...others]).open, open.slice(0, 1));
  });

  it("close those whose problem has ended or is not watched any more, of this project only", () => {
    const alert = of(failure());
    const other = { ...alert, project: "other" };
    assert.deepEqual(changes([], [alert, other, { ...alert, key: "k", isClosed: true }]), {
      ...none,
      close: [alert],
    });
    for (const settings of [{ mute_until: "2026-11-30" }, { check_flag: false }]) {
      const unwatched = configWith({ notify: "changes" }, { "nightly import": settings });
      const { followed } = silenced({ config, issues: [failure()] }).report;
      assert.deepEqual(changes([failure()], [alert], { config: unwatched, followed }).close, [alert]);
    }
    const { followed } = silenced({ config, issues: [failure()] }).report;
    for (const [changed, close] of [
      [{}, []],
      [{ key: endedKey }, [alert]],
      [{ wasTold: false }, [alert]],
    ] as const) {
      const problems = followed?.problems.map((problem) => ({ ...problem, ...changed })) ?? [];
      const after = { problems, states: [], ended: [] };
      assert.deepEqual(changes([], [alert], { followed: after }).close, close);
    }
  });

  it("close none of a state while its check is skipped", () => {
    const alerts = [of(stuck), of(failure())];
    assert.deepEqual(changes([], alerts, { isWhole: false }).close, alerts.slice(1));
    assert.deepEqual(changes([], alerts).close, alerts);
  });

  it("neither open nor close what waits for business hours; one of a lost step that has ended is closed", () => {
    const waits: Issue["silenced"] = { by: "hours", why: [] };
    const alert = of(failure());
    const followed = silenced({ config, issues: [failure()] }).report.followed;
    const waiting = { issues: [{ ...failure(), silenced: waits }] };
    assert.deepEqual(changes([], [], { ...waiting, followed }), none);
    assert.deepEqual(changes([], [], waiting), { ...none, close: [alert] });
    const elsewhere = { issues: [{ ...tooFew, silenced: { by: "route", why: [] } as const }] };
    assert.deepEqual(changes([], [of(tooFew)], elsewhere), { ...none, close: [of(tooFew)] });
  });

  it("close and open one whose problem ended before the next began, by a run of the same row", () => {
    const before = { ...of(failure()), at: now - 1000 };
    const isNext = (...records: ReturnType<typeof good>[]) =>
      changes([failure()], [before], { records }).open.some((one) => one.isNext);
    const at = (finishTime: number, more = {}) => good({ finishTime, ...more });
    for (const finishTime of [now - 1000, now - 600]) assert.ok(isNext(at(finishTime)), String(finishTime));
    for (const run of [
      ...[at(now - 1001), at(now - 599), at(now - 700, { branch: "b" })],
      at(now - 700, { result: "failed" }),
    ])
      assert.ok(!isNext(run));
    const [first, second] = [failure({ finishTime: now - 600 }), failure({ finishTime: now - 100 })];
    assert.deepEqual(changes([first, second], [before], { records: [at(now - 300)] }).open, [
      { ...of(second), isNext: true },
    ]);
  });

  it("doubt those of pipelines that are well, which may be open from a time that is not remembered", () => {
    const alert = (row: string, pipeline: string) => ({ key: key(row), project, pipeline });
    const feed = good({ pipeline: "a", definitionId: 9 });
    const own = alert(rowOf(good().run), "nightly import");
    const records = [good(), feed, good({ result: "failed", pipeline: "b", definitionId: 10 })];
    assert.deepEqual(changes([], [], { records }), {
      ...none,
      doubtful: [own, alert(rowOf(feed.run), "a")],
    });
    assert.deepEqual(changes([], [{ ...own, isClosed: true }], { records }).doubtful.length, 1);
    assert.deepEqual(changes([], [], { records, takes: (name) => name === "nightly import" }).doubtful, [
      own,
    ]);
    for (const [keys, entries, row] of [
      [{ check_unfinished: true }, {}, fingerprint([rowOf(feed.run), "stuck"])],
      [{}, { a: { schedule: "0 3 * * *" } }, missedRow("a")],
      [{}, { a: { schedule: "auto" } }, missedRow("a")],
    ] as const) {
      const more = configWith({ notify: "changes", ...keys }, entries);
      const { doubtful } = changes([], [], { config: more, records: [feed] });
      assert.deepEqual(doubtful, [alert(rowOf(feed.run), "a"), alert(row, "a")]);
    }
    const unchecked = configWith({ notify: "changes" }, { a: { check_flag: false } });
    assert.deepEqual(changes([], [], { config: unchecked, records: [feed] }), none);
    assert.deepEqual(changes([failure()], [], { records: [good()] }).doubtful, []);
  });

  it("leave that of the project open while a mute covers every pipeline", () => {
    const settings = { mute_until: "2027-01-01", max_proc_time: 900, min_proc_time: 30 };
    for (const entries of [{ "*": settings }, { default: settings }]) {
      const config = configWith({}, entries);
      const issue = issueOfRunCount(7, 10);
      const report = projectReport({ config, issues: [issue] });
      const alert = alertOf(report, issue) ?? assert.fail();
      const { open, close } = alertChanges(report, [], all);
      assert.deepEqual([open.map((one) => one.alert), close], [[alert], []]);
      assert.deepEqual(alertChanges(report, [alert], all), none);
    }
  });
});
