import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { builtInCauses } from "../../../../tasks/PipelineMonitor/causes/built-in";
import { causeName, findCause, type KnownIssue } from "../../../../tasks/PipelineMonitor/causes/cause";
import { explanationOf, findReason } from "../../../../tasks/PipelineMonitor/causes/reason";
import { codeIn, readPage, rowsOf, under } from "../../../pages";
import { sanitize } from "../../../sanitize";
import { causeExamples } from "./cause-examples";

const marked = (text: string, before: string[] = []) => ({ text, ending: "", isMarked: true, before });
const causeLine = (text: string, before: string[] = []) => ({
  ...{ ...marked(text, before), certainty: "likely" as const, number: 20, beforeNumber: 20 - before.length },
});
const full: KnownIssue = {
  ...{ contains: "ORA-01653", name: "tablespace full", owner: "Data team", mayRetry: false },
  runbook: new URL("https://wiki.example/tablespace"),
};
const silent = { explains: false, groups: false, quotes: true };
const unnamed = { owner: undefined, runbook: undefined, mayRetry: false };
const other: KnownIssue = { contains: "exit code 1", name: "the usual", ...unnamed };

/** The name of the cause that a line tells of. */
const nameFor = (text: string, before: string[] = []) => {
  const found = findCause(marked(text, before));
  return found && plainText(causeName(found.cause), sanitize);
};
const table = under("Built-in causes", readPage("docs/monitor/causes.md"));
/** The texts of each cause. */
const examples: Readonly<Record<string, Map<string, readonly string[]>>> = {
  "cause-examples.ts": new Map(
    Object.entries(causeExamples).map(([cause, texts]) => [cause, Object.keys(texts)]),
  ),
  "docs/monitor/causes.md": new Map(
    rowsOf(table).map(([cause = "", texts = ""]) => [codeIn(cause).join(), codeIn(texts)]),
  ),
};

for (const [where, textsOf] of Object.entries(examples))
  describe(`the examples of built-in causes in ${where}`, () => {
    it("mean their cause, in the line or before it", () => {
      for (const [cause, texts] of textsOf)
        for (const text of texts)
          assert.deepEqual(
            [nameFor(text), nameFor("Bash exited with code '1'.", [text])],
            [cause, cause],
            text,
          );
    });

    it("have one for each wording of each cause", () => {
      for (const { name, wordings } of builtInCauses)
        for (const wording of wordings) assert.match(textsOf.get(name)?.join("\n") ?? "", wording, name);
    });
  });

it("each example of a built-in cause has its source", () => {
  for (const source of Object.values(causeExamples).flatMap((texts) => Object.values(texts)))
    assert.match(source, /^https:\/\/\S+$/);
});

describe("built-in causes", () => {
  it("are not seen in lines that only mention them", () => {
    for (const line of [
      "The certificate expires in 30 days",
      "Token refreshed, expires at 10:00",
      "quota: 3 of 100 used",
      "Allocating memory: ok",
      "Resolved host github.com",
      "code E401 is documented",
    ])
      assert.equal(findCause(marked(line)), undefined, line);
  });

  it("come after a macro that the agent left: a name that is none cannot be resolved", () => {
    const line = 'could not translate host name "$(dbHost)" to address: Name or service not known';
    assert.equal(findCause(marked(line))?.cause.kind, "undefinedVariable");
  });
});

describe("known issues", () => {
  const found = (text: string, before: string[] = [], ending = "", list = [full, other]) =>
    findCause({ ...marked(text, before), ending, isMarked: ending === "" }, list)?.known;

  it("are found in the line, in what follows, and in the lines before, but no warning", () => {
    assert.equal(found("ORA-01653: unable to extend table"), full);
    assert.equal(found("Assertion failed", ["x", "ORA-01653: unable to extend table", "y"]), full);
    assert.equal(found("error: boom", [], "failed with exit code 1"), other);
    assert.equal(found("ora-01653: unable to extend table"), undefined);
    assert.equal(found("Assertion failed", ["##[warning]ORA-01653"]), undefined);
  });

  it("come before built-in causes, the first of the list first", () => {
    assert.equal(found("ORA-01653: no space left on device, exit code 1"), full);
    assert.equal(found("ORA-01653, exit code 1", [], "", [other, full]), other);
  });

  it("name the cause of a failure, and its owner and runbook, without explain_failures too", () => {
    const line = causeLine("Bash exited with code '1'.", ["a", "ORA-01653: unable to extend table", "b"]);
    const reason = findReason("failed", line, undefined, [full]) ?? assert.fail();
    assert.deepEqual([reason.line, reason.number], ["ORA-01653: unable to extend table", 18]);
    const found = explanationOf(reason, {}, { explains: false, groups: true, quotes: true });
    assert.equal(
      plainText(found.sentence, sanitize),
      "Why: tablespace full (\"ORA-01653: unable to extend table … Bash exited with code '1'.\").",
    );
    assert.deepEqual(
      [found.name, found.kind, found.owner, found.runbook],
      [[{ name: "tablespace full" }], "knownIssue", "Data team", full.runbook],
    );
    // Neither the line nor an edit of the owner makes it another cause.
    assert.deepEqual(
      [found.group?.key, found.cause],
      Array(2).fill('{"kind":"knownIssue","name":"tablespace full"}'),
    );
    assert.deepEqual(explanationOf({ cause: undefined, line: "x", ending: "" }, {}, silent).sentence, []);
  });

  it("are found in the errors of a timeline", () => {
    const errors = [{ message: "ORA-01653 in job 3", agent: "" }];
    assert.equal(findReason("failed", undefined, errors, [full])?.known, full);
  });
});
