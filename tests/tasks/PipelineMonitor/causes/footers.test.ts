import assert from "node:assert/strict";
import { reasonIn } from "../../../../tasks/PipelineMonitor/causes/reason-in";
import { isFooter } from "../../../../tasks/PipelineMonitor/causes/shapes/footers";
import { endingExamples, reasonExamples } from "./ending-examples";

/** Whether a line alone is more than the last that a program printed. */
function saysFailure(text: string): boolean {
  const unsaid = ["warning", "output", "footer"];
  return !unsaid.includes(reasonIn([{ number: 1, text, isMarked: false }])?.certainty ?? "footer");
}

describe("endings without a reason", () => {
  it("are known, each by an example of a task, of the library of tasks or of the agent", () => {
    for (const text of Object.keys(endingExamples)) assert.equal(isFooter(text), true, text);
    for (const source of Object.values(endingExamples)) assert.match(source, /^https:\/\/\S+$/);
  });

  it("are not the lines that say why", () => {
    for (const text of [
      ...Object.keys(reasonExamples),
      "no route",
      "2 tests failed: a, b",
      "Script failed: no such table",
    ])
      assert.equal(isFooter(text), false, text);
  });
});

describe("a line that says what failed", () => {
  it("is known by its kind, not by the word alone", () => {
    for (const [text, source] of Object.entries(reasonExamples)) {
      assert.equal(saysFailure(text), true, text);
      assert.match(source, /^https:\/\/\S+$/);
    }
  });

  it("is none that counts no failure, names a file, a member or an option, or only warns", () => {
    for (const text of [
      ...[
        "Found 0 errors",
        "Tests: 0 errors, 120 passed",
        "0 Error(s)",
        "Errors: 0",
        "no errors",
        "0 failed",
      ],
      ...["Tests run: 5, Failures: 0, Errors: 0, Skipped: 0", '{"failed": 0}', "without errors"],
      ...["cp error.log out", "writing logs/errors/today.txt", "src/error.ts", "errors.json", "./fail.sh"],
      ...["console.error(x)", "logger.error = f", "on_error", "errorHandler", "process.on('error-x')"],
      ...[
        "gcc -Werror a.c",
        "--fail-on-error",
        "set -o errexit",
        "mypy --no-error-summary",
        "/errorlog:x.sarif",
      ],
      ...[
        "##[warning]error: not saved",
        "warning: unable to cache",
        "npm WARN deprecated, failed",
        "[INFO] error free",
      ],
      ...["##[section]Finishing: Check errors", "##[command]fail", "Starting: Report error", "", "fine"],
    ])
      assert.equal(saysFailure(text), false, text);
  });

  it("is looked for in no time in a line that repeats a word", () => {
    // By a pattern for paths that tried each beginning, it took minutes.
    for (const word of ["error", "error.", "fail-", "ok", "0 "]) saysFailure(`${word.repeat(4000)}x`);
  });

  it("may count failures beside what did not fail", () => {
    for (const text of ["3 failed, 0 errors", "Failures: 2, Errors: 0", "error.log: Permission denied"])
      assert.equal(saysFailure(text), true, text);
  });
});
