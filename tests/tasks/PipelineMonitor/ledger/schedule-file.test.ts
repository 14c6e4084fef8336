import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import type { KnownSchedules } from "../../../../tasks/PipelineMonitor/issue/schedules";
import {
  createScheduleRenderer,
  parseSchedules,
} from "../../../../tasks/PipelineMonitor/ledger/schedule-file";
import { sanitize } from "../../../sanitize";

/** Pipelines that run every hour, each some seconds late: four weeks of them. */
const hourly = (count: number): KnownSchedules => ({
  ...{ until: 1_764_000_000, contradictedAt: 0 },
  pipelines: Array.from({ length: count }, (_, index) => ({
    ...{ pipeline: `nightly import ${index}`, definitionId: index, missed: [120], isStopped: true },
    times: Array.from(
      { length: 672 },
      (_, run) => 29_400_000 + run * 60 + ((run * (index + 1)) % 17 === 0 ? 1 : 0),
    ),
    pattern: { slots: Array.from({ length: 168 }, (_, slot) => slot * 60), since: 29_400_000 },
  })),
});

describe("learned schedules in the memory", () => {
  it("are read as they were rendered", () => {
    const known = hourly(3);
    assert.deepEqual(parseSchedules(createScheduleRenderer()(known, sanitize) ?? ""), known);
    const { pattern: _, ...unknown } = known.pipelines[0] ?? assert.fail();
    const unlearned = { ...known, pipelines: [{ ...unknown, definitionId: undefined }] };
    assert.deepEqual(parseSchedules(createScheduleRenderer()(unlearned, sanitize) ?? ""), unlearned);
  });

  it("take a tenth of a byte for what is as usual: 200 hourly pipelines less than 100 KB", () => {
    assert.ok((createScheduleRenderer()(hourly(200), sanitize)?.length ?? 0) < 100_000);
  });

  it("are read again if they cannot be parsed, or do not fit into the memory", () => {
    const packed = (content: unknown) => deflateRawSync(JSON.stringify(content)).toString("base64");
    const of = (times: unknown) => packed([1, 2, [["a", null, times, [], [], false, null]]]);
    assert.ok(parseSchedules(of([1])));
    const bomb = deflateRawSync(`[1,2,[]]${" ".repeat(32 * 2 ** 20)}`).toString("base64");
    for (const text of [
      "",
      "x",
      "AAAA",
      bomb,
      packed([1, 2, [[3]]]),
      of("1"),
      of([1.5]),
      of(["1"]),
      of(null),
    ])
      assert.equal(parseSchedules(text), undefined);
    const render = createScheduleRenderer();
    const noise = hourly(100).pipelines.map((one) => ({
      ...one,
      times: one.times.map((time, index) => time + index * Math.floor(Math.random() * 1e6)),
    }));
    const known = { ...hourly(0), pipelines: [...noise, ...noise, ...noise, ...noise] };
    const sizes = [1, 2, 3, 4].map(() => render(known, sanitize)?.length ?? 0);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 2 * 2 ** 20);
    assert.ok(render(hourly(1), sanitize) !== undefined);
  });
});
