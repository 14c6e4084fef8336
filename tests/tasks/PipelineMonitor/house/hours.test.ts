// Needs: mutes
import assert from "node:assert/strict";
import { assertTexts, ended, nothing, playHours } from "../monitor-stage";

const entry = (settings: object) => ({
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, "nightly import": settings },
});
const failed = { id: 5, result: "failed" };

describe("the hours of a monitor", () => {
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
});
