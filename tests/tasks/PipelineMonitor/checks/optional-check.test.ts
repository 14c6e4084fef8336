import assert from "node:assert/strict";
import { askExtra, createTimeBudget } from "../../../../tasks/PipelineMonitor/checks/optional-check";
import { memoryAgent } from "../../../memory-agent";
import { testClock } from "../../../test-clock";

const never = new AbortController().signal;

describe("askExtra", () => {
  it("gives what is answered", async () => {
    const [lost, clock] = [[] as string[], testClock()];
    const parts = { agent: memoryAgent(), clock, cancelled: never, time: createTimeBudget(clock) };
    assert.equal(await askExtra("history", parts, lost, async () => 7), 7);
    assert.deepEqual([lost, parts.agent.warnings, clock.pending()], [[], [], 0]);
  });

  it("warns of what cannot be had, notes it, and goes on", async () => {
    const [lost, clock] = [[] as string[], testClock()];
    const parts = { agent: memoryAgent(), clock, cancelled: never, time: createTimeBudget(clock) };
    const asked = await askExtra("history", parts, lost, () => Promise.reject(new Error("down")));
    assert.equal(asked, undefined);
    assert.deepEqual([lost, parts.agent.warnings], [["history"], ["Left out: history. down"]]);
    assert.equal(clock.pending(), 0);
  });

  it("waits four minutes at most", async () => {
    const [lost, clock] = [[] as string[], testClock({ passes: () => true })];
    const hanging = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const parts = { agent: memoryAgent(), clock, cancelled: never, time: createTimeBudget(clock) };
    await askExtra("history", parts, lost, hanging);
    assert.deepEqual([lost, clock.timers], [["history"], [240_000]]);
    assert.equal(parts.agent.warnings[0], "Left out: history. the time for history is up (240 s)");
  });

  it("waits no longer than that for all of them together", async () => {
    const [lost, clock] = [[] as string[], testClock()];
    const parts = { agent: memoryAgent(), clock, cancelled: never, time: createTimeBudget(clock) };
    const taking = (seconds: number) => async () => clock.advance(seconds * 1000);
    await askExtra("one", parts, lost, taking(100));
    clock.advance(3_600_000);
    await askExtra("two", parts, lost, taking(130));
    await askExtra("three", parts, lost, taking(50));
    await askExtra("four", parts, lost, taking(0));
    assert.deepEqual(clock.timers, [240_000, 140_000, 10_000, 0]);
  });

  it("ends with a cancelled step", async () => {
    const cancelled = AbortSignal.abort(new Error("The step was cancelled."));
    const clock = testClock();
    const parts = { agent: memoryAgent(), clock, cancelled, time: createTimeBudget(clock) };
    const lost: string[] = [];
    await assert.rejects(
      askExtra("history", parts, lost, (signal) => Promise.reject(signal.reason)),
      { message: "The step was cancelled." },
    );
    assert.deepEqual([lost, parts.agent.warnings], [[], []]);
  });
});
