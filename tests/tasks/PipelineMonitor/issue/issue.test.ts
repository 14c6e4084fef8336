import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import {
  type Issue,
  isOfFailedRun,
  issueOf,
  subjectOfIssue,
} from "../../../../tasks/PipelineMonitor/issue/issue";
import { missedCode } from "../../../../tasks/PipelineMonitor/issue/kind";
import { linkOf, namePart } from "../../../../tasks/PipelineMonitor/issue/names";
import { linkToRun, numberOf, pipelineOf } from "../../../../tasks/PipelineMonitor/issue/parts";
import { missedKey, placeOf, runsKey, stuckKey } from "../../../../tasks/PipelineMonitor/issue/place";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import {
  issueOfResult,
  issueOfRunCount,
  issueOfRunTime,
  issueOfWait,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { failedRun } from "../failed-run";

const kind = { code: "x", severity: "failure", rank: 1, tally: "x" } as const;
const about = (what: Issue["about"], more: Partial<Issue> = {}) => issueOf(kind, what, [], more);
const unreadable = { id: 1, buildNumber: "", pipeline: { name: "a" }, problem: "x" };
describe("an issue", () => {
  it("happened when its run finished, unless it says otherwise", () => {
    const run = { run: failedRun({ finishTime: 7 }) };
    const issues = [about(run), about(run, { at: 5 }), about(run, { at: undefined }), about("project")];
    const ats = issues.map(({ at }) => at);
    assert.deepEqual(ats, [7, 5, undefined, undefined]);
  });

  it("is of a pipeline if that is known", () => {
    const run = failedRun({ pipeline: "b" });
    const all = ["project", { unreadable }, { run }, { pipeline: { name: "c" } }] as const;
    const names = all.map((one) => subjectOfIssue(about(one)).pipeline?.name);
    assert.deepEqual(names, [undefined, "a", "b", "c"]);
  });

  it("is found again by its pipeline and branch, its run, or its schedule", () => {
    const place = (issue: Issue) => placeOf(issue, 0);
    const run = failedRun({ id: 5, finishTime: 7, pipeline: "a", definitionId: 3, branch: "main" });
    const stuck = { run: { ...run, finishTime: undefined, status: "inProgress", result: "" } };
    const missed = issueOf({ ...kind, code: missedCode }, { pipeline: { name: "cafe\u0301" } }, [], {
      at: 9,
    });
    for (const [issue, key, family] of [
      [about({ run }), runsKey(subjectOf(run)), "failure"],
      [about({ run: { ...run, result: "succeeded" } }), runsKey(subjectOf(run)), "limit"],
      [about(stuck, { isState: true }), stuckKey(subjectOf(run)), "stuck"],
      [missed, missedKey(subjectOf({ pipeline: { name: "caf\u00e9" } })), "missed"],
    ] as const)
      assert.deepEqual([place(issue).key, place(issue).family], [key, family]);
    const ofBranch = runsKey(subjectOf({ ...run, branch: "topic" }));
    assert.equal(
      runsKey(subjectOf({ ...run, pipeline: { id: 3, name: "renamed" } })),
      runsKey(subjectOf(run)),
    );
    assert.equal(
      new Set([
        runsKey(subjectOf(run)),
        ofBranch,
        runsKey(subjectOf({ ...run, pipeline: { ...run.pipeline, id: 4 } })),
      ]).size,
      3,
    );
    const same = [
      "project",
      { unreadable },
      { pipeline: { name: "c" } },
      { run: { ...run, id: 6 } },
    ] as const;
    for (const what of same)
      assert.deepEqual(place(about(what)), placeOf(about(structuredClone(what)), 3600), "an hour later");
  });

  it("of a record without an id is another in each report", () => {
    const nameless = about({ unreadable: { ...unreadable, id: undefined } });
    assert.equal(placeOf(nameless, 0).family, "once");
    assert.equal(placeOf(about({ unreadable }), 0).family, "state");
    assert.notEqual(placeOf(nameless, 0).key, placeOf(nameless, 3600).key);
  });
});

describe("the parts of a line", () => {
  const page = new URL("https://h/5");
  const nameless = { id: undefined, buildNumber: " ", pipeline: undefined, problem: "x" };

  it("name the pipeline and the run, or say that they are unknown", () => {
    const run = failedRun({ id: 5, buildNumber: "20261120.5", pipeline: "a" });
    const unnumbered = { ...run, buildNumber: "" };
    assert.deepEqual(pipelineOf(run), namePart(subjectOf(run)));
    for (const unknown of [{ ...run, pipeline: { name: "\u200b" } }, nameless])
      assert.deepEqual(pipelineOf(unknown), { words: "A run of an unknown pipeline" });
    assert.deepEqual(numberOf(run, page), [{ label: { name: "20261120.5" }, url: page }]);
    assert.deepEqual(numberOf(unnumbered, page), [{ label: { name: "5" }, url: page }]);
    const unknown = ["[", "unknown number", "]"].map((words) => ({ words }));
    assert.deepEqual(numberOf(nameless, undefined), unknown);
    assert.deepEqual(linkToRun(run, page), linkOf({ name: "Run 20261120.5" }, page, subjectOf(run)));
    assert.deepEqual(linkToRun(unnumbered, page), linkOf({ name: "Run 5" }, page, subjectOf(run)));
    assert.deepEqual(linkToRun(nameless, page), linkOf({ words: "Run" }, page, {}));
  });
});

describe("isOfFailedRun", () => {
  it("is a problem of a run that is done and failed, whatever its message is about", () => {
    const problemsOf = (run: Run): Issue[] => [
      issueOfResult(run),
      issueOfRunTime(run, 1, { minProcSeconds: 2, maxProcSeconds: 3 }),
      issueOfWait(run, 2, 1),
    ];
    assert.ok(problemsOf(failedRun()).every(isOfFailedRun));
    const state = issueOf({ ...kind, isState: true }, { run: failedRun() }, []);
    for (const other of [...problemsOf(failedRun({ result: "succeeded" })), state, issueOfRunCount(0, 1)])
      assert.equal(isOfFailedRun(other), false);
  });
});
