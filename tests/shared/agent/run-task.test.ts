import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isCancelled, StepCancelled } from "../../../shared/agent/task";
import { findCommand, outputLines } from "../../sandbox/commands";
import { temporaryFolder } from "../../temporary-folder";
import { modulePath } from "./agent-stage";
import { run } from "./run-task-stage";

/** Prints until it notices that nobody reads it, however long the reader takes to go away. */
const printingUntilStopped = `console.log("at work");
  let printing;
  const print = () => { agent.print("still at work"); printing = setTimeout(print, 1000); };
  print();
  await stopped;
  clearTimeout(printing);`;
const closingOutput = { closeOutputWhen: (output: string) => output.includes("at work") };

describe("runTask", () => {
  const folder = temporaryFolder();
  const nowhere = join(tmpdir(), "run-task-nowhere");
  const never = "await new Promise(() => undefined);";
  const printing = `for (let line = 0; line < 500; line++) agent.print("x".repeat(10000));`;

  const ends: [what: string, work: string, message: string][] = [
    ["fails with the message of what is thrown", 'throw new Error("no way");', "no way"],
    ["fails if the work ends without an outcome", never, "The task ended without an outcome."],
    [
      "fails on an uncaught error",
      `setTimeout(() => { throw new Error("uncaught"); }, 1); ${never}`,
      "uncaught",
    ],
    ["fails on an uncaught rejection", `void Promise.reject(new Error("uncaught")); ${never}`, "uncaught"],
    [
      "prints no secret, whatever is thrown",
      'const it = "hunter2 secret"; agent.secret(it); throw new Error(it + " and " + encodeURIComponent(it));',
      "*** and ***",
    ],
    [
      "says that nothing was sent when the user has something to fix",
      'throw new InputErrors(["domain: missing"]);',
      "1 problem found; nothing was sent.\n- domain: missing",
    ],
  ];
  for (const [what, work, message] of ends)
    it(`${what}, once and without a stack trace`, async () => {
      const { completions, commands, exitCode, ...inside } = await run(work);
      assert.deepEqual([completions, exitCode], [[["Failed", message]], 0]);
      assert.equal(commands.filter(({ name }) => name === "task.issue").length, 1);
      assert.doesNotMatch(inside.stdout + inside.stderr, /run-task\.js/);
      const outside = await run(work, { inPipeline: false });
      assert.deepEqual([outside.stderr, outside.stdout, outside.exitCode], [`Error: ${message}\n`, "", 2]);
    });

  it("reports the outcome of the work once, and ends although something holds the process open", async () => {
    const { completions, lines, exitCode } = await run('hold(); return end("Succeeded", "done");');
    assert.deepEqual([completions, lines, exitCode], [[["Succeeded", "done"]], ["done"], 0]);
  });

  for (const [result, inPipeline, expected] of [
    ["Succeeded", true, 0],
    ["Failed", true, 1],
    ["Failed", false, 130],
  ] as const)
    it(`waits a minute for its output to be read, then ends with ${expected} (${result}, in a pipeline: ${inPipeline})`, async () => {
      const step = { outputReadAfterMilliseconds: Number.POSITIVE_INFINITY };
      const unread = await run(`${printing} return end("${result}", "done", 130);`, { inPipeline, step });
      assert.equal(unread.exitCode, expected, result);
      assert.ok(unread.testimony && unread.testimony.seconds >= 60 && unread.testimony.seconds < 100);
    });

  it("waits for a slow reader", async () => {
    const step = { outputReadAfterMilliseconds: 1500 };
    const { completions, exitCode } = await run(`${printing} hold(); return end("Failed", "done");`, {
      step,
    });
    assert.deepEqual([completions, exitCode], [[["Failed", "done"]], 0]);
  });

  for (const [result, inPipeline, ownCode, expected] of [
    ["Failed", true, 3, 1],
    ["Failed", false, 3, 3],
    ["Succeeded", true, 0, 0],
  ] as const)
    it(`stops when its output is closed, and exits with ${expected} (${result}, in a pipeline: ${inPipeline})`, async () => {
      const work = `${printingUntilStopped} return end("${result}", "done", ${ownCode});`;
      assert.equal((await run(work, { inPipeline, step: closingOutput })).exitCode, expected);
    });

  const help = "\nHelp: https://docs.example/walk/troubleshooting.md";
  for (const [what, work, result, message] of [
    ["ends an error with", 'throw new Error("It is wet.");', "Failed", `It is wet.${help}`],
    ["ends no finding with", 'return end("Failed", "Mud.", 1);', "Failed", "Mud."],
    ["ends no success with", 'return end("Succeeded", "Sun.");', "Succeeded", "Sun."],
    ["ends what is unknown with", 'return end("Failed", "Lost.", 3);', "Failed", `Lost.${help}`],
    [
      "names what was prevented, and",
      'throw new InputErrors(["shoes: missing"]);',
      "Failed",
      `1 problem found; nobody walked.\n- shoes: missing${help}`,
    ],
    [
      "ends no cancellation with",
      'process.emit("SIGINT"); throw cancelled.reason;',
      "Failed",
      "The step was canceled.",
    ],
  ] as const)
    it(`${what} the URL of the page`, async () => {
      const helpUrl = "https://docs.example/walk/README.md";
      writeFileSync(join(folder(), "task.json"), JSON.stringify({ helpUrl }));
      const { completions } = await run(work, { words: { nothingDone: "nobody walked", folder: folder() } });
      assert.deepEqual(completions, [[result, message]]);
    });

  it("tells the error even if the page cannot be found", async () => {
    const words = { nothingDone: "nobody walked", folder: nowhere };
    const { completions } = await run('throw new Error("It is wet.");', { words });
    assert.deepEqual(completions, [["Failed", "It is wet."]]);
  });

  it("says so when the agent's task library cannot be used, and fails", async () => {
    const { lines, stderr, exitCode } = await run('console.log("at work");', { agentTemp: nowhere });
    assert.deepEqual([lines, exitCode], [[], 2]);
    const advice = "Check that the agent's temporary folder is writable. ENOENT";
    assert.ok(stderr.startsWith(`Error: The agent's task library cannot be loaded. ${advice}`), stderr);
  });

  it("does not fail where the last word forbids it, even if nobody reads its end or it has no agent", async () => {
    const settle = `(outcome, { variable, input }) =>
      variable("Build.Reason") === "ResourceTrigger" && input("hookRunId") === "812"
        ? { ...outcome, result: "SucceededWithIssues" } : outcome`;
    const words = { nothingDone: "nobody walked", folder: nowhere };
    const work = `${printingUntilStopped} return end("Failed", "done", 3);`;
    for (const [hookRunId, codes, completed] of [
      ["812", [0, 0], [["SucceededWithIssues", ""]]],
      ["", [1, 2], []],
    ] as const) {
      const env = { BUILD_REASON: "ResourceTrigger", INPUT_HOOKRUNID: hookRunId };
      const closed = await run(work, { words, settle, env, step: closingOutput });
      const lost = await run(work, { words, settle, env, agentTemp: nowhere });
      assert.deepEqual([[closed.exitCode, lost.exitCode], lost.completions], [codes, completed]);
      assert.match(lost.stderr, /^Error: The agent's task library cannot be loaded/);
    }
  });

  it("splits no line, and lets no text of a task act on the agent", async () => {
    const work = `agent.print("one\\r##vso[task.complete result=Succeeded]");
      agent.warn("two ##[error]\\r\\nthree");
      agent.output("x", "##vso[task.complete]\\r");
      return end("Failed", "four##vso[a.b]", 1);`;
    const done = await run(work);
    assert.deepEqual(done.completions, [["Failed", "four# #vso[a.b]"]]);
    assert.ok(outputLines(done.stdout).includes("one # #vso[task.complete result=Succeeded]"));
    const { stdout, stderr } = await run(work, { inPipeline: false });
    assert.equal(findCommand(stdout + stderr), undefined);
    assert.equal(stdout, "one # #vso[task.complete result=Succeeded]\nWarning: two # #[error] \nthree\n");
  });
});

describe("runTask, when the work has to stop", () => {
  const atWork = 'agent.print("at work"); const holding = hold(); await stopped; holding.close();';

  for (const signal of ["SIGINT", "SIGTERM"] as const)
    it(`tells the work that it is cancelled by ${signal}, and fails with 130 outside a pipeline`, async () => {
      const work = `${atWork} throw new Error("whatever the work makes of it");`;
      const inside = await run(work, { cancelWith: signal });
      assert.deepEqual([inside.completions, inside.exitCode], [[["Failed", "The step was canceled."]], 0]);
      const outside = await run(work, { inPipeline: false, cancelWith: signal });
      assert.deepEqual([outside.stderr, outside.exitCode], ["Error: The step was canceled.\n", 130]);
    });

  it("lets the work distinguish that from an uncaught error and from a closed output", async () => {
    assert.equal(isCancelled(new AbortController().signal), false);
    assert.equal(isCancelled(AbortSignal.abort(new StepCancelled())), true);
    const saying = `await stopped;
      return end("Failed", "cancelled: " + require(${modulePath("task.js")}).isCancelled(cancelled));`;
    for (const [how, told] of [
      ['throw new Error("from nowhere");', "from nowhere\ncancelled: false"],
      ['process.stdout.emit("error", new Error("EPIPE"));', "cancelled: false"],
      ['process.emit("SIGTERM", "SIGTERM");', "cancelled: true"],
    ] as const)
      assert.deepEqual((await run(`setImmediate(() => { ${how} }); ${saying}`)).completions, [
        ["Failed", told],
      ]);
  });

  it("treats Ctrl+Break, the second signal of an agent on Windows, as a cancellation too", async () => {
    // Linux cannot send this signal, so the process emits the event itself, as Node on Windows does.
    const work =
      'process.emit("SIGBREAK", "SIGBREAK"); await stopped; throw new Error("whatever it makes of it");';
    assert.deepEqual((await run(work)).completions, [["Failed", "The step was canceled."]]);
  });

  it("is not killed by a second signal while the work comes to its end", async () => {
    const work = `${atWork} return end("Succeeded", "handlers " + countHandlers());`;
    const { completions } = await run(work, { cancelWith: "SIGINT" });
    assert.deepEqual(completions, [["Succeeded", "handlers 1,1,1"]]);
  });

  it("is not cut off by a signal before the work begins or once it is over", async () => {
    const work = 'setTimeout(() => console.log(countHandlers()), 100); return end("Succeeded", "done");';
    assert.deepEqual((await run(work)).lines, ["done", "1,1,1"]);
  });

  it("stops the work on an uncaught error, and reports how far it came", async () => {
    const work = `setImmediate(() => { throw new Error("from nowhere"); });
      await stopped;
      const holding = hold();
      await new Promise((resolve) => setTimeout(resolve, 8500));
      console.log("noted");
      holding.close();
      return end("Succeeded", "too late");`;
    const { completions, lines, testimony } = await run(work);
    assert.deepEqual(completions, [["Failed", "from nowhere\ntoo late"]]);
    assert.deepEqual([lines, testimony?.drained], [["noted"], true]);
  });

  it("ends work that does not stop after that", async () => {
    const work = `hold();
      setImmediate(() => { throw new Error("from nowhere"); });
      await new Promise(() => undefined);`;
    const { completions, testimony } = await run(work);
    assert.deepEqual(completions, [["Failed", "from nowhere"]]);
    assert.ok(testimony && testimony.seconds >= 12 && testimony.seconds < 60, `${testimony?.seconds} s`);
  });
});
