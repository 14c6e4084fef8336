import assert from "node:assert/strict";
import { errorIssue, jobRecord, stageRecord, stepRecord } from "../../../../sandbox/timeline-records";
import { explainedHour } from "./causes-stage";

const preparation = ["Initialize job", "Checkout", "Install", "Pool"];
const exit = "##[error]Bash exited with code '1'.";
/** In microsoft/winappCli#775, such a job is canceled. */
const outOfTime = errorIssue("The job running on agent a ran longer than the maximum time of 60 minutes.");

/** A run of which a step failed with this log, and whose job timed out in a later one. */
function bothFailed(log: string, job: "canceled" | "failed", result: string) {
  return explainedHour({
    result,
    logs: [...preparation, log, "waiting\n##[error]The operation was canceled."],
    timeline: [
      stageRecord(),
      jobRecord({ result: job, issues: [outOfTime] }),
      stepRecord(5, { result: "failed", issues: [errorIssue("Bash exited with code '1'.")] }),
      stepRecord(6, { result: "canceled", issues: [errorIssue("The operation was canceled.")] }),
    ],
  });
}

describe("a step that failed in a job that timed out later", () => {
  for (const job of ["canceled", "failed"] as const)
    for (const [result, verdict] of [
      ["failed", "failed"],
      ["canceled", "was canceled"],
    ] as const)
      it(`is told with its reason, and the time-out with it: a ${job} job of a ${result} run`, async () => {
        const reason = await bothFailed("##[error]no route", job, result);
        assert.match(reason.line, new RegExp(`\\) ${verdict}, and a job timed out\\.`));
        assert.equal(reason.why, '"no route"');
        assert.equal(
          (await bothFailed(`psql: error: x\n${exit}`, job, result)).why.slice(0, 15),
          '"psql: error: x',
        );
      });

  it("is left to the time-out if it does not say why it failed", async () => {
    const { line, why } = await bothFailed(exit, "canceled", "failed");
    assert.match(why, /^time-out \("The job running on agent a ran longer/);
    assert.doesNotMatch(line, /and a job timed out/);
  });

  it("is told alone if the job succeeded, or has another error", async () => {
    for (const job of [
      { result: "succeeded", issues: [outOfTime] },
      { result: "failed", issues: [errorIssue("no agent")] },
    ]) {
      const timeline = [stageRecord(), jobRecord(job), stepRecord(5, { result: "failed" })];
      const { line, why } = await explainedHour({ logs: [...preparation, "##[error]no route"], timeline });
      assert.deepEqual([why, / a job timed out/.test(line)], ['"no route"', false]);
    }
  });
});
