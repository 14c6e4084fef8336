import assert from "node:assert/strict";
import type { RunSketch } from "../../../../sandbox/runs";
import { errorIssue, jobRecord, stageRecord, stepRecord } from "../../../../sandbox/timeline-records";
import { explainedHour } from "./causes-stage";

const preparation = ["Initialize job", "Checkout", "Install", "Pool"];
const job = [stageRecord(), jobRecord()];
const outOfTime =
  "The job running on agent Azure Pipelines 190 ran longer than the maximum time of 60 minutes. For more information, see https://go.microsoft.com/fwlink/?linkid=2077134";
const shutdown =
  "The agent has received a shutdown signal. This can happen when the agent service is stopped, or a manually started agent is canceled.";

/** What people reported of reasons that tools told wrong, as runs, with where it is from and what is to be said. */
const publicReports: readonly { from: string; of: string; run: RunSketch; why: RegExp }[] = [
  {
    from: "https://github.com/microsoft/azure-devops-mcp/issues/345",
    of: "an exit code in the log of a step with continueOnError was taken for the reason",
    run: {
      logs: [...preparation, "##[error]Bash exited with code '3'.", "##[error]No such container: web"],
      timeline: [
        ...job,
        stepRecord(5, { result: "succeededWithIssues", issues: [errorIssue("Bash exited with code '3'.")] }),
        stepRecord(6, { result: "failed" }),
      ],
    },
    why: /^"No such container: web"$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-yaml/issues/283",
    of: "a job that ran for too long is said to have succeeded, and so is all that is above it",
    run: {
      logs: [...preparation, "Finishing: Build"],
      timeline: [
        stageRecord({ result: "succeeded" }),
        jobRecord({ result: "succeeded", issues: [errorIssue(outOfTime)] }),
        stepRecord(5, { result: "succeeded" }),
      ],
    },
    why: /^time-out \("The job running on agent Azure Pipelines 190 ran longer/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-yaml/issues/283",
    of: "beside a step that failed and says nothing, the error of a step that succeeded is no reason",
    run: {
      logs: [...preparation, "Done", ""],
      timeline: [
        ...job,
        stepRecord(5, { result: "succeeded", issues: [errorIssue("ERROR: not logged in")] }),
        stepRecord(6, { result: "failed", name: "Publish" }),
      ],
    },
    why: /^step Publish failed$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-tasks/issues/12874",
    of: "errors on the summary of tasks that stayed green",
    run: {
      logs: [
        ...preparation,
        "##[error]ERROR: not logged in",
        "fatal: repository 'x' not found\n##[error]Exit code 128",
      ],
      timeline: [
        ...job,
        stepRecord(5, { result: "succeeded", issues: [errorIssue("ERROR: not logged in")] }),
        stepRecord(6, { result: "failed", issues: [errorIssue("Exit code 128")] }),
      ],
    },
    why: /^"fatal: repository 'x' not found … Exit code 128"$/,
  },
  ...[
    "of another stage is no reason of the stage that failed",
    "is one if it is of the stage that failed",
  ].map((what, index) => ({
    from: "https://github.com/dotnet/msbuild/issues/4294",
    of: `an error of a task that stayed green ${what}`,
    run: {
      logs: [...preparation, "Build succeeded"],
      timeline: [
        stageRecord({ id: "build", name: "Build", result: "succeeded" }),
        stageRecord({ id: "deploy", name: "Deploy" }),
        jobRecord({ parentId: ["build", "deploy"][index] ?? "", result: "succeeded" }),
        stepRecord(5, { result: "succeeded", issues: [errorIssue("ERROR: not logged in")] }),
      ],
    },
    why: [/^stage Deploy failed$/, /^"not logged in"$/][index] ?? /./,
  })),
  {
    from: "https://github.com/dotnet/dnceng/issues/2312",
    of: "jobs that timed out were left out, because another step had a known error",
    run: {
      logs: [...preparation, "##[error]known flaky test"],
      timeline: [
        ...job.slice(0, 1),
        jobRecord({ result: "canceled", issues: [errorIssue(outOfTime)] }),
        stepRecord(5, { result: "succeededWithIssues", issues: [errorIssue("known flaky test")] }),
        stepRecord(6, { result: "canceled", log: null }),
      ],
    },
    why: /^time-out \("The job running on agent Azure Pipelines 190 ran longer/,
  },
  {
    from: "https://github.com/microsoft/vscode-python/issues/7411",
    of: "the last step of a job that timed out says only that it was canceled",
    run: {
      logs: [...preparation, "retrying after error 5\n##[error]The operation was canceled."],
      timeline: [
        stageRecord(),
        jobRecord({ result: "failed", issues: [errorIssue(outOfTime)] }),
        stepRecord(5, { result: "canceled", issues: [errorIssue("The operation was canceled.")] }),
      ],
    },
    why: /^time-out \(/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-yaml/issues/227",
    of: "a job over its limit has two errors, and the first is about the agent",
    run: {
      logs: preparation,
      timeline: [
        stageRecord(),
        jobRecord({
          issues: [
            errorIssue(shutdown),
            errorIssue("The job exceeded the maximum allowed time of 01:00:00 and was stopped."),
          ],
        }),
      ],
    },
    why: /^time-out \("The job exceeded the maximum allowed time/,
  },
  {
    from: "https://github.com/dotnet/macios/issues/26349",
    of: "a step failed without a log and without errors, and all others were fine",
    run: {
      logs: [...preparation, "Found no breaking results\n0 errors"],
      timeline: [
        ...job,
        stepRecord(1, { name: "Initialize job", result: "failed", log: null }),
        stepRecord(5, { result: "succeeded" }),
      ],
    },
    why: /^step Initialize job failed$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-tasks/issues/14584",
    of: "a manual validation that timed out failed the run like any error",
    run: {
      logs: [...preparation, "Tests: 0 errors, 120 passed"],
      timeline: [
        stageRecord({ name: "Deploy" }),
        jobRecord({ name: "waitForValidation" }),
        stepRecord(5, { name: "Confirm", task: { name: "ManualValidation" }, result: "failed", log: null }),
      ],
    },
    why: /^manual validation of stage Deploy rejected or expired$/,
  },
  {
    from: "https://github.com/apache/devlake/issues/5083",
    of: "invalid YAML: no logs, and a timeline that is answered with 204",
    run: {
      logs: [],
      timeline: "none",
      record: {
        validationResults: [
          {
            result: "error",
            message: "/azure-pipelines.yml: Mapping values are not allowed in this context.",
          },
        ],
      },
    },
    why: /^"\/azure-pipelines\.yml: Mapping values are not allowed in this context\."$/,
  },
  {
    from: "https://github.com/Azure/azure-cli/issues/27653",
    of: "the message of the validation was hidden behind a general one",
    run: {
      logs: [],
      timeline: [...job],
      record: {
        validationResults: [
          { result: "ok", message: "" },
          { result: "error", message: "/build.yaml (Line: 38, Col: 17): Unexpected parameter 'testFolder'" },
        ],
      },
    },
    why: /^"\/build\.yaml \(Line: 38, Col: 17\): Unexpected parameter 'testFolder'"$/,
  },
  {
    from: "https://github.com/snyk/cli/issues/1436",
    of: "a step of npm ended with an exit code alone",
    run: {
      logs: [
        ...preparation,
        "found 322 vulnerabilities (321 low, 1 high) in 1667 scanned packages\nrun `npm audit fix` to fix 322 of them.\n##[error]Bash exited with code '1'.",
      ],
    },
    why: /^"found 322 vulnerabilities \(321 low, 1 high\) in 1667 scanned packages … Bash exited/,
  },
  {
    from: "https://github.com/dlang/dmd/pull/14672",
    of: "a download failed, and the step only says its exit code",
    run: {
      logs: [
        ...preparation,
        "+ curl -fsSL --retry 5 https://downloads.dlang.org/other/dm857c.zip -o dmc.zip\ncurl: (22) The requested URL returned error: 522\n##[error]Cmd.exe exited with code '22'.",
      ],
    },
    why: /^"curl: \(22\) The requested URL returned error: 522 … Cmd\.exe exited with code '22'\."$/,
  },
  {
    from: "https://github.com/microsoft/MLOpsPython/issues/89",
    of: "nothing before the exit code says why",
    run: {
      logs: [
        ...preparation,
        "flake8 --output-file=/__w/1/b/lint-errors.xml\n====== Starting Command Output ======\n##[error]Bash exited with code '1'.",
      ],
    },
    why: /^"Bash exited with code '1'\."$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-tasks/issues/1464",
    of: "the reason is marked, and a second marked line repeats that the task failed",
    run: {
      logs: [
        ...preparation,
        "##[error]curl was not found in the path.\n##[error]Task cURLUploader failed. This caused the job to fail.",
      ],
    },
    why: /^"curl was not found in the path\."$/,
  },
];

describe("the reason in what people reported", () => {
  for (const { from, of, run, why } of publicReports)
    it(`is told: ${of}`, async () => {
      assert.match(from, /^https:\/\/github\.com\/\S+$/);
      assert.match((await explainedHour(run)).why, why);
    });
});
