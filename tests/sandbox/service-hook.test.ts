import assert from "node:assert/strict";
import { createCourse, createHook, createLockedPipeline } from "./service-hook";

const [minute, hour] = [60, 3600];

describe("the sandbox's service hook", () => {
  /** Calls a URL that responds with these statuses, one after the other, and then well. */
  async function fired(statuses: readonly number[], events: readonly number[], until = 48 * hour) {
    const course = createCourse();
    const calls: { at: number; runId: number }[] = [];
    const hook = createHook(course, (runId) => {
      calls.push({ at: course.now(), runId });
      return statuses[calls.length - 1] ?? 200;
    });
    for (const [index, at] of events.entries()) course.at(at, () => hook.fire(index + 1));
    await course.playUntil(until);
    return { calls, status: hook.status(), lost: hook.lost };
  }

  it("repeats a call for three minutes that a busy server refuses", async () => {
    const { calls, status } = await fired(Array(8).fill(503), [0]);
    assert.equal(calls.length, 9);
    assert.ok((calls.at(-1)?.at ?? 0) <= 3 * minute);
    assert.equal(status, "enabled");
  });

  it("is on probation after any other failure, loses what happens meanwhile, and sends what failed again", async () => {
    const { calls, status, lost } = await fired([500, 500], [0, 5 * minute, 3 * hour]);
    assert.deepEqual(
      calls.map(({ at, runId }) => [at / minute, runId]),
      [
        [0, 1],
        [20, 1],
        [60, 1],
        [180, 3],
      ],
    );
    assert.deepEqual([status, lost], ["enabled", [2]]);
  });

  it("is disabled after seven tries, and at once if the URL is gone", async () => {
    const failing = await fired(Array(20).fill(500), [0, 40 * hour]);
    assert.equal(failing.calls.length, 8);
    assert.equal(failing.status, "disabledBySystem");
    assert.equal((await fired([410], [0])).status, "disabledBySystem");
  });
});

describe("the sandbox's pipeline with a lock", () => {
  const locked = () => {
    const course = createCourse();
    let id = 100;
    const pipeline = createLockedPipeline(
      course,
      () => ++id,
      () => course.now() + minute,
    );
    return { course, pipeline };
  };

  it("responds with 500 before its first run, and after a rename until the next commit", () => {
    const { pipeline } = locked();
    assert.equal(pipeline.callWebhook(1), 500);
    pipeline.queue({ reason: "manual" });
    assert.equal(pipeline.callWebhook(1), 200);
    pipeline.rename();
    assert.equal(pipeline.callWebhook(1), 500);
    pipeline.commit();
    assert.equal(pipeline.callWebhook(1), 200);
  });

  it("runs the newest of those that wait, and cancels the others, with or without a start", async () => {
    const { course, pipeline } = locked();
    for (let at = 0; at < 5; at++) course.at(at, () => void pipeline.queue({ reason: "schedule" }));
    await course.playUntil(hour);
    assert.deepEqual(
      pipeline.rows.map(({ result, startedAt, finishedAt }) => [result, startedAt, finishedAt]),
      [
        ["succeeded", 0, 60],
        ["canceled", 1, 60],
        ["canceled", undefined, 60],
        ["canceled", 3, 60],
        ["succeeded", 60, 120],
      ],
    );
  });
});
