import assert from "node:assert/strict";
import type { KnownProblem, Waiting } from "../../../../tasks/PipelineMonitor/issue/memory";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { readReleased } from "../../../../tasks/PipelineMonitor/silence/released";
import { failedRun } from "../failed-run";
import { memoryContext } from "../report-stage";
import { configWith, now } from "./silence-stage";

describe("readReleased", () => {
  const config = configWith(
    { quiet: [{ schedule: "0 3 * * *", hours: 1, pipelines: ["price feed"] }] },
    { "nightly import": { mute_until: "2026-11-22T04:00Z" } },
  );
  const problem: KnownProblem = {
    ...{ row: "", key: "", kind: "failure", wasTold: false },
    ...{ since: now - 86_400, lastSeen: now - 86_400, reportedAt: 0 },
  };

  /** The ids of the runs that are looked at again at a time. */
  async function released(
    at: number,
    held: readonly KnownProblem["held"][],
    waiting: readonly Waiting[] = [],
  ) {
    const asked: string[] = [];
    const context = memoryContext({
      service: {
        async run(id: string) {
          asked.push(id);
          if (id === "3") throw new Error("404");
          return failedRun({ id: Number(id), ...(id === "8" ? { finishTime: undefined } : {}) });
        },
      },
    });
    const known = {
      ...{ until: at - 3600, wholeUntil: at - 3600, seen: [], states: [], waiting },
      problems: held.map((one) => ({ ...problem, held: one })),
    };
    const runs = await readReleased(config, sinceLast(at * 1000, known), known, context);
    return { asked: asked.map(Number), found: runs.map(({ id }) => id), warnings: context.agent.warnings };
  }
  const held = [
    { runId: 1, pipeline: "nightly import" },
    { runId: 2, pipeline: "price feed" },
    { runId: 4, pipeline: "other" },
    { pipeline: "missed" },
    undefined,
  ];

  it("reads the runs that a mute or a maintenance window has kept from the message, once that has ended", async () => {
    assert.deepEqual((await released(now, held)).asked, [4]);
    assert.deepEqual((await released(now + 3600, held)).found, [1, 2, 4]);
    assert.deepEqual((await released(now, [])).asked, []);
    assert.deepEqual(
      await readReleased(config, sinceLast(now * 1000, undefined), undefined, memoryContext()),
      [],
    );
  });

  it("reads what waited, unless it happened in a maintenance window", async () => {
    const waiting = [now - 3600, now - 60].map((at, index) => ({
      key: "",
      pipeline: "price feed",
      at,
      runId: 6 + index,
    }));
    assert.deepEqual(
      (await released(now + 3600, [held[0]], [...waiting, { key: "", pipeline: "a", at: 1 }])).asked,
      [6, 1],
    );
  });

  it("leaves out a run that is run again until it has finished", async () => {
    const { asked, found } = await released(now, [
      { runId: 8, pipeline: "other" },
      { runId: 8, pipeline: "other" },
    ]);
    assert.deepEqual([asked, found], [[8], []]);
  });

  it("goes on if one cannot be read, which is then tried by the next report", async () => {
    const { found, warnings } = await released(now, [
      { runId: 3, pipeline: "other" },
      { runId: 5, pipeline: "other" },
    ]);
    assert.deepEqual(found, [5]);
    assert.deepEqual(warnings, ["Could not check what earlier messages reported: 404"]);
  });

  it("reads a hundred at most", async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ runId: index + 10, pipeline: "other" }));
    assert.equal((await released(now, many)).asked.length, 100);
  });
});
