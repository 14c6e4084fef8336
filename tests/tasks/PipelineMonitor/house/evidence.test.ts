// Needs: causes

import assert from "node:assert/strict";
import * as v from "valibot";
import { evidence } from "../../../../tasks/PipelineMonitor/features/evidence/evidence";
import { evidenceSchema } from "../../../../tasks/PipelineMonitor/features/evidence/schema";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Report, ToldProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { readFeatures } from "../../../../tasks/PipelineMonitor/open-features";
import { memoryAgent } from "../../../memory-agent";
import { testClock } from "../../../test-clock";
import { failedRun } from "../failed-run";
import { failed, lastingFailure, linesOf } from "../features/evidence/evidence-stage";
import { configWith, memoryPipeline, now, type WatchChanges, watch } from "../monitor-stage";
import { projectReport, reportOn } from "../report-stage";
import { reasons } from "../silences";

/** The evidence of a report on one project, as a reader parses it. */
function evidenceOf(changes: Partial<ToldProject>, whole: Partial<Report> = {}) {
  const [project, ...problems] = linesOf(changes, whole).map((line) =>
    v.parse(evidenceSchema, JSON.parse(line)),
  );
  return { project, problems };
}

const inPipeline = {
  "System.CollectionUri": "https://dev.azure.com/contoso/",
  "System.TeamProject": "Night Shift",
  "System.DefinitionId": "9",
  "Build.BuildId": "900",
};

/** What the feature prints at the end of an hour. */
async function printed(report: Report | undefined, variables: Record<string, string> = inPipeline) {
  const agent = memoryAgent({ variables });
  const file = { config: configWith(), value: {} };
  const [on] = readFeatures([evidence], file);
  await on?.end?.(report, { agent, clock: testClock(), cancelled: new AbortController().signal });
  return agent.printed;
}

/** The problems of an hour of a whole monitor. */
async function problemsIn(runs: Parameters<typeof watch>[0], changes: WatchChanges = {}) {
  const { whole } = await watch(runs, { ...changes, keys: { explain_failures: true, ...changes.keys } });
  return (await printed(whole)).slice(2).map((line): unknown => JSON.parse(line));
}

const ofRun1 = { log: "1", logLine: "2", record: "step-1", run: "1", number: "20261120.1" };
const noSpace = {
  id: 1,
  result: "failed",
  logs: ["all is well\n##[error]write failed: No space left on device"],
};

describe("the evidence for assistants", () => {
  it("is a group of one line for the project and one for each problem", async () => {
    const { whole } = await watch([noSpace], { keys: { explain_failures: true } });
    const [title, project = "", ...problems] = await printed(whole);
    assert.match(title ?? "", /^Evidence for assistants/);
    assert.deepEqual(JSON.parse(project), {
      ...{ kind: "project", project: "Night Shift", runs: "1", problems: "1", notChecked: [] },
      ...{ from: "2026-11-20T02:18:30Z", until: "2026-11-20T03:19:00Z" },
    });
    assert.deepEqual(
      problems.map((line): unknown => JSON.parse(line)),
      [
        {
          ...{ kind: "problem", project: "Night Shift", pipeline: "nightly import" },
          ...{ what: "failed", state: "told", since: "2026-11-20T03:09:00Z", last: "2026-11-20T03:09:00Z" },
          ...{ count: "1", cause: "no space left", line: "write failed: No space left on device" },
          ...{ ...ofRun1, notChecked: [] },
        },
      ],
    );
  });

  it("still names run, log, line and record an hour later, from the memory", async () => {
    const pipeline = memoryPipeline();
    const keys = { explain_failures: true, notify: "changes" };
    await watch([noSpace], { ...pipeline(0), keys });
    const { whole } = await watch([], { ...pipeline(1), keys });
    const [, , line = ""] = await printed(whole);
    const problem: unknown = JSON.parse(line);
    assert.deepEqual(problem, { ...Object(problem), ...ofRun1, state: "told", last: "2026-11-20T03:09:00Z" });
  });

  it("names the log of the step that failed and its line, or else the log of the message", () => {
    const idsIn = (place: Issue["links"]["place"]) => {
      const log = new URL("https://h/o/p/_apis/build/builds/812/logs/17");
      const links = {
        runPage: undefined,
        log,
        note: "",
        lineNumber: 99,
        ...(place === undefined ? {} : { place }),
      };
      const { problems } = evidenceOf({ lasting: [lastingFailure({ links })] });
      return problems.map((one) => one.kind === "problem" && [one.log, one.logLine, one.record])[0];
    };
    assert.deepEqual(idsIn({ job: "j", step: "s", line: 3, logId: 5 }), ["5", "3", "s"]);
    assert.deepEqual(idsIn({ job: "j", step: "s", line: 3 }), ["17", "99", "s"]);
    assert.deepEqual(idsIn({ job: "j" }), ["17", "99", "j"]);
    for (const place of ["unknown", undefined] as const)
      assert.deepEqual(idsIn(place), ["17", "99", undefined]);
  });

  it("says what nobody could find out", async () => {
    const [silent] = await problemsIn([{ id: 1, result: "failed", timeline: "unknown" }]);
    assert.deepEqual(Object(silent).notChecked, ["why it failed", "its timeline could not be read"]);
    const skipped = ["history"];
    const gap = sinceLast(now, { until: now / 1000 - 20 * 86_400 });
    const { project, problems } = evidenceOf(
      {
        skipped,
        window: gap,
        lasting: [
          lastingFailure({ links: { runPage: undefined, log: undefined, note: "1 log could not be read" } }),
        ],
      },
      { skipped, unread: [configWith({ project: "Billing" })] },
    );
    assert.deepEqual(project?.notChecked, [
      "the project Billing",
      "history",
      "anything from 2026-10-31T03:19:00Z to 2026-11-06T03:19:00Z",
    ]);
    assert.deepEqual(problems[0]?.notChecked, ["why it failed", "1 log could not be read", "history"]);
  });

  it("includes muted problems, the last", () => {
    const muted = { ...lastingFailure({}, { pipeline: "a" }), silenced: { by: reasons.mute, why: [] } };
    const { problems } = evidenceOf({ lasting: [muted, lastingFailure({}, { pipeline: "b" })] });
    assert.deepEqual(stateOf(problems), [
      ["b", "told"],
      ["a", "muted"],
    ]);
  });

  it("includes what is over although no success ended it, with how often it happened", () => {
    const slow = (id: number, finishTime: number) =>
      issueOf(
        { ...failed, verdict: "ranTooLong" },
        { run: failedRun({ id, result: "succeeded", finishTime }) },
        [{ words: "ran too long" }],
      );
    const at = now / 1000 - 600;
    const { problems } = evidenceOf({ issues: [slow(1, at), slow(2, at + 300)] });
    assert.deepEqual(stateOf(problems), [["nightly import", undefined]]);
    const [problem] = problems;
    assert.ok(problem?.kind === "problem");
    assert.deepEqual(
      [problem.count, problem.run, problem.since, problem.last],
      ["2", "2", "2026-11-20T03:09:00Z", "2026-11-20T03:14:00Z"],
    );
  });

  it("names whom to ask, also if the message mentions them, and a problem of the project without a pipeline", () => {
    const alert = { owner: "", mention: "@billing", runbook: undefined, importance: "normal" } as const;
    const few = {
      entry: { ...lastingFailure().entry, content: issueOf(failed, "project", [{ words: "too few" }]) },
    };
    const { problems } = evidenceOf({ lasting: [lastingFailure({ alert }), few] });
    assert.deepEqual(
      problems.map((one) => one.kind === "problem" && [one.pipeline, one.owner, one.what]),
      [
        ["nightly import", "@billing", "failed"],
        [undefined, undefined, "Too few"],
      ],
    );
  });

  it("is left out where nothing folds it, and of an hour that failed", async () => {
    const report = reportOn([projectReport()]);
    assert.deepEqual([await printed(report, {}), await printed(undefined)], [[], []]);
    assert.equal((await printed(report)).length, 2);
  });
});

function stateOf(problems: ReturnType<typeof evidenceOf>["problems"]) {
  return problems.map((one) => one.kind === "problem" && [one.pipeline, one.state]);
}
