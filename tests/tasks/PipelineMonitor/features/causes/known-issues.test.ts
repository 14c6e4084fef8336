import assert from "node:assert/strict";
import { mentionWarnings } from "../../../../../tasks/PipelineMonitor/targets/mentions";
import { jobRecord, stepRecord } from "../../../../sandbox/timeline-records";
import { goodConfig, problemsOf } from "../../good-config";
import { parseConfig } from "../../parse-config";
import { explainedHour } from "./causes-stage";

const times = { max_proc_time: 900, min_proc_time: 30 };
const parsed = (known_issues: unknown, pipelines: object = {}) =>
  parseConfig({ ...goodConfig, known_issues, pipelines: { default: times, ...pipelines } });
const issue = (name: string, more: object = {}) => ({ contains: `text of ${name}`, name, ...more });

describe("known issues of a configuration", () => {
  it("are those of the pipeline's entry, or else of default, and then those of the whole file", async () => {
    const keys = {
      known_issues: [issue("a", { contains: "Refused" })],
      pipelines: {
        default: { ...times, known_issues: [issue("b", { contains: "Refused" })] },
        "nightly *": { known_issues: [issue("c", { contains: "refused", owner: "Ann" })] },
        other: { known_issues: [issue("d")] },
      },
    };
    const named = async (pipeline: string, line: string) => {
      const { line: told } = await explainedHour({ pipeline, logs: [`##[error]${line}`] }, keys);
      return [/Why: (\w)/.exec(told)?.[1], /Owner: (\w+)/.exec(told)?.[1]];
    };
    assert.deepEqual(await named("invoices", "Refused"), ["b", undefined]);
    assert.deepEqual(await named("nightly import", "refused, Refused"), ["c", "Ann"]);
    assert.deepEqual(await named("nightly import", "Refused"), ["a", undefined]);
    assert.deepEqual(await named("other", "Refused"), ["a", undefined]);
  });

  it("are found in the log of any step that failed, above all in that of the first", async () => {
    const records = ["succeeded", "succeeded", "succeeded", "succeeded", "failed", "failed", "failed"].map(
      (result, index) => stepRecord(index + 1, { result, finishTime: `2026-11-20T03:00:0${index}Z` }),
    );
    const known_issues = [issue("proxy down", { owner: "Ann" })];
    const others = ["##[error]first", "##[error]No space left on device", "##[error]last"];
    for (const at of [0, 1, 2]) {
      const logs = others.map((text, index) => (index === at ? `text of proxy down\n${text}` : text));
      const sketch = { logs: ["1", "2", "3", "4", ...logs], timeline: [jobRecord(), ...records] };
      const { line } = await explainedHour(sketch, { known_issues });
      assert.match(line, /Why: proxy down \("text of proxy down … [^"]*"\)\. Owner: Ann\.$/, line);
    }
  });

  it("have each fault named with its path", () => {
    const known_issues = [{ name: "" }, { contains: "x", name: "y", runbook: "http://wiki.example" }, 7];
    const defaults = { ...times, known_issues: [{ contains: 1, name: "z" }] };
    const problems = problemsOf({ known_issues, pipelines: { default: defaults } });
    assert.deepEqual(problems.map((problem) => problem.slice(0, problem.indexOf(":"))).sort(), [
      ...["known_issues.1.contains", "known_issues.1.name", "known_issues.2.runbook", "known_issues.3"],
      "pipelines.default.known_issues.1.contains",
    ]);
    const many = (count: number) => problemsOf({ known_issues: Array(count).fill(issue("a")) }).join();
    assert.match(many(201), /a list of 1 to 200 known issues/);
    assert.equal(many(200), "");
  });

  it("may ask for a retry only in the entries of the pipelines that it is for, of a monitor that remembers", () => {
    const retried = { known_issues: [issue("b"), issue("a", { retry: true })] };
    const problemsIn = (keys: object, pipelines: object) =>
      problemsOf({ ...keys, pipelines: { default: times, ...pipelines } });
    const remembers = { window: "since_last_report" };
    assert.deepEqual(problemsIn(remembers, { "nightly *": retried, comment: { ...times, ...retried } }), []);
    assert.deepEqual(problemsIn({ notify: "changes" }, { a: retried }), []);
    const forAll = "retry: not for all pipelines; move it to the entries of those it is for";
    assert.deepEqual(problemsIn({ ...remembers, ...retried }, { default: { ...times, ...retried } }), [
      `known_issues.2.${forAll}`,
      `pipelines.default.known_issues.2.${forAll}`,
    ]);
    assert.deepEqual(problemsIn({}, { a: retried }), [
      'pipelines.a.known_issues.2.retry: the monitor has to remember what it did; add "window": "since_last_report"',
    ]);
  });

  it("have unknown keys ignored with a warning", () => {
    const ofEntry = { known_issues: [issue("b", { link: 1 })] };
    const { warnings } = parsed([issue("a", { ownr: "x" })], { b: ofEntry });
    assert.deepEqual(
      warnings.map((warning) => warning.slice(0, warning.indexOf(","))),
      ["known_issues.1.ownr: unknown key", "pipelines.b.known_issues.1.link: unknown key"],
    );
  });

  it("have owners who are a mention in another chat warned of, once each", () => {
    const owner = "<@&123456789012345678>";
    const { config } = parsed([issue("full disk", { owner }), issue("no route", { owner })], { b: {} });
    const [warning = "", ...others] = mentionWarnings(config?.keys, [{ isMention: () => false }]);
    assert.match(warning, /^known_issues\.1\.owner: .* is a mention in another chat/);
    assert.deepEqual(others, []);
  });
});
