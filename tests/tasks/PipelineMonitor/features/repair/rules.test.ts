import assert from "node:assert/strict";
import { repairProblems } from "../../../../../tasks/PipelineMonitor/features/repair/repair";
import { configWith } from "../../monitor-stage";
import { allowedIn } from "./repair-stage";

const repair = { lost_agent: true, missed: true };
const schedule = "0 2 * * *";
const times = { max_proc_time: 900, min_proc_time: 30 };
const problems = (pipelines: object, more: object = { notify: "changes" }) =>
  repairProblems({ pipelines, ...more }).join();

describe("what may be repaired", () => {
  it("is named by an entry, is remembered, and has a schedule if it can be missed", () => {
    assert.equal(problems({ a: { repair, schedule } }), "");
    assert.match(problems({ default: { repair, schedule } }), /^pipelines\.default\.repair: not for all/);
    assert.match(problems({ a: { repair, schedule } }, {}), /has to remember what it did/);
    assert.match(problems({ a: { repair } }), /repair\.missed: the entry has no schedule/);
    assert.equal(problems({ default: { schedule: "auto" }, a: { repair } }), "");
    assert.equal(problems({ comment: { repair: "later" } }), "");
    assert.match(problems({ comment: { repair } }), /repair\.missed: the entry has no schedule/);
  });

  it("is nothing of a pipeline without an entry, or that is not checked", () => {
    const pipelines = { default: times, a: { repair, schedule }, b: { repair, schedule, check_flag: false } };
    const config = configWith({ notify: "changes", pipelines });
    const of = (name: string) => allowedIn(config).entryFor(name);
    assert.deepEqual(of("a"), ["lostAgent", "missed"]);
    for (const name of ["b", "other"]) assert.deepEqual(of(name), []);
  });
});
