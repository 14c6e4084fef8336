import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root";
import { temporaryFolder } from "./temporary-folder";

describe("the closing line of a run", () => {
  const folder = temporaryFolder();

  /** Runs tests as `npm test` does, or one file after the other. */
  function run(tests: string, ...options: string[]) {
    const file = join(folder(), "some.test.js");
    const skippable = join(__dirname, "skippable.js");
    writeFileSync(file, `const { describeUnless } = require(${JSON.stringify(skippable)}); ${tests}`);
    const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
    const reporter = join(__dirname, "reporter.js");
    const { status, stdout } = spawnSync(
      process.execPath,
      [mocha, "--no-config", "--no-color", "--reporter", reporter, ...options, file],
      { encoding: "utf8" },
    );
    return { status, output: stdout, line: stdout.trimEnd().split("\n").at(-1) };
  }

  for (const options of [[], ["--parallel"]]) {
    const mode = options.join() || "in one process";

    it(`counts tests that passed and failed: ${mode}`, () => {
      const { status, line } = run(`it("a", () => {}); it("b", () => { throw 1 })`, ...options);
      assert.deepEqual([status, line], [1, "1 passed, 1 failed"]);
    });

    it(`counts tests apart that this machine cannot run, with the reason: ${mode}`, () => {
      const tests = `it("a", () => {}); describeUnless("no moon", "at night", () => it("b", () => { throw 1 }))`;
      const { status, line, output } = run(tests, ...options);
      assert.deepEqual([status, line], [0, "1 passed, 0 failed, 1 skipped"]);
      assert.match(output, /^ +at night \(skipped: no moon\)$/m);
    });

    it(`fails tests that are skipped without a reason: ${mode}`, () => {
      const skipped = [`it.skip("b", () => {})`, `it("c")`, `it("d", function () { this.skip() })`];
      const { status, line, output } = run(`it("a", () => {}); ${skipped.join("; ")}`, ...options);
      assert.deepEqual([status, line], [3, "1 passed, 3 failed"]);
      for (const name of "bcd")
        assert.match(output, new RegExp(`^ +\\d\\) ${name}:?\\n.*skipped without a reason`, "m"));
    });
  }

  it("comes from all tests that the machine can run", () => {
    const { status, line } = run(`describeUnless(undefined, "by day", () => it("b", () => { throw 1 }))`);
    assert.deepEqual([status, line], [1, "0 passed, 1 failed"]);
  });
});
