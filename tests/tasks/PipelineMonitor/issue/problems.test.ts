import assert from "node:assert/strict";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import { subjectOfIssue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { problemsOf, subjectsOf, successesAfter } from "../../../../tasks/PipelineMonitor/issue/problems";
import { isChecked } from "../../../../tasks/PipelineMonitor/issue/report";
import type { SilenceReason } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import { issueOfRecord, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { failedRun } from "../failed-run";
import {
  configWith,
  failedEntry,
  failure,
  missedRun,
  noteEntry,
  now,
  tooFew,
  worked,
} from "../ledger/ledger-stage";
import { projectReport } from "../report-stage";
import { reasons } from "../silences";

const failed = failure();
const successOf = (...records: RunRecord[]) =>
  successesAfter(projectReport({ records, issues: [failed] }))(failed);

describe("the success after a failure", () => {
  it("is the last run of its pipeline and branch that finished later and was no problem", () => {
    const [first, last] = [worked(now - 300), worked(now - 100, { id: 901 })];
    assert.equal(successOf({ run: last }, { run: first }), last);
    assert.equal(successOf({ run: first }, { run: last }), last);
    const unreadable = { id: 1, buildNumber: "", pipeline: undefined, problem: "x" };
    assert.equal(successOf({ unreadable }, { run: { ...last, finishTime: undefined } }), undefined);
    const [slow, again] = [{ verdict: "ranTooLong" }, { result: "failed" }] as const;
    for (const later of [slow, again])
      assert.equal(successOf({ run: first }, { run: worked(now - 100, later) }), undefined);
    for (const other of [{ definitionId: 8 }, { branch: "refs/heads/b" }, again])
      assert.equal(
        successOf({ run: worked(now - 100, { definitionId: 7, ...other }) }, { run: worked(now - 900) }),
        undefined,
      );
  });

  it("is sought for a run that failed, and for nothing else", () => {
    const project = projectReport({ records: [{ run: worked(now - 100) }] });
    const succeeded = worked(now - 600, { id: 5 });
    const issues = [failed, issueOfWait(succeeded, 2, 1), tooFew, missedRun(now - 600)];
    const found = issues.map((issue) => successesAfter(project)(issue) !== undefined);
    assert.deepEqual(found, [true, false, false, false]);
  });

  it("may be one that a filter hides, where a failure that one hides counts for nothing", () => {
    const config = configWith({ runs: "scheduled", branches: ["main"] });
    const manual = { reason: "manual" };
    const success = (...records: RunRecord[]) =>
      successesAfter(projectReport({ config, records, issues: [failed] }))(failed);
    const [hidden, last] = [worked(now - 300, manual), failedRun({ ...manual, finishTime: now - 100 })];
    assert.equal(success({ run: hidden }, { run: last }), hidden);
    assert.equal(success({ run: hidden }, { run: { ...last, reason: "schedule" } }), undefined);
  });
});

describe("the problems of a project", () => {
  it("are those that last and those that are over, without what is kept quiet or was followed by a success", () => {
    const lasting = [{ entry: failedEntry() }];
    const quiet = { silenced: { by: reasons.mute, why: [] } };
    const counts = [
      projectReport({ issues: [failed], lasting }),
      projectReport({ issues: [failed, failed] }),
      projectReport({ issues: [{ ...failed, ...quiet }], lasting: [{ entry: failedEntry(), ...quiet }] }),
      projectReport({ issues: [failed], records: [{ run: worked(now - 100) }] }),
    ].map((project) => problemsOf(project).count);
    assert.deepEqual(counts, [1, 1, 0, 0]);
    const silencedBy = (by: SilenceReason) => ({ ...failed, silenced: { by, why: [] } });
    const known = [reasons.known, reasons.route].map((by) => projectReport({ issues: [silencedBy(by)] }));
    assert.deepEqual(
      known.map((project) => problemsOf(project).count),
      [1, 0],
      "an earlier message had it",
    );
    assert.equal(problemsOf(projectReport(), lasting).count, 1, "one of no project");
  });
});

describe("the subjects of problems", () => {
  it("are one for each, but for those of the project", () => {
    const unread = issueOfRecord({ id: 5, buildNumber: "5", pipeline: undefined, problem: "x" });
    const entries = [noteEntry(), noteEntry({}, { run: failedRun() }), failedEntry({ content: tooFew })];
    const lasting = entries.map((entry) => ({ entry }));
    const subjects = subjectsOf({ lasting, passed: [[failed, failed], [tooFew], [unread]], count: 0 });
    assert.deepEqual(subjects, [subjectOf(failedRun()), subjectOfIssue(failed), subjectOfIssue(unread)]);
  });
});

describe("the pipelines that are checked", () => {
  it("are those to which an entry with limits applies (rule 3)", () => {
    const config = configWith({}, { a: { check_flag: false } });
    const isCheckedOf = (name: string) => isChecked(config, { pipeline: { name } });
    assert.deepEqual(["a", "b"].map(isCheckedOf), [false, true]);
  });
});
