import assert from "node:assert/strict";
import { markdownWriting } from "../../../../shared/chat/markdown";
import { renderParts } from "../../../../shared/chat/message";
import { causeParts } from "../../../../tasks/PipelineMonitor/causes/cause";
import { isFooter } from "../../../../tasks/PipelineMonitor/causes/shapes/footers";
import { causeIn, macroCommandIn } from "../../../../tasks/PipelineMonitor/causes/wordings";
import { sanitize } from "../../../sanitize";

/** The cause that a line tells of, which the agent has marked unless something else is said. */
const named = (text: string, isMarked = true) => shown(causeIn(text, isMarked));
const shown = (cause: ReturnType<typeof causeIn>) =>
  cause && renderParts(causeParts(cause), markdownWriting, sanitize);
const looksUndefined = (name: string) =>
  `variable ${name} seems to be undefined: check the indentation of variables in the pipeline definition`;

const verify = "Verify the agent machine is running and has a healthy network connection.";
/** What is named, in all wordings of it. */
const causes: Readonly<Record<string, readonly string[]>> = {
  "agent build-07 lost": [
    `We stopped hearing from agent build-07. ${verify}`,
    "We stopped hearing from agent build-07",
    "We stopped hearing from agent: build-07.",
    "We stopped hearing from agent   build-07; look",
    "The job has been abandoned because agent build-07 did not renew the lock.",
  ],
  "agent Azure Pipelines 32 lost": [
    `We stopped hearing from agent Azure Pipelines 32. ${verify} Anything that`,
  ],
  "agent build.07.corp lost": [`we stopped hearing from the agent build.07.corp. ${verify}`],
  "agent build 07 lost": ["We stopped hearing from agent 'build 07', verify the machine"],
  "agent lost": ["We stopped hearing from the agent.", "stopped hearing from agent"],
  "agent b-7 lost": ["The runner:   b-7 lost communication with the server."],
  "agent b 7 lost": ["Because the agent: 'b 7' lost communication with the server."],
  "agent Hosted Agent lost": [
    "The agent Hosted Agent lost communication with the server.",
    `The agent: Hosted Agent lost communication with the server. ${verify}`,
  ],
  "time-out": [
    "The job running on agent build-07 ran longer than the maximum time of 60 minutes.",
    "The job exceeded the maximum allowed time of 01:00:00 and was stopped.",
    "The job has exceeded the maximum execution time of 360 minutes.",
    "The task has timed out.",
    "The job timed out.",
  ],
  "canceled by a person": [
    "The run was canceled by Erika Mustermann.",
    "The job has been cancelled by Erika Mustermann.",
  ],
  "no space left": [
    "cp: error writing '/data/x': No space left on device",
    "There is not enough space on the disk.",
    "Insufficient disk space",
    "Error: ENOSPC: no space left on device, write",
  ],
  [looksUndefined("dbHost")]: [
    'psql: error: could not translate host name "$(dbHost)" to address',
    "The variable '$dbHost' cannot be retrieved because it has not been set.",
  ],
  [looksUndefined("DB_HOST")]: [
    "/tmp/1.sh: line 3: DB_HOST: unbound variable",
    "/tmp/1.sh: line 3: DB_HOST: parameter null or not set",
    "Error: environment variable DB_HOST is not set",
    "The variable 'env:DB_HOST' cannot be retrieved because it has not been set.",
    "Missing required environment variable: DB_HOST",
    "missing environment variables DB_HOST, DB_PORT",
    "variable 'DB_HOST' must be set",
    "Variable DB_HOST is empty",
  ],
};

describe("the cause that a line names", () => {
  for (const [cause, lines] of Object.entries(causes))
    it(`names in all wordings of it: ${cause}`, () => {
      for (const line of lines) assert.equal(named(line), cause, line);
    });

  it("names the variable whose macro the shell took for a command, if the script has it", () => {
    for (const unfound of ["/tmp/1.sh: line 1: dbHost: command not found", "sh: 1: dbHost: not found"])
      assert.equal(shown(macroCommandIn(unfound, ["x", "psql -h $(dbHost)"])), looksUndefined("dbHost"));
    assert.equal(macroCommandIn("/tmp/1.sh: line 1: jq: command not found", ["jq ."]), undefined);
  });

  it("takes $(name) for a variable only in a line that the agent marked: a shell has commands of that form", () => {
    const line = 'echo "error: deploy failed at $(date)"';
    assert.deepEqual([named(line, false), named(line)], [undefined, looksUndefined("date")]);
  });

  it("names nothing where nothing is known", () => {
    for (const line of [
      "",
      "psql: error: connection refused",
      "curl: (28) Operation timed out after 30 s",
      "error: variable is set",
      "Variable DB_HOST is set",
      "unexpected $( in line 3",
      "the agent lost 3 packets",
      "/tmp/x.sh: line 3: $1: unbound variable",
      "/tmp/x.sh: line 3: 1: parameter null or not set",
      "The build was canceled by Microsoft.VisualStudio.Services.TFS.",
      "The run was canceled by contoso Build Service (contoso).",
      "The run was canceled by Project Collection Service Accounts.",
      "The run was canceled by Azure DevOps.",
      "100% of disk space is free",
    ])
      assert.equal(named(line), undefined, line);
  });
});

it("a line is silent that only says that there was an error", () => {
  for (const line of [
    "Bash exited with code '1'.",
    "PowerShell exited with code '1'.",
    "The process '/usr/bin/npm' failed with exit code 1",
    "The operation was canceled.",
  ])
    assert.equal(isFooter(line), true, line);
  assert.equal(isFooter("psql: error: connection refused"), false);
});
