import assert from "node:assert/strict";
import { isCancelled, StepCancelled } from "../../../shared/agent/task";
import { modulePath } from "./agent-stage";
import { run } from "./run-task-stage";

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
