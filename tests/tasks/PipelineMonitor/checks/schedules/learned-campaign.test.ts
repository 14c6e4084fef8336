import assert from "node:assert/strict";
import fc from "fast-check";
import type { RunSketch } from "../../../../sandbox/runs";
import { testClock } from "../../../../test-clock";
import { memoryPipeline, watch } from "../../monitor-stage";
import { sample } from "./sample";

const dayHours = 24;
const monday = Date.UTC(2026, 10, 2) / 3600_000;
const crons = ["every day", "Monday to Friday", "Sunday"] as const;

/** Days of a pipeline with one time of the day, after four weeks of history; and the reports on them. */
const script = fc.record({
  days: fc.constantFrom(...crons),
  hour: fc.integer({ min: 0, max: 23 }),
  /** By how many minutes each run is late. */
  late: fc.array(fc.constantFrom(0, 0, 0, 1, 4, 15), { minLength: 43, maxLength: 43 }),
  runMinutes: fc.constantFrom(2, 45, 170),
  missing: fc.uniqueArray(fc.integer({ min: 28, max: 42 }), { maxLength: 3 }),
  /** How many hours pass between reports. */
  steps: fc.array(fc.constantFrom(1, 1, 2, 5, 10, 30), { minLength: 8, maxLength: 40 }),
  /** Of which reports the channel takes nothing. */
  refused: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 1 }),
});

const isDue = {
  "every day": () => true,
  "Monday to Friday": (day: number) => day % 7 < 5,
  Sunday: (day: number) => day % 7 === 6,
};
const keys = {
  ...{ window: "since_last_report", run_ct_min: -1 },
  pipelines: { default: { max_proc_time: 20_000, min_proc_time: 0, schedule: "auto" } },
};

describe("reports on a schedule that is learned, at random times, some of them refused", () => {
  it("tell each missing run once, and no other, until it has run again", () =>
    fc.assert(
      fc.asyncProperty(script, async ({ days, hour, late, runMinutes, missing, steps, refused }) => {
        const due = late.flatMap((minutes, day) =>
          isDue[days](day) ? [{ day, at: monday + day * dayHours + hour, late: minutes / 60 }] : [],
        );
        const ran = due.filter(({ day }) => !missing.includes(day));
        const pipeline = memoryPipeline();
        const told: number[] = [];
        const begin = monday + 28 * dayHours;
        let [now, toldAt] = [begin, begin];
        for (const [index, step] of [0, ...steps].entries()) {
          now += step;
          const runs = ran.flatMap(({ day, at, late: delay }): RunSketch[] => {
            const queued = at + delay;
            const finished = queued + runMinutes / 60;
            const record = { reason: "schedule", sourceVersion: "c0ffee" };
            const usual = { id: 100 + day, queuedSeconds: 0, record };
            if (queued > now) return [];
            return finished > now
              ? [{ ...usual, unfinished: "running", runSeconds: (now - queued) * 3600 }]
              : [{ ...usual, finishedSecondsAgo: (now - finished) * 3600, runSeconds: runMinutes * 60 }];
          });
          const isRefused = refused.includes(index);
          const { posted } = await watch(runs, {
            ...pipeline(index),
            keys,
            clock: testClock({ startsAt: now * 3600_000 }),
            ...(isRefused ? { post: () => Promise.reject(new Error("refused")) } : {}),
          });
          const times = posted.join().matchAll(/did not run at ([-\d]+ [:\d]+) UTC \(([^)]*)\)/g);
          for (const [, time = "", evidence = ""] of times) {
            assert.ok(evidence.startsWith(`${days} for `), evidence);
            told.push(Date.parse(`${time.replace(" ", "T")}Z`) / 3600_000);
          }
          if (posted.length > 0 || !isRefused) toldAt = now;
        }
        // A time is certain an hour and a half after it, because it may have moved; the first report begins an hour before.
        const judged = due.filter(({ at }) => at + 1.5 > begin - 0.9 && at + 2.3 < toldAt);
        const expected = judged.filter(
          ({ day }, index) => missing.includes(day) && !missing.includes(judged[index - 1]?.day ?? -1),
        );
        const near = (one: number, other: number) => Math.abs(one - other) <= 0.5;
        for (const at of told)
          assert.ok(
            due.some(({ day, at: time }) => missing.includes(day) && near(at, time)),
            `false: ${at}`,
          );
        // A report covers at most a day.
        const isWhole = steps.every((step) => step <= 10);
        for (const { at } of isWhole ? expected : [])
          assert.equal(told.filter((time) => near(at, time)).length, 1, `${at}`);
        assert.equal(told.length, new Set(told).size);
      }),
      { numRuns: 40 },
    ));
});

describe("learned schedules, by random ones of all forms (`npm run schedules`)", () => {
  it("find 99 of 100 due slots, report at most 1 of 10,000 falsely, and 95 of 100 that are missing", () => {
    const { totals, wrong } = sample(1, 40);
    const all = [...totals.values()];
    const sum = (name: "expected" | "found" | "judged" | "falsely" | "real" | "told") =>
      all.reduce((total, figures) => total + figures[name], 0);
    assert.ok(sum("expected") > 1000);
    assert.ok(sum("found") >= 0.99 * sum("expected"), wrong.join("\n"));
    assert.ok(sum("falsely") * 10_000 <= sum("judged"), wrong.join("\n"));
    assert.ok(sum("real") > 0);
    assert.ok(sum("told") >= 0.95 * sum("real"), wrong.join("\n"));
  });
});
