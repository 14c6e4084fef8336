import assert from "node:assert/strict";
import { isCancelled, StepCancelled } from "../../../shared/agent/task";
import { modulePath } from "./agent-stage";
import { run } from "./run-task-stage";

/** Work that waits for its end, held open by a server. */
const waiting = `const holding = require("node:net").createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => surroundings.cancelled.addEventListener("abort", resolve));
      holding.close();`;

describe("runTask, when the work has to stop", () => {
  it("tells the work that it is cancelled, and fails with 130 outside a pipeline", async () => {
    const work = `surroundings.agent.print("at work"); ${waiting} throw new Error("whatever it makes of it");`;
    for (const cancelWith of ["SIGINT", "SIGTERM"] as const) {
      const inside = await run(work, { cancelWith });
      assert.deepEqual([inside.completions, inside.exitCode], [[["Failed", "The step was canceled."]], 0]);
      const outside = await run(work, { inPipeline: false, cancelWith });
      assert.deepEqual([outside.stderr, outside.exitCode], ["Error: The step was canceled.\n", 130]);
    }
  });

  it("lets the work distinguish that from an uncaught error and from a closed output", async () => {
    assert.equal(isCancelled(new AbortController().signal), false);
    assert.equal(isCancelled(AbortSignal.abort(new StepCancelled())), true);
    const work = `setImmediate(() => { HOW });
      await new Promise((resolve) => surroundings.cancelled.addEventListener("abort", resolve));
      const { isCancelled } = require(${modulePath("task.js")});
      return { result: "Failed", message: "cancelled: " + isCancelled(surroundings.cancelled), exitCode: 0 };`;
    for (const [how, told] of [
      ['throw new Error("from nowhere");', "from nowhere\ncancelled: false"],
      ['process.stdout.emit("error", new Error("EPIPE"));', "cancelled: false"],
      ['process.emit("SIGTERM", "SIGTERM");', "cancelled: true"],
    ] as const)
      assert.deepEqual((await run(work.replace("HOW", how))).completions, [["Failed", told]]);
  });

  it("treats Ctrl+Break, the second signal of an agent on Windows, as a cancellation too", async () => {
    // Linux cannot send this signal, so the process emits the event itself, as Node on Windows does.
    const work = `const cancelled = new Promise((resolve) => surroundings.cancelled.addEventListener("abort", resolve));
      process.emit("SIGBREAK", "SIGBREAK");
      await cancelled;
      throw new Error("whatever the work makes of it");`;
    assert.deepEqual((await run(work)).completions, [["Failed", "The step was canceled."]]);
  });

  it("is not killed by a second signal while the work comes to its end", async () => {
    const work = `surroundings.agent.print("at work"); ${waiting}
      const handlers = ["SIGINT", "SIGTERM", "SIGBREAK"].map((signal) => process.listenerCount(signal));
      return { result: "Succeeded", message: "handlers " + handlers, exitCode: 0 };`;
    const { completions } = await run(work, { cancelWith: "SIGINT" });
    assert.deepEqual(completions, [["Succeeded", "handlers 1,1,1"]]);
  });

  it("is not cut off by a signal before the work begins or once it is over", async () => {
    const handlers = '["SIGINT", "SIGTERM", "SIGBREAK"].map((signal) => process.listenerCount(signal))';
    const work = `setTimeout(() => console.log("handlers " + ${handlers}), 100);
      return { result: "Succeeded", message: "done", exitCode: 0 };`;
    assert.deepEqual((await run(work)).lines, ["done", "handlers 1,1,1"]);
  });

  it("stops the work on an uncaught error, and reports how far it came", async () => {
    const work = `setImmediate(() => { throw new Error("from nowhere"); });
      await new Promise((resolve) => surroundings.cancelled.addEventListener("abort", resolve));
      const holding = require("node:net").createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => setTimeout(resolve, 8500));
      console.log("noted");
      holding.close();
      return { result: "Succeeded", message: "too late", exitCode: 0 };`;
    const stopped = await run(work);
    assert.deepEqual(stopped.completions, [["Failed", "from nowhere\ntoo late"]]);
    assert.deepEqual([stopped.lines, stopped.testimony?.drained], [["noted"], true]);
  });

  it("ends work that does not stop after that", async () => {
    const work = `require("node:net").createServer().listen(0, "127.0.0.1");
      setImmediate(() => { throw new Error("from nowhere"); });
      await new Promise(() => undefined);`;
    const { completions, testimony } = await run(work);
    assert.deepEqual(completions, [["Failed", "from nowhere"]]);
    assert.ok(testimony && testimony.seconds >= 12 && testimony.seconds < 60, `${testimony?.seconds} s`);
  });
});
