import assert from "node:assert/strict";
import { all, type Ended, type Hour, own, pipelines, play } from "./routes-stage";

const day = 24 * 60;
const learned = { ...pipelines, default: { max_proc_time: 900, min_proc_time: 0, schedule: "auto" } };
const [billing, onCall] = ["BILLING_WEBHOOK", "ON_CALL_WEBHOOK"];
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
  const posted = await play({ pipelines: learned, ...keys }, runs, hours, all);
  const minutes = (name: string) =>
    (posted.get(name) ?? []).filter((one) => one.includes(text)).map((one) => Number.parseInt(one, 10));
  return all.map(minutes);
}

const missed = "did not run";
const first = { at: 30 };

describe("a learned schedule of a pipeline with routes", () => {
  it("is missed once at each target, at one whose chat is down when it is up again", async () => {
    const hours = [late, late + 60, late + 120].map((at) => ({ at: at + day }));
    const [now, ...later] = hours;
    const down = { at: late + day, failing: [onCall] };
    assert.ok(now);
    const runs = daily("payments", [1]);
    assert.deepEqual(await told(missed, runs, [first, down, ...later]), [
      [],
      [late + day],
      [late + day + 60],
    ]);
  });

  it("is missed again after one that a maintenance window hid, and then repeated", async () => {
    const keys = { quiet: [{ schedule: "0 3 * * Sat", hours: 1 }] };
    const hours = [1, 2, 3].flatMap((days) => [late, late + 60].map((at) => ({ at: at + days * day })));
    const runs = daily("billing export", [1, 2, 3]);
    assert.deepEqual(await told(missed, runs, [first, ...hours], keys), [
      [],
      [2, 3].map((days) => days * day + late),
      [],
    ]);
  });

  it("stays learned when the first report to a new target fails", async () => {
    const runs = daily("payments", [1, 3]);
    const hours = [
      { ...first, targets: [own, billing] },
      { at: day + late, targets: [own, billing] },
      { at: 2 * day + late, targets: [own, billing] },
      { at: 3 * day + late, failing: [onCall] },
      { at: 3 * day + late + 60 },
    ];
    assert.deepEqual(await told(missed, runs, hours), [
      [],
      [day + late, 3 * day + late],
      [3 * day + late + 60],
    ]);
  });

  it("that has changed is told once, whichever chat is down", async () => {
    const moved = daily("stock levels", [], (index) => (index > 0 ? 60 : 0));
    const failures = [{ at: day + 90, pipeline: "payments", result: "failed" }];
    const hours = [day + late, day + late + 60, day + late + 120].map((at) => ({ at, failing: [billing] }));
    const [change] = await told("has a new schedule", [...moved, ...failures], [first, ...hours]);
    assert.deepEqual(change, [day + late]);
  });

  it("that has changed is told where the pipeline's problems are, again to a chat that was down", async () => {
    const moved = daily("payments", [], (index) => (index > 0 ? 60 : 0));
    const [now, next] = [day + late, day + late + 60];
    const hours = [{ at: now, failing: [onCall] }, { at: next }, { at: next + 60 }];
    assert.deepEqual(await told("has a new schedule", moved, [first, ...hours]), [[], [now], [next]]);
  });

  it("that the runs contradict is told where the pipeline's problems are", async () => {
    const given = { ...pipelines, "billing export": { owner: "Billing team", schedule: "0 12 * * *" } };
    const keys = { pipelines: { ...given, default: learned.default } };
    const posted = await told("no scheduled run came", daily("billing export"), [first], keys);
    assert.deepEqual(posted, [[], [first.at], []]);
  });

  it("stays learned while the chat of others is down for weeks", async () => {
    const runs = daily("stock levels", [10, 12]).filter(({ at }) => at > -14 * day);
    const days = Array.from({ length: 13 }, (_, index) => index);
    const failures = days.map((index) => ({ at: index * day + 40, pipeline: "payments", result: "failed" }));
    const down = days.map((index) => ({ at: index * day + late, failing: [onCall] }));
    assert.deepEqual(await told(missed, [...runs, ...failures], [first, ...down]), [
      [10 * day + late, 12 * day + late],
      [],
      [],
    ]);
  });

  it("is missed once, although the chat of others is down and everything is repeated", async () => {
    const runs = daily("stock levels", [1, 2, 3]);
    const days = [1, 2, 3];
    const failures = days.map((index) => ({ at: index * day + 40, pipeline: "payments", result: "failed" }));
    const down = days.map((index) => ({ at: index * day + late, failing: [onCall] }));
    const keys = { notify: "all", window: "since_last_report" };
    assert.deepEqual(await told(missed, [...runs, ...failures], [first, ...down], keys), [
      [day + late],
      [],
      [],
    ]);
  });

  it("is missed with its evidence after business hours, too", async () => {
    const runs = daily("stock levels", [0]);
    const keys = { business_hours: "Mon-Fri 08:00-18:00" };
    const hours = [{ at: -60 }, { at: late }, { at: 360 }, { at: 420 }];
    const evidence = "did not run at 2026-11-20 03:19 UTC (every day for 4 weeks)";
    assert.deepEqual(await told(evidence, runs, hours, keys), [[360], [], []]);
  });
});
