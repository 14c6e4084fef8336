import assert from "node:assert/strict";
import { markdownWriting } from "../../../../../shared/chat/markdown";
import { renderParts } from "../../../../../shared/chat/message";
import { causeParts, findCause, isSilent } from "../../../../../tasks/PipelineMonitor/checks/causes/cause";
import { sanitize } from "../../../../sanitize";

/** The cause that a line tells of, which the agent has marked unless something else is said. */
const named = (text: string, before: string[] = [], isMarked = true) => {
  const told = findCause({ text, ending: "", isMarked, before });
  return told && renderParts(causeParts(told.cause), markdownWriting, sanitize);
};
const looksUndefined = (name: string) =>
  `variable ${name} seems to be undefined: check the indentation of variables in the pipeline definition`;

describe("findCause", () => {
  it("names a lost agent in all wordings of it", () => {
    const verify = "Verify the agent machine is running and has a healthy network connection.";
    const lines: [string, string][] = [
      [`We stopped hearing from agent build-07. ${verify}`, "agent build-07 lost"],
      [
        `We stopped hearing from agent Azure Pipelines 32. ${verify} Anything that`,
        "agent Azure Pipelines 32 lost",
      ],
      [`we stopped hearing from the agent build.07.corp. ${verify}`, "agent build.07.corp lost"],
      ["We stopped hearing from agent 'build 07', verify the machine", "agent build 07 lost"],
      ["We stopped hearing from agent build-07", "agent build-07 lost"],
      ["We stopped hearing from agent: build-07.", "agent build-07 lost"],
      ["We stopped hearing from agent   build-07; look", "agent build-07 lost"],
      ["We stopped hearing from the agent.", "agent lost"],
      ["stopped hearing from agent", "agent lost"],
      ["The runner:   b-7 lost communication with the server.", "agent b-7 lost"],
      ["The agent Hosted Agent lost communication with the server.", "agent Hosted Agent lost"],
      ["Because the agent: 'b 7' lost communication with the server.", "agent b 7 lost"],
      [`The agent: Hosted Agent lost communication with the server. ${verify}`, "agent Hosted Agent lost"],
      ["The job has been abandoned because agent build-07 did not renew the lock.", "agent build-07 lost"],
    ];
    for (const [line, cause] of lines) assert.equal(named(line), cause, line);
  });

  it("names a time-out, a person who cancelled, and a full disk", () => {
    const lines: [string, string][] = [
      ["The job running on agent build-07 ran longer than the maximum time of 60 minutes.", "time-out"],
      ["The job exceeded the maximum allowed time of 01:00:00 and was stopped.", "time-out"],
      ["The job has exceeded the maximum execution time of 360 minutes.", "time-out"],
      ["The task has timed out.", "time-out"],
      ["The job timed out.", "time-out"],
      ["The run was canceled by Erika Mustermann.", "canceled by a person"],
      ["cp: error writing '/data/x': No space left on device", "no space left"],
      ["The job has been cancelled by Erika Mustermann.", "canceled by a person"],
      ["There is not enough space on the disk.", "no space left"],
      ["Insufficient disk space", "no space left"],
      ["Error: ENOSPC: no space left on device, write", "no space left"],
    ];
    for (const [line, cause] of lines) assert.equal(named(line), cause, line);
  });

  it("names a variable that seems to be undefined", () => {
    const lines: [string, string][] = [
      ['psql: error: could not translate host name "$(dbHost)" to address', "dbHost"],
      ["/tmp/1.sh: line 3: DB_HOST: unbound variable", "DB_HOST"],
      ["/tmp/1.sh: line 3: DB_HOST: parameter null or not set", "DB_HOST"],
      ["The variable '$dbHost' cannot be retrieved because it has not been set.", "dbHost"],
      ["Error: environment variable DB_HOST is not set", "DB_HOST"],
      ["The variable 'env:DB_HOST' cannot be retrieved because it has not been set.", "DB_HOST"],
      ["Missing required environment variable: DB_HOST", "DB_HOST"],
      ["missing environment variables DB_HOST, DB_PORT", "DB_HOST"],
      ["variable 'DB_HOST' must be set", "DB_HOST"],
      ["Variable DB_HOST is empty", "DB_HOST"],
    ];
    for (const [line, name] of lines) assert.equal(named(line), looksUndefined(name), line);
  });

  it("names what the lines before tell, the nearest first; there only what is meant wherever it stands", () => {
    const exit = "Bash exited with code '1'.";
    assert.equal(named(exit, ["DB_HOST: unbound variable", "x"]), looksUndefined("DB_HOST"));
    assert.equal(named(exit, ["A: unbound variable", "B: unbound variable"]), looksUndefined("B"));
    assert.equal(named(exit, ["environment variable NO_COLOR is not set", "echo $(date)"]), undefined);
    assert.equal(
      named(exit, ["psql -h $(dbHost)", "/tmp/1.sh: line 1: dbHost: command not found"]),
      looksUndefined("dbHost"),
    );
    assert.equal(named(exit, ["psql -h $(dbHost)", "sh: 1: dbHost: not found"]), looksUndefined("dbHost"));
    assert.equal(named(exit, ["/tmp/1.sh: line 1: jq: command not found"]), undefined);
  });

  it("takes $(name) for a variable only in a line that the agent marked: a shell has commands of that form", () => {
    const line = 'echo "error: deploy failed at $(date)"';
    assert.equal(named(line, [], false), undefined);
    assert.equal(named(line, [], true), looksUndefined("date"));
  });

  it("does not look behind a line that says something, nor at warnings", () => {
    const full = "Cache save failed: No space left on device";
    assert.equal(named("Assertion failed: total is 3, not 4", [full]), undefined);
    assert.equal(named("Bash exited with code '1'.", [full]), "no space left");
    assert.equal(named("Bash exited with code '1'.", [`##[warning]${full}`]), undefined);
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

describe("isSilent", () => {
  it("knows lines that only say that there was an error", () => {
    for (const line of [
      "Bash exited with code '1'.",
      "PowerShell exited with code '1'.",
      "The process '/usr/bin/npm' failed with exit code 1",
      "The operation was canceled.",
    ])
      assert.equal(isSilent(line), true, line);
    assert.equal(isSilent("psql: error: connection refused"), false);
  });
});
