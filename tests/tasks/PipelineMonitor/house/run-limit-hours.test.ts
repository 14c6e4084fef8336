// Needs: business-hours, run-limits
import assert from "node:assert/strict";
import { changes, ended, playHours } from "../monitor-stage";

const limits = { max_proc_time: 900, min_proc_time: 30 };
const pipelines = { default: limits, "nightly import": { schedule: "0 * * * *", grace: 86_400 } };
/** The hours are counted from a Friday at 03:19. The limit is 100, and then, from an hour on, another one. */
const told = async (
  at: readonly number[],
  keys: object,
  { from = Number.POSITIVE_INFINITY, max = 0 } = {},
) => {
  const hours = at.map((hour) => ({
    at: hour,
    keys: { ...keys, runs_per_week_max: hour >= from ? max : 100, pipelines },
    runs: [ended(hour, -0.5, { id: 1 })],
  }));
  const texts = await playHours({ ...changes, ...keys, pipelines }, hours);
  return texts.map((text) => text.includes("will reach"));
};

describe("a weekly limit that will be reached, hour by hour", () => {
  it("is told once, until it ends and begins again, or a reminder is due", async () => {
    assert.deepEqual(await told([2, 3, 20, 27, 28], {}), [true, false, false, true, false]);
    const once = await told([2, 3, 4], {}, { from: 3, max: 1000 });
    assert.deepEqual(once, [true, false, false]);
  });

  it("is told once without reminders, and once a day without a memory", async () => {
    const always = { notify: "all", window: "since_last_report" };
    assert.deepEqual(await told([2, 3, 27, 28], always), [true, false, false, false]);
    // The reports at 00:19.
    const hourly = await told([20, 21, 22, 45, 46], { notify: "all", window: "last_hour" });
    assert.deepEqual(hourly, [false, true, false, true, false]);
  });

  it("waits for business hours", async () => {
    const keys = { business_hours: "Mon-Fri 08:00-18:00" };
    assert.deepEqual(await told([69, 70, 77, 78], keys), [false, false, true, false]);
  });
});
