const tasks = "https://github.com/microsoft/azure-pipelines-tasks/blob/master";
const strings = "Strings/resources.resjson/en-US/resources.resjson";
const taskLib = "https://github.com/microsoft/azure-pipelines-task-lib/blob/master/node/lib.json";
const agent =
  "https://github.com/microsoft/azure-pipelines-agent/blob/master/src/Misc/layoutbin/en-US/strings.json";

/** What is printed instead of a reason, each with where it is from. */
export const endingExamples: Readonly<Record<string, string>> = {
  "Bash exited with code '1'.": `${tasks}/Tasks/BashV3/${strings}`,
  "Bash wrote one or more lines to the standard error stream.": `${tasks}/Tasks/BashV3/${strings}`,
  "Cmd.exe exited with code '1'.": `${tasks}/Tasks/CmdLineV2/${strings}`,
  "Unexpected exception. Unable to determine the exit code from cmd.exe.": `${tasks}/Tasks/CmdLineV2/${strings}`,
  "PowerShell exited with code '-1073741502'.": `${tasks}/Tasks/PowerShellV2/${strings}`,
  "PowerShell wrote one or more lines to the standard error stream.": `${tasks}/Tasks/PowerShellV2/${strings}`,
  "Script exited with return code: 1": `${tasks}/Tasks/AzureCLIV2/${strings}`,
  "Script failed with exit code: 1": `${tasks}/Tasks/AzureCLIV2/${strings}`,
  "Script has output to stderr. Failing as failOnStdErr is set to true.": `${tasks}/Tasks/AzureCLIV2/${strings}`,
  "Npm failed with return code: 3221225477": "https://github.com/Azure/azure-sdk-tools/issues/1237",
  "Error: Npm failed with return code: 4294963248":
    "https://github.com/microsoft/azure-pipelines-tasks/issues/11697",
  "Dotnet command failed with non-zero exit code on the following projects : /home/vsts/work/1/s/a.csproj": `${tasks}/Tasks/DotNetCoreCLIV2/${strings}`,
  "Dotnet command failed with non-zero exit code: 1.":
    "https://github.com/microsoft/azure-pipelines-tasks/issues/3096",
  "Packages failed to restore": `${tasks}/Tasks/DotNetCoreCLIV2/${strings}`,
  "Packages failed to publish": `${tasks}/Tasks/NuGetCommandV2/${strings}`,
  "An error occurred while trying to pack the files.": `${tasks}/Tasks/NuGetCommandV2/${strings}`,
  "VsTest task failed.": `${tasks}/Tasks/VsTestV2/${strings}`,
  "Vstest failed with error. Check logs for failures. There might be failed tests.": `${tasks}/Tasks/VsTestV2/${strings}`,
  "Process 'msbuild.exe' exited with code '1'.":
    "https://github.com/microsoft/azure-pipelines-tasks/issues/5132",
  "Error: The process '/usr/bin/docker' failed with exit code 1": taskLib,
  "The process '/usr/bin/az' failed because one or more lines were written to the STDERR stream": taskLib,
  "Failure return code: 1": taskLib,
  "Return code: 1": taskLib,
  "Process completed with exit code 137.": agent,
  "Process completed with exit code 0 and had 2 error(s) written to the error stream.": agent,
  "Exit code 1 returned from process: file name 'a.exe', arguments ''.": agent,
  "PowerShell script completed with 3 errors.": agent,
  "LegacyVSTSPowerShellHost.exe completed with return code: -1.": agent,
  "There are one or more test failures detected in result files. Detailed summary of published test results can be viewed in the Tests tab.":
    agent,
  "The Operation will be canceled. The next steps may not contain expected logs.": agent,
  "Build failed (exit code '1').": "https://github.com/dotnet/arcade/pull/6635",
  "Build failed. Check errors above.": "https://github.com/dotnet/arcade/pull/6635",
  "The operation was canceled.": "https://github.com/microsoft/azure-pipelines-tasks/issues/3592",
  "Task cURLUploader failed. This caused the job to fail.":
    "https://github.com/microsoft/azure-pipelines-tasks/issues/1464",
  "tfx failed with error: Error: d:\\a\\_tools\\tfx.cmd failed with return code: 0":
    "https://github.com/microsoft/azure-devops-extension-tasks/issues/155",
  "exit status 2": "https://pkg.go.dev/os#ProcessState.String",
  "make: *** [Makefile:3: all] Error 1": "https://www.gnu.org/software/make/manual/html_node/Errors.html",
  "make[2]: *** [all] Error 127": "https://www.gnu.org/software/make/manual/html_node/Errors.html",
};

/** Lines before such an ending that say why, each with a public page that quotes it. */
export const reasonExamples: Readonly<Record<string, string>> = {
  "npm ERR! code E401": "https://github.com/workleap/azure-devops-npm-auth/issues/9",
  "npm error code E401": "https://github.com/npm/cli/issues/7598",
  "found 322 vulnerabilities (321 low, 1 high) in 1667 scanned packages":
    "https://github.com/snyk/cli/issues/1436",
  "/home/vsts/work/_temp/1.sh: line 3: /home/vsts/work/r1/a/install-requirements.sh: Permission denied":
    "https://github.com/srijiths/MLOps-IRIS/issues/5",
  "/bin/sh: 1: ./hooks/RunDbMigrations.sh: Permission denied":
    "https://github.com/Azure/azure-dev/issues/3293",
  "  0     0    0     0    0     0      0      0 --:--:--  0:02:07 --:--:--     0curl: (7) Failed connect to aka.ms:443; Connection timed out":
    "https://github.com/Azure/azure-cli/issues/3554",
  "curl: (22) The requested URL returned error: 522": "https://github.com/dlang/dmd/pull/14672",
  "/usr/local/bin/az: line 13:    43 Segmentation fault      (core dumped) python -m azure.cli":
    "https://github.com/Azure/azure-cli/issues/7497",
  "./run.sh: line 68:  1943 Aborted                 (core dumped) bin/Agent.Listener run":
    "https://github.com/microsoft/azure-pipelines-agent/issues/3993",
  "/agent/_work/_temp/azureclitaskscript170641.sh: line 18: jq: command not found":
    "https://github.com/Azure/WALinuxAgent/pull/3013",
  "'cmd' is not recognized as an internal or external command,":
    "https://github.com/microsoft/vscode/issues/94575",
  "fatal: could not read Username for 'https://github.com': terminal prompts disabled":
    "https://github.com/microsoft/azure-pipelines-agent/issues/2203",
  "E: Unable to locate package azure-cli": "https://github.com/Azure/azure-cli/issues/6418",
  "E: Failed to fetch http://security.ubuntu.com/ubuntu/pool/main/g/a.deb  404  Not Found":
    "https://github.com/equinor/oneseismic/pull/242",
  "ModuleNotFoundError: No module named 'py'": "https://github.com/bihealth/snappy-pipeline/issues/225",
  "============================ no tests ran in 0.48s =============================":
    "https://github.com/actions/starter-workflows/issues/233",
  "curl was not found in the path.": "https://github.com/microsoft/azure-pipelines-tasks/issues/1464",
  "An error occurred (ExpiredToken) when calling the GetCallerIdentity operation":
    "https://github.com/miquella/vaulted/issues/107",
};
