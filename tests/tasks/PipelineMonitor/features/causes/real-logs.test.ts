import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { causeSearch } from "../../../../../tasks/PipelineMonitor/causes/cause-search";
import { reasonIn } from "../../../../../tasks/PipelineMonitor/causes/reason-in";
import { readFailedLog } from "../../../../../tasks/PipelineMonitor/features/causes/failed-log";

/** A log of a step that failed, and the line of it that says why. */
interface RealLog {
  /** Where such a log stands, or the source of the program that prints it. */
  from: string;
  /** After the agent's header. */
  lines: readonly string[];
  told: string;
}

const start = "========================== Starting Command Output ===========================";
const exit = "##[error]Bash exited with code '1'.";
const script = (command: string, ...output: string[]) => [
  ...["Generating script.", "Script contents:", command, start],
  "##[command]/usr/bin/bash /home/vsts/work/_temp/5c8b5d2e-8578-4aac-b426-dfa870b89d28.sh",
  ...output,
  exit,
];

/** The header and the times that the agent puts before the lines of a step. */
function logOf({ lines }: Pick<RealLog, "lines">): string {
  const rule = "=".repeat(78);
  const header = [
    ...["##[section]Starting: Run", rule, "Task         : Command line", "Version      : 2.212.0"],
    "Help         : https://docs.microsoft.com/azure/devops/pipelines/tasks/utility/command-line",
    rule,
  ];
  return [...header, ...lines, "##[section]Finishing: Run"]
    .map((line, index) => `2026-11-20T03:01:${String(index % 60).padStart(2, "0")}.1234567Z ${line}`)
    .join("\n");
}

const realLogs: readonly RealLog[] = [
  {
    from: "https://github.com/microsoft/MLOpsPython/issues/89",
    lines: script("flake8 --output-file=/__w/1/b/lint-errors.xml"),
    told: "Bash exited with code '1'.",
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-tasks/issues/13819",
    lines: [
      "Generating script.",
      start,
      "##[command]/usr/bin/pwsh -Command x",
      "##[error]PowerShell exited with code '1'.",
    ],
    told: "PowerShell exited with code '1'.",
  },
  {
    from: "https://github.com/Azure/apiops/issues/250",
    lines: [
      "##[error]\u001B[31;1mException: \u001B[31;1m/home/vsts/work/_temp/b7a9f14b-58ac-4996-b5c8-57d9b3e557fc.ps1:9\u001B[0m",
      ...[
        "\u001B[36;1mLine |\u001B[0m",
        '   9 |  if ($LASTEXITCODE -ne 0) { throw "Running extractor failed."}',
      ],
      ...["     |                             ~~~~~~~~~~~~", "     | Running extractor failed.", ""],
      "##[error]PowerShell exited with code '1'.",
    ],
    told: "Running extractor failed.",
  },
  {
    from: "https://github.com/Azure/apiops/issues/487",
    lines: [
      "Publishing to apim-dev",
      "##[error]PowerShell exited with code '1'.",
      "##[error]PowerShell wrote one or more lines to the standard error stream.",
      "##[error]Invoke-WebRequest: /home/vsts/work/_temp/5c8b5d2e.ps1:22",
      ...[
        "Line |",
        "  22 |  Invoke-WebRequest -Uri $uri",
        "     |  ~~~~~~~~~~~~~~~~~",
        "     | The SSL connection was reset.",
      ],
    ],
    told: "The SSL connection was reset.",
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-agent/issues/2140",
    lines: script(
      "yarn jest --colors",
      ...[
        " › 1 snapshot failed from 1 test suite.",
        "",
        "Test Suites: 3 passed, 3 total",
        "Time:        57.322s",
      ],
      ...[
        "error Command failed with exit code 1.",
        "info Visit https://yarnpkg.com/en/docs/cli/run for documentation",
      ],
    ),
    told: "1 snapshot failed from 1 test suite.",
  },
  {
    from: "https://github.com/microsoft/MCW-Cloud-native-applications/issues/132",
    lines: [
      "[command]/bin/bash /home/vsts/work/_temp/azureclitaskscript1574770526748.sh",
      "/home/vsts/work/_temp/azureclitaskscript1574770526748.sh: line 7: failOnStandardError:: command not found",
      "##[error]Script failed with error: Error: The process '/bin/bash' failed with exit code 127",
    ],
    told: "failOnStandardError:: command not found (/home/vsts/work/_temp/azureclitaskscript1574770526748.sh: line 7)",
  },
  {
    from: "https://github.com/dotnet/android/pull/4494",
    lines: [
      '##[command]"msbuild.exe" Xamarin.Android.sln /m',
      "  Non-zero exit code: 1  Error output: javac gave up",
      ...["Build FAILED.", "", "    0 Warning(s)", "    0 Error(s)", "", "Time Elapsed 00:12:14.31"],
      "##[error]Process 'msbuild.exe' exited with code '1'.",
    ],
    told: "Non-zero exit code: 1  Error output: javac gave up",
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-tasks/issues/10680",
    lines: script(
      "npm test",
      ...["> assets@1.0.0 test", "> jest", ""],
      "  ● Test chain ethereum folder › Expect asset at path 0x76ACE4 in checksum",
      ...["", "Tests:       312 passed, 312 total", "Ran all test suites.", "Done in 9.21s."],
    ),
    told: "Test chain ethereum folder › Expect asset at path 0x76ACE4 in checksum",
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-terraform/issues/213",
    lines: [
      "[command]/opt/hostedtoolcache/terraform/1.7.4/x64/terraform output -json",
      ...["╷", "│ Error: Failed to load state: preparing request failed: StatusCode=0", "│ ", "╵"],
      "##[error]Error: The process '/opt/hostedtoolcache/terraform/1.7.4/x64/terraform' failed with exit code 1",
    ],
    told: "Failed to load state: preparing request failed: StatusCode=0",
  },
  {
    from: "https://github.com/jestjs/jest/blob/main/packages/jest-reporters/src/CoverageReporter.ts",
    lines: script(
      "npx jest --coverage",
      'Jest: "global" coverage threshold for lines (80%) not met: 45.2%',
      ...["Test Suites: 12 passed, 12 total", "Ran all test suites."],
    ),
    told: 'Jest: "global" coverage threshold for lines (80%) not met: 45.2%',
  },
  {
    from: "https://perldoc.perl.org/functions/die",
    lines: script(
      "set -x; perl sync.pl",
      "+ perl sync.pl",
      "quota of tenant 7 used up at sync.pl line 12.",
      "+ exit 9",
    ),
    told: "quota of tenant 7 used up (sync.pl line 12)",
  },
  {
    from: "https://github.com/git/git/blob/master/progress.c",
    lines: script(
      "git clone x && make",
      ...[
        "Cloning into 'x'...",
        "Receiving objects:  45% (90/200), 1.2 MiB | 3 MiB/s",
        "[=====>     ] 3/7",
        "  45.0%",
      ],
    ),
    told: "Bash exited with code '1'.",
  },
  {
    from: "https://github.com/curl/curl/blob/master/src/tool_progress.c",
    lines: script(
      "./deploy.sh",
      "the gateway gave us nothing for 30 s",
      "  0     0    0     0    0     0      0      0 --:--:--  0:02:07 --:--:--     0",
      "Try './deploy.sh --help' for more information.",
    ),
    told: "the gateway gave us nothing for 30 s",
  },
  {
    from: "https://www.gnu.org/software/make/manual/html_node/Errors.html",
    lines: script(
      "make",
      "go build ./...",
      "./main.go:7:2: x declared and not used",
      "make: *** [Makefile:3: all] Error 1",
    ),
    told: "x declared and not used (./main.go:7:2)",
  },
  {
    from: "https://pkg.go.dev/os/exec#ExitError",
    lines: script("go run .", "panicked while sharding: five is no power of two", "exit status 2"),
    told: "panicked while sharding: five is no power of two",
  },
  {
    from: "https://nodejs.org/api/errors.html",
    lines: script(
      "node sync.js",
      ...["/home/vsts/work/1/s/sync.js:3", "    throw new Gone(7)", "    ^", "", "Gone: the shop of 7 moved"],
      ...["    at Object.<anonymous> (/home/vsts/work/1/s/sync.js:3:7)", "", "Node.js v20.20.1"],
    ),
    told: "Gone: the shop of 7 moved",
  },
  {
    from: "https://github.com/simonhaenisch/md-to-pdf/issues/198",
    lines: [
      "[command]/usr/bin/bash /home/vsts/work/_temp/1.sh",
      "##[error]Puppeteer old Headless deprecation warning: In the near future `headless: true` will default to the new mode",
      "##[error]Bash wrote one or more lines to the standard error stream.",
    ],
    told: "Puppeteer old Headless deprecation warning: In the near future `headless: true` will default to the new mode",
  },
];

describe("the line of a log that says why its step failed", () => {
  for (const log of realLogs)
    it(`is the one that a person would quote: ${log.from}`, async () => {
      const text = logOf(log);
      const search = causeSearch([], (line) => line);
      const lines = await readFailedLog(Readable.from([Buffer.from(text)]), search);
      const { message = "", place = "", number = 0 } = reasonIn(lines) ?? {};
      assert.equal(place === "" ? message : `${message} (${place})`, log.told);
      assert.ok(text.split("\n")[number - 1]?.includes(message), `line ${number}`);
    });
});
