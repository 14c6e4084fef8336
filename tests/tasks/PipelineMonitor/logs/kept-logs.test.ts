import assert from "node:assert/strict";
import { Readable } from "node:stream";
import type { BuildService } from "../../../../shared/azure-devops/client";
import { readTextBody, readUntil } from "../../../../shared/http/body";
import { keepingLogs } from "../../../../tasks/PipelineMonitor/logs/kept-logs";
import { testClock } from "../../../test-clock";

const mebibyte = 1024 * 1024;
const never = new AbortController().signal;
const whole = (log: Readable) => readTextBody(log, 100 * mebibyte);
const untilError = (log: Readable) => readUntil(log, (chunk) => chunk.includes("error"));

/** Keeps what it reads of logs with these chunks, by their ids. An unfinished log has no end. */
function keepingStage(logs: Readonly<Record<number, readonly string[]>>, unfinished: number[] = []) {
  const requested: number[] = [];
  const clock = testClock();
  async function readLog<T>(_run: number, logId: number, read: (log: Readable) => Promise<T>): Promise<T> {
    requested.push(logId);
    const chunks = [...(logs[logId] ?? [])];
    const log = new Readable({
      read() {
        const chunk = chunks.shift();
        if (chunk !== undefined) this.push(Buffer.from(chunk));
        else if (!unfinished.includes(logId)) this.push(null);
      },
    });
    return read(log);
  }
  const service: Pick<BuildService, "readLog"> = { readLog };
  const kept = keepingLogs(service, clock);
  const reading = <T>(logId: number, read: (log: Readable) => Promise<T>, runId = 1) =>
    kept.readLog(runId, logId, read, never);
  return { reading, requested, clock };
}

describe("keepingLogs", () => {
  it("gives the whole log to a second reader, although the first stopped early, and requests it once", async () => {
    const { reading, requested } = keepingStage({ 5: ["an error", "\nmore", "\nend"], 6: ["fine"], 7: [] });
    assert.deepEqual([await reading(5, untilError), await reading(6, untilError)], [true, false]);
    assert.equal(await reading(7, whole), "");
    assert.deepEqual(
      [await reading(5, whole), await reading(6, whole), await reading(7, whole)],
      ["an error\nmore\nend", "fine", ""],
    );
    assert.deepEqual(requested, [5, 6, 7]);
  });

  it("tells the logs of runs apart, and drops a text that was read", async () => {
    const { reading, requested } = keepingStage({ 5: ["fine"], 6: ["other"] });
    await reading(5, untilError);
    assert.equal(await reading(6, whole), "other");
    assert.equal(await reading(5, whole, 2), "fine");
    for (let turn = 0; turn < 3; turn++) assert.equal(await reading(5, whole), "fine");
    assert.deepEqual(requested, [5, 6, 5, 5]);
  });

  it("keeps no more than a mebibyte of a log, and 32 of all", async () => {
    const long = Array<string>(5).fill("x".repeat(mebibyte / 4));
    const full = long.slice(1);
    const logs = Object.fromEntries(Array.from({ length: 40 }, (_, id) => [id, id === 0 ? long : full]));
    const { reading, requested } = keepingStage(logs);
    for (let id = 0; id < 40; id++) await reading(id, untilError);
    requested.length = 0;
    for (let id = 0; id < 40; id++)
      assert.equal((await reading(id, whole)).length, ((id === 0 ? 5 : 4) * mebibyte) / 4);
    assert.deepEqual(requested, [0, ...Array.from({ length: 7 }, (_, index) => 33 + index)]);
  });

  it("waits 10 s for the rest of a log, a minute in all, and then lets another request read it", async () => {
    const ids = Array.from({ length: 8 }, (_, id) => id);
    const stage = keepingStage(Object.fromEntries(ids.map((id) => [id, ["an error"]])), ids);
    for (const id of ids) {
      const found = stage.reading(id, untilError);
      await new Promise(setImmediate);
      stage.clock.advance(10_000);
      assert.equal(await found, true);
    }
    assert.deepEqual(
      stage.clock.timers,
      [10, 10, 10, 10, 10, 10, 0, 0].map((seconds) => seconds * 1000),
    );
    assert.equal(stage.clock.pending(), 0);
    const again = stage.reading(0, untilError);
    await new Promise(setImmediate);
    stage.clock.advance(0);
    await again;
    assert.deepEqual(stage.requested, [...ids, 0]);
  });

  it("throws what the reader throws, and keeps nothing of such a log", async () => {
    const { reading, requested } = keepingStage({ 5: ["fine"] });
    const fails = () => Promise.reject(new Error("reset"));
    await assert.rejects(reading(5, fails), { message: "reset" });
    assert.equal(await reading(5, whole), "fine");
    assert.deepEqual(requested, [5, 5]);
  });
});
