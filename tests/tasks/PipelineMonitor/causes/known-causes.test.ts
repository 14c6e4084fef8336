import assert from "node:assert/strict";
import fc from "fast-check";
import { plainText } from "../../../../shared/chat/message";
import { builtInCauses } from "../../../../tasks/PipelineMonitor/causes/built-in";
import { causeName, type KnownIssue } from "../../../../tasks/PipelineMonitor/causes/cause";
import { causeSearch } from "../../../../tasks/PipelineMonitor/causes/cause-search";
import { explanationOf, findReason, type LogEvidence } from "../../../../tasks/PipelineMonitor/causes/reason";
import { reasonIn } from "../../../../tasks/PipelineMonitor/causes/reason-in";
import { safeText } from "../../../../tasks/PipelineMonitor/causes/safe-line";
import { causeIn } from "../../../../tasks/PipelineMonitor/causes/wordings";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { codeIn, readPage, rowsOf, under } from "../../../pages";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { causeExamples } from "./cause-examples";

const full: KnownIssue = {
  ...{ contains: "ORA-01653", name: "tablespace full", owner: "Data team", mayRetry: false },
  runbook: new URL("https://wiki.example/tablespace"),
};
const silent = { explains: false, groups: false, quotes: true };
const unnamed = { owner: undefined, runbook: undefined, mayRetry: false };
const other: KnownIssue = { contains: "exit code 1", name: "the usual", ...unnamed };

const issue = issueOfResult(failedRun());

/** What a log says that consists of these lines. */
function evidenceOf(lines: readonly string[], list: readonly KnownIssue[] = []): LogEvidence {
  const search = causeSearch(list, (line) => safeText(line, sanitize));
  search.take(lines.join("\n"), 1, true);
  const marker = "##[error]";
  const reason = reasonIn(
    lines.map((line, index) => ({
      ...{ number: index + 1, text: line.replace(marker, ""), isMarked: line.includes(marker) },
    })),
  );
  return { reason, before: lines, named: search.found() };
}

/** The name of the cause that a log tells of. */
const nameIn = (...lines: string[]) => {
  const { cause } = findReason("failed", evidenceOf(lines), undefined) ?? {};
  return cause && plainText(causeName(cause), sanitize);
};
const exit = "##[error]Bash exited with code '1'.";
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
            [nameIn(`##[error]${text}`), nameIn(text, exit), nameIn(text, "fine", "error: late", exit)],
            [cause, cause, cause],
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
      assert.equal(nameIn(line, exit), undefined, line);
  });

  it("come after a macro that the agent left: a name that is none cannot be resolved", () => {
    const line = 'could not translate host name "$(dbHost)" to address: Name or service not known';
    assert.equal(causeIn(line, true)?.kind, "undefinedVariable");
  });
});

describe("built-in causes in a whole log", () => {
  it("are not in warnings, commands, the script that is printed, or an earlier try of the step", () => {
    const full = "No space left on device";
    for (const other of [
      `##[warning]Cache save failed: ${full}`,
      `warning: ${full}`,
      `##[command]grep "${full}"`,
      `echo ${full}\n===== Starting Command Output =====`,
      `cp: ${full}\nRetryHelper encountered task failure, will retry (attempt #: 1 out of 2) after 1000 ms`,
    ])
      assert.equal(nameIn(other, "Error: total is 3, not 4", exit), undefined, other);
    assert.equal(nameIn(`cp: ${full}`, "total is 3, not 4", exit), "no space left");
  });

  it("are told beside a line that says something else, and in its place if it says nothing", () => {
    const quoted = (...lines: string[]) => {
      const { line, ending } = findReason("failed", evidenceOf(lines), undefined) ?? {};
      return [line, ending];
    };
    const full = "cp: /x: No space left on device";
    assert.deepEqual(quoted(full, "fine", "fine", "fine", "ORA-01653: unable to extend", exit), [
      "ORA-01653: unable to extend",
      full,
    ]);
    assert.equal(
      quoted("curl: (6) Could not resolve host: x", "fine", exit)[0],
      "curl: (6) Could not resolve host: x",
    );
  });
});

describe("known issues", () => {
  const found = (lines: string[], list = [full, other]) =>
    findReason("failed", evidenceOf(lines, list), undefined, list)?.known;
  const extend = "ORA-01653: unable to extend table";

  it("are found in every line of a log, wherever it is, whatever else it says, but no warning", () => {
    const line = fc.constantFrom(
      "fine",
      "error: boom",
      "ORA-00942: no table",
      exit,
      "Traceback (most recent call last):",
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, behind) => {
        assert.equal(found([...before, `x ${extend}`, ...behind]), full);
        assert.equal(found([...before, `2026-11-20T03:00:00.1234567Z ##[error]${extend}`, ...behind]), full);
        assert.equal(found([...before, `##[warning]${extend}`, "ora-01653", ...behind]), undefined);
      }),
    );
  });

  it("come before built-in causes, the first of the list first", () => {
    const lines = ["exit code 1", "cp: No space left on device", extend, exit];
    assert.equal(found(lines), full);
    assert.equal(found(lines, [other, full]), other);
  });

  it("name the cause of a failure, and its owner and runbook, without explain_failures too", () => {
    const log = evidenceOf(["a", extend, "b", exit], [full]);
    const reason = findReason("failed", log, undefined, [full]) ?? assert.fail();
    assert.deepEqual([reason.line, reason.number], [extend, 2]);
    const found = explanationOf(reason, issue, { explains: false, groups: true, quotes: true });
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
    assert.deepEqual(explanationOf({ cause: undefined, line: "x", ending: "" }, issue, silent).sentence, []);
  });

  it("are found in the errors of a timeline", () => {
    const errors = [{ message: "ORA-01653 in job 3", agent: "" }];
    assert.equal(findReason("failed", undefined, errors, [full])?.known, full);
  });
});
