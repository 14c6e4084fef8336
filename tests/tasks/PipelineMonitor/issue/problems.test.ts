import assert from "node:assert/strict";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import { problemsOf, successesAfter } from "../../../../tasks/PipelineMonitor/issue/problems";
import { isChecked } from "../../../../tasks/PipelineMonitor/issue/report";
import { configWith, failedEntry, failure, now, worked } from "../ledger/ledger-stage";
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
    for (const other of [{ definitionId: 8 }, { branch: "refs/heads/b" }, { result: "failed" }])
      assert.equal(
        successOf({ run: worked(now - 100, { definitionId: 7, ...other }) }, { run: worked(now - 900) }),
        undefined,
      );
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
    assert.equal(problemsOf(projectReport(), lasting).count, 1, "one of no project");
  });
});

describe("the pipelines that are checked", () => {
  it("are those to which an entry with limits applies (rule 3)", () => {
    const config = configWith({}, { a: { check_flag: false } });
    const isCheckedOf = (name: string) => isChecked(config, { pipeline: { name } });
    assert.deepEqual(["a", "b"].map(isCheckedOf), [false, true]);
  });
});
