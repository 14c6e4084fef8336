import assert from "node:assert/strict";
import type { RunSketch } from "../../sandbox/runs";
import { changes, ended, playHours, watch } from "./monitor-stage";

const defaults = { max_proc_time: 900, min_proc_time: 30 };
/** The hours of these tests are counted from a Friday at 03:19. */
const hours = { business_hours: "Mon-Fri 08:00-18:00", pipelines: { default: defaults } };
const [fridayAt1719, mondayAt0819] = [14, 77];

const finishedBy = (at: number, runs: readonly (RunSketch & { finished: number })[]) =>
  runs.filter(({ finished }) => finished <= at).map(({ finished, ...sketch }) => ended(at, finished, sketch));

describe("business hours", () => {
  it("keep a weekend's problems until Monday, also one that is over, and high ones not at all", async () => {
    const failed = { result: "failed", pipeline: "nightly import", definitionId: 7 };
    const [feed, invoices] = [
      { pipeline: "price feed", definitionId: 8 },
      { pipeline: "invoices", definitionId: 9 },
    ];
    const runs = [
      { ...failed, id: 1, finished: 16 },
      { ...failed, id: 2, finished: 17, result: "succeeded" },
      // Of two failures between two reports, the service lists the later one first.
      ...[60, 45, 44.5, 29, 20].map((finished, index) => ({ ...failed, ...feed, id: 8 - index, finished })),
      { ...failed, ...invoices, id: 9, finished: 31 },
    ];
    const keys = { ...hours, pipelines: { default: defaults, invoices: { severity: "high" } } };
    const at = [fridayAt1719, 16.5, 17.5, 21, 30, 32, 46, 61, mondayAt0819, 78];
    const texts = await playHours(
      keys,
      at.map((hour) => ({ at: hour, runs: finishedBy(hour, runs) })),
    );
    const ofMonday = texts[8] ?? "";
    assert.deepEqual(
      texts.map((text) => text !== ""),
      at.map((hour) => [32, 61, mondayAt0819].includes(hour)),
      "also the reminder of what is high",
    );
    assert.match(texts[5] ?? "", /^\*\*.*\*\*\ninvoices .*failed[^\n]*$/);
    assert.match(
      ofMonday,
      /nightly import \[20261120\.1\].* failed at 2026-11-20 19:19 UTC\. It has worked again since 2026-11-20 20:19 UTC\./,
    );
    assert.equal(ofMonday.match(/price feed \[20261120\.\d\].* failed 5 times since/g)?.length, 1);
    assert.equal(ofMonday.split("\n").length, 4);
  });

  it("keep a missed run, and the end of what was told before", async () => {
    const pipelines = { default: defaults, "nightly import": { schedule: "0 22 * * Fri" } };
    const runs = [{ id: 1, result: "failed", pipeline: "price feed", finished: 13.5 }];
    const good = { id: 2, pipeline: "price feed", finished: 15.5 };
    const at = [fridayAt1719, 16, 20, mondayAt0819, 78];
    const texts = await playHours(
      { ...hours, pipelines },
      at.map((hour) => ({ at: hour, runs: finishedBy(hour, [...runs, good]) })),
    );
    assert.match(texts[0] ?? "", /price feed .* failed/);
    assert.deepEqual([texts[1], texts[2], texts[4]], ["", "", ""]);
    assert.match(texts[3] ?? "", /nightly import did not run at 2026-11-20 22:00 UTC/);
    assert.match(texts[3] ?? "", /price feed .* works again/);
  });

  it("keep a missed run that is muted before they begin until the mute ends, although it is over by then", async () => {
    const of = (mute: object) => ({
      pipelines: { default: defaults, "nightly import": { schedule: "0 22 * * Fri", ...mute } },
    });
    const muted = of({ mute_until: "2026-11-23T10:00Z" });
    const at = [fridayAt1719, 20, 40, 60, mondayAt0819, 78, 79, 80];
    for (const runAt of [90, 30, 77.5]) {
      const run = { id: 3, pipeline: "nightly import", finished: runAt };
      const texts = await playHours(
        hours,
        at.map((hour) => ({ at: hour, runs: finishedBy(hour, [run]), keys: hour < 60 ? of({}) : muted })),
      );
      const told = at.flatMap((hour, index) =>
        /did not run|runs again/.test(texts[index] ?? "") ? hour : [],
      );
      assert.deepEqual(told, [79], `${runAt}`);
    }
  });

  it("keep the end of a mute", async () => {
    const pipelines = { default: defaults, "nightly import": { mute_until: "2026-11-20T04:00Z" } };
    const texts = await playHours({ ...hours, pipelines }, [{ at: 0 }, { at: 1 }, { at: 5 }, { at: 6 }]);
    assert.deepEqual([texts[0], texts[1], texts[3]], ["", "", ""]);
    assert.match(texts[2] ?? "", /The mute of nightly import ended/);
  });

  it("keep a run limit that is found at midnight", async () => {
    const pipelines = { default: defaults, "nightly import": { schedule: "0 * * * *", grace: 86_400 } };
    const at = [fridayAt1719, 69, 70, mondayAt0819, 78];
    const runs = (hour: number) => [ended(hour, -0.5)];
    const texts = await playHours(
      { ...hours, runs_per_week_max: 100, pipelines },
      at.map((hour) => ({ at: hour, runs: runs(hour) })),
    );
    const isTold = (text: string) => text.includes("will reach 100 runs in 7 days");
    assert.deepEqual(texts.slice(1).map(isTold), [false, false, true, false]);
  });

  it("keep nothing that no memory would hold", async () => {
    const ownPipeline = { unknown: "this is not a run of a pipeline" };
    const keys = { ...changes, ...hours };
    const { posted } = await watch([{ id: 1, result: "failed" }], { keys, ownPipeline });
    assert.match(posted.join(), / failed/);
  });
});
