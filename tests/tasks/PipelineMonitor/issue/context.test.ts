import assert from "node:assert/strict";
import { StepCancelled } from "../../../../shared/agent/task";
import { maxRunsSeconds } from "../../../../shared/azure-devops/pages";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import {
  attempt,
  createTimeBudget,
  listedOnce,
  maxReadSeconds,
  optionalCheckSeconds,
  searchSeconds,
  withinBudget,
} from "../../../../tasks/PipelineMonitor/issue/context";
import { memoryAgent } from "../../../memory-agent";
import { testClock } from "../../../test-clock";
import { failedRun } from "../failed-run";
import { hanging } from "../report-stage";

const never = new AbortController().signal;

const isAborted = ({ aborted }: AbortSignal) => aborted;

/** An optional act within the budget, as the checks do it. */
function stage(clock = testClock(), cancelled = never) {
  const agent = memoryAgent();
  const parts = { agent, clock, cancelled, time: createTimeBudget(clock) };
  const act = <T>(name: string, work: (signal: AbortSignal) => Promise<T>) =>
    attempt(name, parts, () => withinBudget(parts, work));
  return { agent, clock, act };
}

describe("an optional act", () => {
  it("gives its result", async () => {
    const { act, agent, clock } = stage();
    assert.equal(await act("history", async () => 7), 7);
    assert.deepEqual([agent.warnings, clock.pending()], [[], 0]);
  });

  it("waits four minutes at most", async () => {
    const { act, agent, clock } = stage(testClock({ passes: () => true }));
    assert.equal(await act("history", hanging), undefined);
    assert.deepEqual(clock.timers, [240_000]);
    assert.equal(agent.warnings[0], "Could not check history: timed out after 240 s");
  });

  it("shares these four minutes with all others", async () => {
    const { act, clock } = stage();
    const taking = (seconds: number) => async () => clock.advance(seconds * 1000);
    await act("one", taking(100));
    clock.advance(3_600_000);
    await act("two", taking(130));
    await act("three", taking(50));
    await act("four", taking(0));
    assert.deepEqual(clock.timers, [240_000, 140_000, 10_000, 0]);
  });

  it("says how long it had when others took of these four minutes, in whole seconds", async () => {
    const { act, agent, clock } = stage(testClock({ passes: (milliseconds) => milliseconds < 200_000 }));
    await act("one", async () => clock.advance(100_400));
    assert.equal(await act("history", hanging), undefined);
    assert.deepEqual(agent.warnings, ["Could not check history: timed out after 140 s"]);
  });

  it("takes no more of these four minutes than it took, when it fails too", async () => {
    const { act, clock } = stage();
    await act("one", async () => {
      clock.advance(30_000);
      throw new Error("down");
    });
    await act("two", async () => 7);
    assert.deepEqual([clock.timers, clock.pending()], [[240_000, 210_000], 0]);
  });

  it("ends with a cancelled step", async () => {
    const cancelled = AbortSignal.abort(new StepCancelled());
    const { act, agent } = stage(testClock(), cancelled);
    await assert.rejects(act("history", hanging), new StepCancelled());
    assert.deepEqual(agent.warnings, []);
  });
});

describe("the time of several projects", () => {
  it("is that of one, shared, but for a page of earlier runs for each", () => {
    const [alone, shared] = [undefined, { share: 0.25, projects: 4 }].map((of) => {
      const clock = testClock();
      const { search, limit, fill } = createTimeBudget(clock, of);
      for (const begin of [search, limit]) begin(never).end();
      return [...clock.timers, fill.pages, fill.seconds * 1000];
    });
    assert.deepEqual(alone, [600_000, 240_000, 30, 80_000]);
    assert.deepEqual(shared, [150_000, 60_000, 7, 20_000]);
    assert.equal(createTimeBudget(testClock(), { share: 0.01, projects: 100 }).fill.pages, 1);
    const ofParts = maxRunsSeconds + searchSeconds + optionalCheckSeconds;
    assert.ok(maxReadSeconds >= ofParts, "each part has its time before the message");
  });

  it("is up for each if that of all is, or if the step is cancelled", () => {
    const [whole, step] = [new AbortController(), new AbortController()];
    const begin = () => createTimeBudget(testClock(), undefined, whole.signal).limit(step.signal).signal;
    const signals = [begin(), begin()];
    step.abort();
    assert.deepEqual([...signals, createTimeBudget(testClock()).limit(never).signal].map(isAborted), [
      true,
      true,
      false,
    ]);
    whole.abort();
    assert.ok(isAborted(createTimeBudget(testClock(), undefined, whole.signal).limit(never).signal));
  });
});

describe("the runs that wait or run", () => {
  it("are listed once for all who ask, and again after they could not be read to the end", async () => {
    let asked = 0;
    async function* unfinishedRuns(): AsyncGenerator<RunRecord[]> {
      asked++;
      yield [];
      if (asked === 1) throw new Error("503");
      yield [{ run: failedRun() }];
    }
    const list = listedOnce({ unfinishedRuns });
    await assert.rejects(list(never), /503/);
    assert.deepEqual([(await list(never)).length, (await list(never)).length, asked], [1, 1, 2]);
  });
});
