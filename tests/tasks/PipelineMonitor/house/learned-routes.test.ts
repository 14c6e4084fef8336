// Needs: business-hours, missed-runs, mutes, routes
import assert from "node:assert/strict";
import { didNotStart } from "../../../did-not-start";
import { all, type Hour, log, pipelines, play } from "../features/routes/routes-stage";
import type { Ended } from "../monitor-stage";

const day = 24 * 60;
const learned = { ...pipelines, default: { max_proc_time: 900, min_proc_time: 0, schedule: "auto" } };
const onCall = "ON_CALL_WEBHOOK";
/** Later than the grace, and than the hour by which a schedule may move. */
const late = 120;

/** The runs that a schedule started each day at minute 0, on 28 days before the first report and some after it. */
function daily(pipeline: string, without: readonly number[] = [], minute = (_: number) => 0): Ended[] {
  const days = Array.from({ length: 40 }, (_, index) => index - 28).filter(
    (index) => !without.includes(index),
  );
  return days.map((index) => ({
    ...{ at: index * day + minute(index) + 1, pipeline, result: "succeeded" },
    ...{ queuedSeconds: 1, runSeconds: 59, record: { reason: "schedule", sourceVersion: "c0ffee" } },
  }));
}

/** For each target, the minutes of its messages that contain the text. */
async function told(text: string, runs: readonly Ended[], hours: readonly Hour[], keys: object = {}) {
  const posted = await play({ pipelines: learned, ...keys }, runs, hours);
  const minutes = (name: string) =>
    (posted.get(name) ?? []).filter((one) => one.includes(text)).map((one) => Number.parseInt(one, 10));
  return all.map(minutes);
}

const missed = didNotStart;
const first = { at: 30 };

describe("a monitor with routes, and a missed run", () => {
  it("shows what it tells several targets once in the log, also what waited and the end of a mute", async () => {
    const muted = { "stock levels": { mute_until: "2026-11-20T05:10Z" } };
    const entries = { ...pipelines, payments: { schedule: "30 3 * * *" }, ...muted };
    const keys = { business_hours: "Mon-Fri 05:00-18:00", greeting: true, pipelines: entries };
    const both = all.slice(1).map((webhook) => ({ webhook }));
    const posted = await play({ ...keys, routes: both }, [], [{ at: 60 }, { at: 120 }]);
    const shown = (posted.get(log) ?? []).filter((text) => text.startsWith("120"));
    for (const text of [`payments ${didNotStart}`, "The mute of stock levels ended"]) {
      const told = all.map((name) => posted.get(name)?.filter((one) => one.includes(text)).length);
      assert.deepEqual(told, [0, 1, 1], text);
      assert.equal(shown.filter((one) => one.includes(text)).length, 1, text);
    }
  });
});

describe("a learned schedule of a pipeline with routes", () => {
  it("is missed once at each target, at one whose chat is down when it is up again", async () => {
    const now = late + day;
    const hours = [first, { at: now, failing: [onCall] }, { at: now + 60 }, { at: now + 120 }];
    assert.deepEqual(await told(missed, daily("payments", [1]), hours), [[], [now], [now + 60]]);
  });

  it("is missed again after one that a maintenance window hid, and then repeated", async () => {
    const keys = { quiet: [{ schedule: "0 3 * * Sat", hours: 1 }] };
    const hours = [1, 2, 3].flatMap((days) => [late, late + 60].map((at) => ({ at: at + days * day })));
    const runs = daily("billing export", [1, 2, 3]);
    const later = [2, 3].map((days) => days * day + late);
    assert.deepEqual(await told(missed, runs, [first, ...hours], keys), [[], later, []]);
  });

  it("that has changed is told where the pipeline's problems are, again to a chat that was down", async () => {
    const moved = daily("payments", [], (index) => (index > 0 ? 60 : 0));
    const [now, next] = [day + late, day + late + 60];
    const hours = [{ at: now, failing: [onCall] }, { at: next }, { at: next + 60 }];
    assert.deepEqual(await told("has a new schedule", moved, [first, ...hours]), [[], [now], [next]]);
  });
});
