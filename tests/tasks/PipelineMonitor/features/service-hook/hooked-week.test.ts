import assert from "node:assert/strict";
import fc from "fast-check";
import { anyHookedWeek, type HookedWeek, playHookedWeek, reachOf } from "./hooked-week";

/** The same, without what comes later. */
function cutAt(endsAt: number, { runs, ...week }: HookedWeek): HookedWeek {
  return { ...week, endsAt, runs: runs.filter(({ finishedAt }) => finishedAt < endsAt) };
}

const day = 24 * 3600;
const failing = (pipeline: string, finishedAt: number) => ({
  ...{ pipeline, queuedAt: finishedAt - 60, finishedAt, isFailed: true },
});
const burstOf = (count: number, at: number) =>
  Array.from({ length: count }, (_, nth) => failing("batch", at + nth * 3));
const days = fc.sample(anyHookedWeek, { seed: 69, numRuns: 2 }).map((week) => {
  const { runs, ...others } = cutAt(day, week);
  return { ...others, runs: [...runs, ...burstOf(60, 5 * 3600)] };
});
const [anyDay = assert.fail()] = days;
const hourly = { everySeconds: 3600, isHooked: false };
const hooked = { everySeconds: 3600, isHooked: true };
const calm = (changes: Partial<HookedWeek>): HookedWeek => ({
  ...{ ...anyDay, runs: [], outages: [], renamed: undefined, ...changes },
});

describe("a week of a monitor that a service hook starts", () => {
  it("tells each problem, in minutes while the hook works, and no canceled run of its own", async () => {
    let canceled = 0;
    for (const one of days) {
      const played = await playHookedWeek(one, { ...hooked, onIssues: "fail" });
      const waits = reachOf(one, played);
      assert.ok(waits.length > 2 && waits.every((seconds) => seconds < 3600 + 300), String(waits));
      canceled += played.rows.filter(({ result }) => result === "canceled").length;
      for (const { text } of played.messages) assert.doesNotMatch(text, /night watch .*cancel/);
    }
    assert.ok(canceled > 0);
  });

  it("has no loop, although each of its scheduled runs fails", async () => {
    const broken = calm({ runs: [failing("invoices", 1000)] });
    const { rows } = await playHookedWeek(broken, { ...hooked, onIssues: "fail" });
    const failed = rows.filter(({ result }) => result === "failed");
    const byHook = rows.filter(({ reason }) => reason === "resourceTrigger");
    assert.ok(failed.length > 0 && failed.every(({ reason }) => reason === "schedule"));
    // One for the failure, and one for each failed run of the schedule.
    assert.equal(byHook.length, 1 + failed.length);
    assert.equal(rows.length, 24 + byHook.length);
  });

  it("has a row for each event of a burst, and works a few times only", async () => {
    const burst = calm({ runs: burstOf(200, 2000) });
    const { rows, messages } = await playHookedWeek(burst, hooked);
    const byHook = rows.filter(({ reason }) => reason === "resourceTrigger");
    assert.equal(byHook.length, 200);
    const worked = byHook.filter(({ result }) => result !== "canceled");
    assert.ok(worked.length < 15, String(worked.length));
    assert.deepEqual(
      reachOf(burst, { messages }).filter((seconds) => seconds > 300),
      [],
    );
  });

  it("tells by its schedule what the hook loses: on probation, after a rename, once disabled", async () => {
    const down = calm({
      runs: [failing("invoices", 1000), failing("payments", 20 * 3600)],
      outages: [{ from: 0, until: day, status: 500 }],
    });
    const { lost, ...played } = await playHookedWeek(down, hooked);
    assert.deepEqual([lost.length, played.rows.length], [1, 24]);
    assert.ok(reachOf(down, played).every((seconds) => seconds < 3600 + 300));
    const renamed = calm({ runs: [failing("invoices", 1000)], renamed: { at: 500, committedAt: 2 * day } });
    const after = await playHookedWeek(renamed, hooked);
    assert.ok(reachOf(renamed, after).every((seconds) => seconds < 3600 + 300));
  });

  it("needs the hook for that: by the schedule alone, a problem waits for the hour", async () => {
    const one = calm({ runs: [failing("invoices", 60)] });
    const [bySchedule = 0] = reachOf(one, await playHookedWeek(one, hourly));
    const [byHook = 0] = reachOf(one, await playHookedWeek(one, hooked));
    assert.ok(bySchedule > 3500 && byHook < 240, `${bySchedule} ${byHook}`);
    const lagging = { ...one, lags: [1200] };
    const [byId = 0] = reachOf(lagging, await playHookedWeek(lagging, hooked));
    assert.equal(byId, byHook);
  });
});
