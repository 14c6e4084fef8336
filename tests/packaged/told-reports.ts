import type { RunSketch } from "../sandbox/runs";
import {
  errorIssue,
  jobRecord,
  type RecordSketch,
  stageRecord,
  stepRecord,
} from "../sandbox/timeline-records";

/** What people reported in public, as a run, and what the packaged monitor tells of it. */
export interface ToldProject {
  from: string;
  /** What went wrong in the report. */
  of: string;
  run: RunSketch;
  /** What follows the link of the run; undefined if it is not told. */
  told: RegExp | undefined;
}

const preparation = ["Initialize job", "Checkout", "Install", "Pool"];
const failed = [stageRecord(), jobRecord()];
const exit = "##[error]Bash exited with code '1'.";
const pwsh = "##[error]PowerShell exited with code '1'.";

/** Only the last of its steps failed. */
const lastStep = (...logs: string[]): RunSketch => ({
  result: "failed",
  logs: [...preparation, ...logs],
  timeline: [
    ...failed,
    ...logs.map((_, index): RecordSketch => {
      const result = index === logs.length - 1 ? "failed" : "succeeded";
      return stepRecord(preparation.length + 1 + index, { result });
    }),
  ],
});

export const toldReports: readonly ToldProject[] = [
  {
    from: "https://github.com/microsoft/winappCli/pull/775",
    of: "a job that ran 60.6 minutes was canceled by the service, and the stages behind it were skipped",
    run: {
      result: "canceled",
      logs: [...preparation, "compiling\n##[error]The operation was canceled."],
      timeline: [
        stageRecord({ result: "canceled" }),
        jobRecord({
          result: "canceled",
          issues: [
            errorIssue("The job running on agent Pool 65 ran longer than the maximum time of 60 minutes."),
          ],
        }),
        stepRecord(5, { result: "canceled", issues: [errorIssue("The operation was canceled.")] }),
        stageRecord({ id: "publish", name: "Publish", result: "skipped" }),
      ],
    },
    told: /was canceled\. .* Why: time-out \("The job running on agent Pool 65 ran longer/,
  },
  {
    from: "https://github.com/Azure/apiops/issues/250",
    of: "an error of PowerShell is a block, whose marked line has only the place in a script with a random name",
    run: lastStep(
      `##[error]Exception: /home/vsts/work/_temp/b7a9f14b.ps1:9\nLine |\n   9 |  throw "Running extractor failed."\n     |  ~~~~~\n     | Running extractor failed.\n${pwsh}`,
    ),
    told: /Why: "Running extractor failed\."\.$/,
  },
  {
    from: "https://github.com/Azure/apiops/issues/487",
    of: "the endings of a step are marked before the error itself",
    run: lastStep(
      `Publishing\n${pwsh}\n##[error]PowerShell wrote one or more lines to the standard error stream.\n##[error]Invoke-WebRequest: /home/vsts/work/_temp/5c8b.ps1:22\nLine |\n  22 |  Invoke-WebRequest $uri\n     |  ~~~~~~~~\n     | The operation has timed out.`,
    ),
    told: /Why: "The operation has timed out\. … PowerShell exited with code '1'\."\.$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-tasks/issues/13819",
    of: "a script that only ends, whose own text is in the log",
    run: lastStep(
      `Generating script.\nexit 666\n=== Starting Command Output ===\n##[command]pwsh x.ps1\n${pwsh}`,
    ),
    told: /Why: "PowerShell exited with code '1'\."\.$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-agent/issues/2140",
    of: "colors between the words of yarn, and its own ending behind the reason",
    run: lastStep(
      `\u001B[31m › 1 snapshot failed from 1 test suite.\u001B[39m\nTime:        57.322s\n\u001B[31merror\u001B[39m Command failed with exit code 1.\ninfo Visit https://yarnpkg.com\n${exit}`,
    ),
    told: /Why: "1 snapshot failed from 1 test suite\. … Bash exited/,
  },
  {
    from: "https://github.com/microsoft/MCW-Cloud-native-applications/issues/132",
    of: "a key of the task that ended in its script",
    run: lastStep(
      "/home/vsts/work/_temp/azureclitaskscript1.sh: line 7: failOnStandardError:: command not found\n##[error]Script failed with error: Error: The process '/bin/bash' failed with exit code 127",
    ),
    told: /Why: "failOnStandardError:: command not found \(\/home\/vsts\/work\/\S*azureclitaskscript1\.sh: line 7\) … Script failed/,
  },
  {
    from: "https://github.com/dotnet/android/pull/4494",
    of: "MSBuild counted 0 errors although a command failed",
    run: lastStep(
      "##[command]msbuild.exe a.sln\nBuild FAILED.\n\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:12:14.31\n##[error]Process 'msbuild.exe' exited with code '1'.",
    ),
    told: /Why: "Process 'msbuild\.exe' exited with code '1'\. … Build FAILED\."\.$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-tasks/issues/19781",
    of: "an exit code that is an empty text",
    run: lastStep("Build started\n##[error]Process 'msbuild.exe' exited with code ''."),
    told: /Why: "Process 'msbuild\.exe' exited with code ''\."\.$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-tasks/issues/10680",
    of: "the name of the test that failed, without any word for it",
    run: lastStep(
      `  ● blockchains › Expect asset at path in checksum\n\nTests:       312 passed, 312 total\n${exit}`,
    ),
    told: /Why: "blockchains › Expect asset at path in checksum … Bash exited/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-yaml/issues/283",
    of: "a job that succeeded, with the error that it ran too long, in a run that failed",
    run: {
      result: "failed",
      logs: [...preparation, "Tests: 0 errors"],
      timeline: [
        stageRecord({ result: "succeeded" }),
        jobRecord({
          result: "succeeded",
          issues: [errorIssue("The job ran longer than the maximum time of 60 minutes.")],
        }),
        stepRecord(5, { result: "succeeded" }),
      ],
    },
    told: /Why: time-out \("The job ran longer than the maximum time of 60 minutes\."\)\.$/,
  },
  {
    from: "https://github.com/microsoft/FluidFramework/pull/27163",
    of: "a green step that tried a linter marks its errors, which the page lists for the run",
    run: lastStep(
      "##[error]'Tree' is deprecated\nadded suppressions",
      "##[error]src/a.ts(3,5): error TS2322: Type 'a' is not assignable to type 'b'.",
    ),
    told: /Why: "TS2322: Type 'a' is not assignable to type 'b'\. \(src\/a\.ts\(3,5\)\)"\.$/,
  },
  {
    from: "https://github.com/microsoft/aspire/issues/19881",
    of: "each of two causes was told of the job that failed first",
    run: {
      result: "failed",
      logs: [...preparation, "##[error]flaky on Linux", "##[error]no compiler on Windows"],
      timeline: [
        stageRecord(),
        jobRecord({ name: "Linux" }),
        stepRecord(5, { result: "failed", finishTime: "2026-11-20T03:10:00Z" }),
        jobRecord({ id: "windows", name: "Windows" }),
        stepRecord(6, { parentId: "windows", result: "failed", finishTime: "2026-11-20T03:05:00Z" }),
      ],
    },
    told: /Why: "no compiler on Windows"\.$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-tasks/issues/2380",
    of: "all steps were done, and the job hung until its time was up",
    run: {
      result: "failed",
      logs: [...preparation, "fine"],
      timeline: [
        stageRecord(),
        jobRecord({
          issues: [errorIssue("The job running on agent has exceeded the maximum execution time.")],
        }),
        stepRecord(5, { result: "succeeded" }),
      ],
    },
    told: /Why: time-out \("The job running on agent has exceeded the maximum execution time\."\)\.$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-agent/issues/2261",
    of: "a hosted agent that was lost, in words of its own",
    run: {
      result: "failed",
      logs: preparation,
      timeline: [
        stageRecord(),
        jobRecord({
          result: "abandoned",
          issues: [
            errorIssue(
              "The agent: Hosted macOS High Sierra 5 lost communication with the server. Verify the machine is running and has a healthy network connection.",
            ),
          ],
        }),
      ],
    },
    told: /Why: agent Hosted macOS High Sierra 5 lost \("The agent: /,
  },
  {
    from: "https://github.com/dotnet/dnceng/issues/1886",
    of: "an agent whose name has a number, in the middle of sentences that go on",
    run: lastStep(
      "##[error]We stopped hearing from agent Azure Pipelines 32. Verify the agent machine is running and has a healthy network connection. Anything that terminates an agent process, starves it for CPU, or blocks its network access can cause this error.",
    ),
    told: /Why: agent Azure Pipelines 32 lost \("We stopped/,
  },
  {
    from: "https://github.com/webdevops/azure-devops-exporter/issues/110",
    of: "of a stage that succeeded at first and failed when it was run again, the success was told",
    run: {
      result: "failed",
      logs: [...preparation, "deployed", "##[error]quota of the region used up"],
      timeline: [
        stageRecord({ attempt: 2, previousAttempts: [{ attempt: 1, timelineId: "t", recordId: "r" }] }),
        jobRecord({ attempt: 2 }),
        stepRecord(6, { attempt: 2, result: "failed" }),
      ],
    },
    told: /Why: "quota of the region used up"\.$/,
  },
  {
    from: "https://github.com/PowerShell/PowerShell/issues/25596",
    of: "hundreds of colors before the words of an error",
    run: lastStep(`##[error]${"\u001B[32;1m\u001B[0m".repeat(600)}The template is not valid.`),
    told: /Why: "The template is not valid\."\.$/,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-terraform/issues/213",
    of: "a step prints an error and succeeds, and so does the run",
    run: { logs: [...preparation, "╷\n│ Error: Failed to load state: StatusCode=0\n╵"] },
    told: undefined,
  },
  {
    from: "https://github.com/dotnet/dnceng/issues/3673",
    of: "a run that partially succeeded was told as failed",
    run: {
      result: "partiallySucceeded",
      logs: [...preparation, "##[error]a test lane is red"],
      timeline: [
        stageRecord({ result: "succeededWithIssues" }),
        jobRecord({ result: "succeededWithIssues" }),
        stepRecord(5, { result: "succeededWithIssues" }),
      ],
    },
    told: /partially succeeded\. .* Why: "a test lane is red"\.$/,
  },
];
