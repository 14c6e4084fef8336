import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { utcZone } from "../../../../shared/text/zone";
import {
  type Issue,
  importanceOf,
  isOfFailedRun,
  issueOf,
  recordOf,
  subjectOfIssue,
} from "../../../../tasks/PipelineMonitor/issue/issue";
import { linkOf, namePart } from "../../../../tasks/PipelineMonitor/issue/names";
import {
  datedMoment,
  linkToRun,
  momentAt,
  numberOf,
  pipelineOf,
  strong,
} from "../../../../tasks/PipelineMonitor/issue/parts";
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
    const all = (["project", { unreadable }, { run }, { pipeline: { name: "c" } }] as const).map((one) =>
      about(one),
    );
    const names = all.map((one) => subjectOfIssue(one).pipeline?.name);
    assert.deepEqual(names, [undefined, "a", "b", "c"]);
    assert.deepEqual(all.map(recordOf), [undefined, unreadable, run, undefined]);
  });

  it("has the importance of its pipeline, and links and figures only if it is given some", () => {
    const alert = { owner: "", mention: "", runbook: undefined, importance: "high" as const };
    assert.deepEqual([about("project"), about("project", { alert })].map(importanceOf), ["normal", "high"]);
    const { links, figures } = about("project");
    assert.deepEqual([links, figures], [{ runPage: undefined, log: undefined, note: "" }, []]);
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

  it("have a moment to the second, and its date if that is always said", () => {
    assert.deepEqual(momentAt(90, utcZone), { time: 90_000, zone: utcZone });
    assert.deepEqual(datedMoment(90, utcZone), { ...momentAt(90, utcZone), isDated: true });
    assert.deepEqual(strong({ name: "a" }), { name: "a", style: "strong" });
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
    const others = [issueOfRunCount(0, 1), about("project"), about({ unreadable })];
    for (const other of [...problemsOf(failedRun({ result: "succeeded" })), state, ...others])
      assert.equal(isOfFailedRun(other), false);
  });
});
