import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCommand, outputLines } from "../../sandbox/commands";
import { temporaryFolder } from "../../temporary-folder";
import { modulePath } from "./agent-stage";
import { run } from "./run-task-stage";

describe("runTask", () => {
  const folder = temporaryFolder();

  it("reports the outcome of the work once", async () => {
    const done = await run('return { result: "Succeeded", message: "done", exitCode: 0 };');
    assert.deepEqual([done.completions, done.exitCode], [[["Succeeded", "done"]], 0]);
    assert.ok(outputLines(done.stdout).includes("done"));
  });

  it("fails the task with the message of what is thrown, and says it once", async () => {
    const failed = await run('throw new Error("no way");');
    assert.deepEqual(failed.completions, [["Failed", "no way"]]);
    assert.equal(failed.commands.filter(({ name }) => name === "task.issue").length, 1);
    const outside = await run('throw new Error("no way");', { inPipeline: false });
    assert.deepEqual([outside.stderr, outside.stdout, outside.exitCode], ["Error: no way\n", "", 2]);
  });

  it("fails a task that ends without an outcome, instead of passing silently", async () => {
    for (const inPipeline of [true, false]) {
      const ended = await run("await new Promise(() => undefined);", { inPipeline });
      const expected = "The task ended without an outcome.";
      if (inPipeline) assert.deepEqual(ended.completions, [["Failed", expected]]);
      else assert.deepEqual([ended.stderr, ended.exitCode], [`Error: ${expected}\n`, 2]);
    }
  });

  it("fails on uncaught errors and rejections, without a stack trace", async () => {
    for (const work of [
      'setTimeout(() => { throw new Error("uncaught"); }, 1); await new Promise(() => undefined);',
      'void Promise.reject(new Error("uncaught")); await new Promise((resolve) => setTimeout(resolve, 50));',
    ]) {
      const failed = await run(work);
      assert.deepEqual(failed.completions[0], ["Failed", "uncaught"]);
      assert.equal(failed.completions.length, 1);
      assert.ok(!/run-task\.js/.test(failed.stdout + failed.stderr));
    }
  });

  it("prints no secret, whatever is thrown", async () => {
    const work = `surroundings.agent.secret("hunter2-secret"); throw new Error("with hunter2-secret and " + encodeURIComponent("hunter2-secret"));`;
    assert.deepEqual((await run(work)).completions, [["Failed", "with *** and ***"]]);
    assert.equal((await run(work, { inPipeline: false })).stderr, "Error: with *** and ***\n");
  });

  it("ends the process although something holds it open", async () => {
    const work =
      'require("node:net").createServer().listen(0, "127.0.0.1"); return { result: "Succeeded", message: "", exitCode: 0 };';
    assert.equal((await run(work)).exitCode, 0);
  });

  it("waits a minute for its output to be read, then reports a lost failure by the exit code", async () => {
    const printing = `for (let line = 0; line < 500; line++) surroundings.agent.print("x".repeat(10000));`;
    const step = { outputReadAfterMilliseconds: Number.POSITIVE_INFINITY };
    for (const [result, inPipeline, expected] of [
      ["Succeeded", true, 0],
      ["Failed", true, 1],
      ["Failed", false, 130],
    ] as const) {
      const work = `${printing} return { result: "${result}", message: "done", exitCode: 130 };`;
      const unread = await run(work, { inPipeline, step });
      assert.equal(unread.exitCode, expected, result);
      assert.ok(unread.testimony && unread.testimony.seconds >= 60 && unread.testimony.seconds < 100);
    }
  });

  it("waits for a slow reader", async () => {
    const work = `for (let line = 0; line < 500; line++) surroundings.agent.print("x".repeat(10000));
      require("node:net").createServer().listen(0, "127.0.0.1");
      return { result: "Failed", message: "done", exitCode: 0 };`;
    const { completions, exitCode } = await run(work, { step: { outputReadAfterMilliseconds: 1500 } });
    assert.deepEqual([completions, exitCode], [[["Failed", "done"]], 0]);
  });

  it("stops when its output is closed, and reports that by the exit code", async () => {
    const work = `console.log("at work");
      let printing;
      const print = () => {
        surroundings.agent.print("still at work");
        printing = setTimeout(print, 1000);
      };
      print();
      await new Promise((resolve) => surroundings.cancelled.addEventListener("abort", resolve));
      clearTimeout(printing);
      return { result: "Failed", message: "done", exitCode: 3 };`;
    const closeOutputWhen = (output: string) => output.includes("at work");
    assert.equal((await run(work, { step: { closeOutputWhen } })).exitCode, 1);
    assert.equal((await run(work, { inPipeline: false, step: { closeOutputWhen } })).exitCode, 3);
    const succeeding = work.replace("Failed", "Succeeded").replace("exitCode: 3", "exitCode: 0");
    assert.equal((await run(succeeding, { step: { closeOutputWhen } })).exitCode, 0);
  });

  it("says that nothing was sent when the user has something to fix", async () => {
    const work = `const { InputErrors } = require(${modulePath("../errors.js")});
      throw new InputErrors(["domain: missing"]);`;
    const message = "1 problem found; nothing was sent.\n- domain: missing";
    assert.deepEqual((await run(work)).completions, [["Failed", message]]);
    const { stderr, exitCode } = await run(work, { inPipeline: false });
    assert.deepEqual([stderr, exitCode], [`Error: ${message}\n`, 2]);
  });

  it("ends an error, but no finding or cancellation, with the URL of the page, and names what was prevented", async () => {
    const helpUrl = "https://docs.example/walk/README.md";
    writeFileSync(join(folder(), "task.json"), JSON.stringify({ helpUrl }));
    const words = { nothingDone: "nobody walked", folder: folder() };
    const told = async (work: string, options = {}) => (await run(work, { words, ...options })).completions;
    const help = "\nHelp: https://docs.example/walk/troubleshooting.md";
    const problems = `const { InputErrors } = require(${modulePath("../errors.js")}); throw new InputErrors(["shoes: missing"]);`;
    for (const [work, result, message] of [
      ['throw new Error("It is wet.");', "Failed", `It is wet.${help}`],
      ['return { result: "Failed", message: "Mud.", exitCode: 1 };', "Failed", "Mud."],
      ['return { result: "Succeeded", message: "Sun.", exitCode: 0 };', "Succeeded", "Sun."],
      ['return { result: "Failed", message: "Lost.", exitCode: 3 };', "Failed", `Lost.${help}`],
      [problems, "Failed", `1 problem found; nobody walked.\n- shoes: missing${help}`],
    ] as const)
      assert.deepEqual(await told(work), [[result, message]]);
    const endless = `surroundings.agent.print("at work");
      const holding = require("node:net").createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => surroundings.cancelled.addEventListener("abort", resolve));
      holding.close();
      throw surroundings.cancelled.reason;`;
    assert.deepEqual(await told(endless, { cancelWith: "SIGINT" }), [["Failed", "The step was canceled."]]);
  });

  it("tells the error even if the page cannot be found", async () => {
    const words = { nothingDone: "nobody walked", folder: join(tmpdir(), "run-task-nowhere") };
    const { completions } = await run('throw new Error("It is wet.");', { words });
    assert.deepEqual(completions, [["Failed", "It is wet."]]);
  });

  it("says so when the agent's task library cannot be used, and fails", async () => {
    const nowhere = join(tmpdir(), "run-task-nowhere");
    const { lines, stderr, exitCode } = await run('console.log("at work");', { agentTemp: nowhere });
    assert.deepEqual([lines, exitCode], [[], 2]);
    const words =
      "The agent's task library cannot be loaded. Check that the agent's temporary folder is writable.";
    assert.ok(stderr.startsWith(`Error: ${words} ENOENT`), stderr);
  });

  it("splits no line, and lets no text of a task act on the agent", async () => {
    const work = `surroundings.agent.print("one\\r##vso[task.complete result=Succeeded]");
      surroundings.agent.warn("two ##[error]\\r\\nthree");
      surroundings.agent.output("x", "##vso[task.complete]\\r");
      return { result: "Failed", message: "four##vso[a.b]", exitCode: 1 };`;
    const done = await run(work);
    assert.deepEqual(done.completions, [["Failed", "four# #vso[a.b]"]]);
    assert.ok(outputLines(done.stdout).includes("one # #vso[task.complete result=Succeeded]"));
    const outside = await run(work, { inPipeline: false });
    assert.equal(findCommand(outside.stdout + outside.stderr), undefined);
    const shown = "one # #vso[task.complete result=Succeeded]\nWarning: two # #[error] \nthree\n";
    assert.equal(outside.stdout, shown);
  });
});
