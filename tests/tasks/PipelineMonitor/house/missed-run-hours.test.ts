// Needs: business-hours, missed-runs, mutes, paging
import assert from "node:assert/strict";
import { didNotStart } from "../../../did-not-start";
import { defaults, fridayAt1719, mondayAt0819, texts } from "../features/business-hours/nights-stage";
import { high, play, scheduled } from "../features/paging/paging-stage";
import { assertTexts, ended, nothing, playHours, worked } from "../monitor-stage";

const entry = (settings: object) => ({ pipelines: { default: defaults, "nightly import": settings } });

describe("the hours of a missed run", () => {
  it("tell that its pipeline runs again, also if it did so in a mute", async () => {
    const run = (at: number) => [ended(at, 2.4, { id: 5, runSeconds: 100 })];
    const muted = entry({ schedule: "0 3 * * *", mute_until: "2026-11-20T06:00Z" });
    const texts = await playHours(entry({ schedule: "0 3 * * *" }), [
      { at: 0.2 },
      { at: 2.5, runs: run(2.5), keys: muted },
      { at: 4, runs: run(4) },
    ]);
    assertTexts(texts, [
      new RegExp(`${didNotStart} at 03:00`),
      nothing,
      new RegExp(String.raw`^((?!${didNotStart}).)*runs again after 1 missed run, 2 h 41 min\.$`, "s"),
    ]);
  });

  it("repeat it with all that were missed since, not with the last one", async () => {
    const keys = { remind_hours: 2, ...entry({ schedule: "0 * * * *", grace: 0 }) };
    const texts = await playHours(keys, [{ at: 0 }, { at: 1 }, { at: 2 }, { at: 3 }, { at: 4 }]);
    assertTexts(texts, [
      new RegExp(`${didNotStart} at 03:00 UTC`),
      nothing,
      new RegExp(`${didNotStart} 3 times, .*03:00 to .*05:00 UTC`),
      nothing,
      new RegExp(`${didNotStart} 5 times, .*03:00 to .*07:00 UTC`),
    ]);
  });

  it("wait for business hours with it, and with the end of what was told before", async () => {
    const feed = { pipeline: "price feed" };
    const runs = [
      { ...feed, id: 1, result: "failed", finished: 13.5 },
      { ...feed, id: 2, finished: 15.5 },
    ];
    const scheduled = { "nightly import": { schedule: "0 22 * * Fri" } };
    const both = new RegExp(
      `nightly import ${didNotStart} at 2026-11-20 22:00 UTC.*price feed .* works again`,
      "s",
    );
    const told = await texts([fridayAt1719, 16, 20, mondayAt0819, 78], runs, scheduled);
    assertTexts(told, [/price feed .* failed/, nothing, nothing, both, nothing]);
  });

  it("keep one that is muted before business hours until the mute ends, although it is over by then", async () => {
    const entry = { schedule: "0 22 * * Fri" };
    const muted = { ...entry, mute_until: "2026-11-23T10:00Z" };
    const keysAt = (hour: number) => ({
      pipelines: { default: defaults, "nightly import": hour < 60 ? entry : muted },
    });
    const at = [fridayAt1719, 20, 40, 60, mondayAt0819, 78, 79, 80];
    for (const finished of [90, 30, 77.5]) {
      const told = await texts(at, [{ id: 3, pipeline: "nightly import", finished }], {}, keysAt);
      const when = at.filter((_, index) => new RegExp(`${didNotStart}|runs again`).test(told[index] ?? ""));
      assert.deepEqual(when, [79], `${finished}`);
    }
  });

  it("close its alert if the monitor does not know what is open, of a learned schedule, too", async () => {
    const days = Array.from({ length: 30 }, (_, index) => index - 28).filter((index) => index !== 0);
    const runs = days.map((index) => ({ ...worked(index * 1440 + 1), ...scheduled }));
    const defaults = { max_proc_time: 900, min_proc_time: 0, schedule: "auto" };
    const keys = { pipelines: { default: defaults, invoices: high } };
    const hours = [
      { at: -60, keys },
      { at: 120, keys },
      { at: 1500, forgets: true, keys },
    ];
    const { open, eventsByHour } = await play(runs, hours);
    assert.match(eventsByHour[1]?.[0] ?? "", /^open Night Shift: invoices did not /);
    assert.deepEqual([...open], []);
  });
});
