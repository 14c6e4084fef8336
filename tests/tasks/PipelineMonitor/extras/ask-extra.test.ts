import assert from "node:assert/strict";
import { askExtra } from "../../../../tasks/PipelineMonitor/extras/ask-extra";
import { memoryAgent } from "../../../memory-agent";
import { testClock } from "../../../test-clock";

const never = new AbortController().signal;

describe("askExtra", () => {
  it("gives what is answered", async () => {
    const [lost, clock] = [[] as string[], testClock()];
    const parts = { agent: memoryAgent(), clock, cancelled: never };
    assert.equal(await askExtra("history", parts, lost, async () => 7), 7);
    assert.deepEqual([lost, parts.agent.warnings, clock.pending()], [[], [], 0]);
  });

  it("warns of what cannot be had, notes it, and goes on", async () => {
    const [lost, clock] = [[] as string[], testClock()];
    const parts = { agent: memoryAgent(), clock, cancelled: never };
    const asked = await askExtra("history", parts, lost, () => Promise.reject(new Error("down")));
    assert.equal(asked, undefined);
    assert.deepEqual([lost, parts.agent.warnings], [["history"], ["Left out: history. down"]]);
    assert.equal(clock.pending(), 0);
  });

  it("waits four minutes at most", async () => {
    const [lost, clock] = [[] as string[], testClock({ passes: () => true })];
    const hanging = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const parts = { agent: memoryAgent(), clock, cancelled: never };
    await askExtra("history", parts, lost, hanging);
    assert.deepEqual([lost, clock.timers], [["history"], [240_000]]);
    assert.equal(parts.agent.warnings[0], "Left out: history. the time for history is up (240 s)");
  });

  it("ends with a cancelled step", async () => {
    const cancelled = AbortSignal.abort(new Error("The step was cancelled."));
    const parts = { agent: memoryAgent(), clock: testClock(), cancelled };
    const lost: string[] = [];
    await assert.rejects(
      askExtra("history", parts, lost, (signal) => Promise.reject(signal.reason)),
      { message: "The step was cancelled." },
    );
    assert.deepEqual([lost, parts.agent.warnings], [[], []]);
  });
});
