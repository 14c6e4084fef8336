import assert from "node:assert/strict";
import {
  checkpointRecords,
  errorIssue,
  jobRecord,
  type RecordSketch,
  stageRecord,
  stepRecord,
} from "../../../../sandbox/timeline-records";
import { watch } from "../../monitor-stage";
import { hanging } from "../../report-stage";
import { explainedHour } from "./causes-stage";

const explains = { explain_failures: true };
const preparation = ["Initialize job", "Checkout", "Install", "Pool"];
const exit = "Bash exited with code '1'.";
const failing = `psql: could not connect\n##[error]${exit}`;
const why = `"psql: could not connect … ${exit}"`;
/** Stage, job, and steps with the logs 5, 6 and so on. */
const timeline = (...steps: Partial<RecordSketch>[]) => [
  stageRecord(),
  jobRecord(),
  ...preparation.map((_, index) => stepRecord(index + 1, { result: "succeeded" })),
  ...steps.map((step, index) => stepRecord(index + 5, step)),
];

describe("the reason of a failed run", () => {
  it("is in the log of the step that failed, whatever later steps print, and that log is linked", async () => {
    for (const green of [
      "Found 0 errors",
      "console.error(x)",
      "cp error.log out",
      "gcc -Werror",
      "an error",
    ]) {
      const logs = [...preparation, failing, green];
      const { line, why: told } = await explainedHour({
        logs,
        timeline: timeline({ result: "failed" }, { result: "succeeded" }),
      });
      assert.equal(told, why, green);
      assert.match(line, /\/logs\/5\)/);
    }
  });

  it("is not in a step that may fail, was skipped or succeeded", async () => {
    const logs = [...preparation, "##[error]flaky lint", failing, "##[error]never mind"];
    const results = ["succeededWithIssues", "failed", "succeeded"];
    const steps = results.map((result) => ({ result, issues: [errorIssue(`of ${result}`)] }));
    assert.equal((await explainedHour({ logs, timeline: timeline(...steps) })).why, why);
  });

  it("is that of the step that failed first", async () => {
    const logs = [...preparation, "##[error]second", "##[error]first"];
    const at = (second: number) => ({ result: "failed", finishTime: `2026-11-20T03:00:0${second}Z` });
    const records = timeline(at(5), at(2));
    assert.equal((await explainedHour({ logs, timeline: records })).why, '"first"');
    const timeOut = "The job running on agent a ran longer than the maximum time of 60 minutes.";
    const stopped = jobRecord({ id: "other", result: "canceled", issues: [errorIssue(timeOut)] });
    assert.equal((await explainedHour({ logs, timeline: [...records, stopped] })).why, '"first"');
  });

  it("is in the errors of what failed where the log says nothing, and in no log if the step has none", async () => {
    const logs = [...preparation, `##[error]${exit}`];
    const silent = timeline({ result: "failed", issues: [errorIssue(exit), errorIssue("no route")] });
    assert.equal((await explainedHour({ logs, timeline: silent })).why, '"no route"');
    const unlogged = timeline({ result: "failed", log: null, issues: [errorIssue("no route")] });
    assert.equal((await explainedHour({ logs, timeline: unlogged })).why, '"no route"');
  });

  it("is what the job's own record says if no step failed: a lost agent, a time-out, no agent", async () => {
    const lost = "We stopped hearing from agent build-07. Verify the agent machine is running.";
    for (const [message, expected] of [
      [lost, `agent build-07 lost ("${lost}")`],
      ["The job running on agent a ran longer than the maximum time of 60 minutes.", /^time-out \(/],
      ["No agent found in pool Default which satisfies the demands: x", /^"No agent found/],
    ] as const)
      for (const result of ["failed", "canceled", "abandoned"]) {
        const records = [stageRecord(), jobRecord({ result, issues: [errorIssue(message)] })];
        const stopped = stepRecord(5, { result: "canceled" });
        const { why: told } = await explainedHour({
          logs: [...preparation, "an error"],
          timeline: [...records, stopped],
        });
        if (typeof expected === "string") assert.equal(told, expected);
        else assert.match(told, expected);
      }
  });

  it("is the approval, check or lock that kept a stage from beginning", async () => {
    const green = "Tests: 0 errors, 120 passed";
    for (const [type, expected] of [
      ["Checkpoint.Approval", "approval of stage Deploy rejected or expired"],
      ["Checkpoint.TaskCheck", "check of stage Deploy failed or expired"],
      ["Checkpoint.ExclusiveLock", "lock of stage Deploy not obtained"],
      ["Checkpoint.OfTomorrow", "check of stage Deploy failed or expired"],
    ] as const)
      for (const result of ["failed", "canceled", "abandoned", "skipped"]) {
        const stages = [
          stageRecord({ id: "build", name: "Build", result: "succeeded" }),
          jobRecord({ parentId: "build", result: "succeeded" }),
          stepRecord(5, { result: "succeeded" }),
          stageRecord({ id: "deploy", name: "Deploy", result: result === "skipped" ? "skipped" : "failed" }),
          ...checkpointRecords(type, result, "deploy"),
        ];
        const { why: told } = await explainedHour({ logs: [...preparation, green], timeline: stages });
        assert.equal(told, expected, result);
      }
  });

  it("is the name of what failed if nothing says why", async () => {
    const named = { name: "Tests", result: "failed", log: null };
    const stage = { name: "Build" };
    assert.equal((await explainedHour({ timeline: timeline(named) })).why, "step Tests failed");
    const job = jobRecord({ name: "Linux" });
    assert.equal((await explainedHour({ timeline: [stageRecord(stage), job] })).why, "job Linux failed");
    assert.equal((await explainedHour({ timeline: [stageRecord(stage)] })).why, "stage Build failed");
    assert.equal((await explainedHour({ timeline: [stageRecord()] })).why, "");
  });

  it("is said of a partly successful run by the steps that may fail, and of a canceled one by nobody's error", async () => {
    const logs = [...preparation, failing];
    const partly = {
      logs,
      result: "partiallySucceeded",
      timeline: timeline({ result: "succeededWithIssues" }),
    };
    assert.equal((await explainedHour(partly)).why, why);
    const canceled = {
      ...{ logs: [...preparation, "retrying after an error\n##[error]The operation was canceled."] },
      ...{ result: "canceled", timeline: timeline({ result: "canceled" }) },
    };
    assert.equal((await explainedHour(canceled)).why, "canceled, probably by a person");
  });

  it("is that of the step that failed, too, whatever the service calls the result of the run", async () => {
    const logs = [...preparation, failing];
    for (const result of ["constructor", "__proto__", "", "ofTomorrow"])
      assert.equal(
        (await explainedHour({ logs, result, timeline: timeline({ result: "failed" }) })).why,
        why,
      );
  });

  it("is what kept the run from starting, and then nothing else is read", async () => {
    const record = {
      validationResults: [
        { result: "warning", message: "old image" },
        { result: "error", message: "Could not find a pool with name Lniux." },
      ],
    };
    for (const timeline of ["none", "unknown"] as const) {
      const { why: told, line } = await explainedHour({ logs: [], record, timeline });
      assert.equal(told, '"Could not find a pool with name Lniux."');
      assert.doesNotMatch(line, /timeline/);
    }
  });
});

describe("a failed run without its timeline", () => {
  const logs = [...preparation, "Tests: 0 errors, 120 passed\n##[error]no route\nerror.log", "cat error.log"];

  it("is explained by the marked line of the log that rule 6 has found, and the line says what was not read", async () => {
    const own = [...preparation, "Found 0 errors\n##[error]no route"];
    const unread = await explainedHour({ logs: own, timeline: "unknown" });
    assert.match(unread.line, /\(its timeline could not be read\) Why: "no route"\.$/);
    assert.ok(unread.printed.includes("The timeline of run 1 could not be read: the timeline of 1 is gone"));
    const absent = await explainedHour({ logs: own, timeline: "none" });
    assert.equal(absent.why, '"no route"');
    assert.doesNotMatch(absent.line, /timeline/);
  });

  it("is not explained by a line that counts no errors, or names a file", async () => {
    assert.equal((await explainedHour({ logs, timeline: "none" })).why, "");
  });
});

describe("the log of what failed", () => {
  const logs = [...preparation, failing];

  it("is the one that a product opens, at the line that is quoted", async () => {
    const { issue } = await explainedHour({ logs, timeline: timeline({ result: "failed" }) });
    assert.deepEqual(issue?.links.place, { job: "job", step: "step-5", line: 1, logId: 5 });
    const silent = await explainedHour({
      logs: [...logs, "cp error.log out"],
      timeline: timeline(
        { result: "failed", log: null, issues: [errorIssue("no", 7)] },
        { result: "succeeded" },
      ),
    });
    assert.deepEqual(silent.issue?.links.place, { job: "job", step: "step-5", line: 7, logId: undefined });
  });

  it("costs only itself if it cannot be read: the errors of the timeline say why", async () => {
    const readLog = () => Promise.reject(new Error("reset"));
    const records = timeline({ result: "failed", issues: [errorIssue("no route")] });
    const { posted, agent, whole } = await watch([{ id: 1, result: "failed", logs, timeline: records }], {
      keys: explains,
      service: () => ({ readLog }),
    });
    assert.match(posted.join(), /\(.*, the log of what failed could not be read\) Why: "no route"\./);
    // It may be another reason the next time, and is none because of that.
    const [issue] = whole.projects[0]?.issues ?? [];
    assert.equal(issue?.explanation?.cause, undefined);
    assert.ok(agent.printed.includes("Log 5 of run 1 could not be read for its cause: reset"));
  });

  it("is left when the step is canceled", async () => {
    const step = new AbortController();
    const timelineOf = (...given: unknown[]) => {
      step.abort(new Error("The step was canceled."));
      return hanging(...given);
    };
    const canceled = watch([{ id: 1, result: "failed", logs }], {
      ...{ keys: explains, cancelled: step.signal },
      service: () => ({ timeline: timelineOf }),
    });
    await assert.rejects(canceled, { message: "The step was canceled." });
  });

  it("is read in place of those that the rules would read, and only if a key asks for it", async () => {
    const early = [...preparation, failing, "Found 0 errors"];
    const records = timeline({ result: "failed" }, { result: "succeeded" });
    for (const [keys, read, readWithoutTimeline] of [
      [{}, ["1/6"], ["1/5"]],
      [{ explain_failures: false, group_causes: false }, ["1/6"], ["1/5"]],
      [explains, ["1/5"], ["1/5", "1/5"]],
      [{ group_causes: true }, ["1/5"], ["1/5", "1/5"]],
    ] as const) {
      const run = { id: 1, result: "failed", logs: early, timeline: records };
      assert.deepEqual((await watch([run], { keys })).logsRead, read);
      const without = await watch([{ ...run, logs, timeline: "none" }], { keys });
      assert.deepEqual(without.logsRead, readWithoutTimeline);
      assert.deepEqual((await watch([{ ...run, result: "succeeded" }], { keys })).logsRead, []);
    }
  });
});
