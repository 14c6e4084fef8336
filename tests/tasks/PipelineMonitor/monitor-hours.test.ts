import assert from "node:assert/strict";
import { assertTexts, changes, ended, nothing, playHours, watch } from "./monitor-stage";

const entry = (settings: object) => ({
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, "nightly import": settings },
});
const failed = { id: 5, result: "failed" };

describe("the hours of a monitor", () => {
  it("tell the second failure in a row, across a gap of more than a day, and nothing of a single one", async () => {
    const [defaults, history] = [{ max_proc_time: 900, min_proc_time: 30, after_failures: 2 }, 20];
    const runs = (at: number) => [
      ended(at, -1.5, { id: 1 }),
      ended(at, -0.5, { id: 2, result: "failed" }),
      ...(at < 40 ? [] : [ended(at, 39.5, { id: 3, result: "failed" })]),
      ...(at < 41 ? [] : [ended(at, 40.5, { id: 4 })]),
      ...(at < 42 ? [] : [ended(at, 41.2, failed), ended(at, 41.5, { id: 6 })]),
    ];
    const hours = [0, 1, 40, 41, 42].map((at) => ({ at, runs: runs(at) }));
    const second = /failed, 2nd failure in a row since 2026-11-20 02:49 UTC/;
    const texts = await playHours({ history, pipelines: { default: defaults } }, hours);
    assertTexts(texts, [nothing, nothing, second, /works again after 2 failures/, nothing]);
  });

  it("wait for a muted run that is run again when its mute ends", async () => {
    const texts = await playHours(entry({ mute_until: "2026-11-20T04:00Z" }), [
      { at: 0, runs: [ended(0, -0.2, failed)] },
      { at: 1, runs: [{ id: 5, unfinished: "running", runSeconds: 360 }] },
      { at: 2, runs: [ended(2, 1.8, { id: 5 })] },
    ]);
    assert.doesNotMatch(texts.join("\n"), /inProgress|has finished/);
  });

  it("remember what a mute of weeks has hidden", async () => {
    const hours = [0, 240, 480, 504].map((at) => ({ at, runs: [ended(at, -0.2, failed)] }));
    const texts = await playHours(entry({ mute_until: "2026-12-10" }), hours);
    assertTexts(texts.slice(0, 3), [nothing, nothing, /buildId=5\) failed/]);
  });

  it("report no recovery from a hidden failure", async () => {
    const by = (reason: string) => ({ record: { reason, sourceBranch: "refs/heads/main" } });
    const runs = [ended(0, -0.2, by("schedule")), ended(0, -0.3, { ...failed, ...by("manual") })];
    assertTexts(await playHours({ runs: "scheduled", history: 9 }, [{ at: 0, runs }]), [nothing]);
  });

  it("begin with a greeting, if it is asked for, which is not repeated", async () => {
    const runs = [1, 2, 3].map((id) => ended(0, -0.5, { id, pipeline: `pipeline ${id % 2}` }));
    const greeting = (what: string) =>
      `**Recent pipeline issues**\nWatching ${what}Night Shift. All is well so far.`;
    const texts = await playHours({ greeting: true }, [{ at: 0, runs }, { at: 1 }]);
    assert.deepEqual(texts, [greeting("2 pipelines in "), ""]);
    assert.deepEqual(await playHours({ greeting: true }, [{ at: 0 }]), [greeting("")]);
    assert.deepEqual(await playHours({}, [{ at: 0, runs }]), [""]);
  });

  it("do not begin with a greeting outside a pipeline, or if the last report cannot be read", async () => {
    const keys = { ...changes, greeting: true };
    assert.deepEqual((await watch([], { keys })).posted, []);
    const { posted } = await watch([], { keys, ownPipeline: { unknown: "no token" } });
    assert.doesNotMatch(posted.join(), /Watching/);
  });
});
