import assert from "node:assert/strict";
import type { RunSketch } from "../sandbox/runs";
import { failed, failing, header, report } from "./extras-stage";
import { now } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** At 03:19 UTC, by the clock of the stage. */
const midnight = Date.UTC(2026, 10, 20);

/** A run that was queued at an hour and minute of the night. */
function queuedAt(id: number, hour: number, minute: number, changes: RunSketch = {}): RunSketch {
  const queued = midnight + (hour * 60 + minute) * 60_000;
  return { id, runSeconds: 60, queuedSeconds: 0, finishedSecondsAgo: (now - queued) / 1000 - 60, ...changes };
}

describe("packaged PipelineMonitor, schedules", () => {
  const agent = useAgent();
  const scheduled = (schedule: string | string[], settings: object = {}) => ({
    pipelines: {
      default: { max_proc_time: 900, min_proc_time: 30 },
      "nightly import": { schedule, ...settings },
    },
  });
  const missing = (minute: string) => `nightly import did not run at 2026-11-20 ${minute} UTC.`;

  it("tell of each time without a run near it, before what is wrong with runs", async () => {
    const { lines, outputs } = await report(
      agent(),
      [queuedAt(1, 2, 30), failing(2, ["x"], { pipeline: "price feed", finishedSecondsAgo: 60 })],
      scheduled("*/30 * * * *"),
    );
    assert.deepEqual(lines, [header, failed(2, 5).replace("nightly import", "price feed"), missing("03:00")]);
    assert.equal(outputs["issueCount"], "2");
  });

  it("ask once, for the time that is needed, and nothing while nothing was due", async () => {
    const due = await report(agent(), [queuedAt(1, 3, 0)], scheduled(["0 3 * * *", "30 2 * * *"]));
    assert.deepEqual(due.requests.slice(1), [
      "?minTime=2026-11-20T02:29:00Z&statusFilter=all&queryOrder=queueTimeDescending&api-version=7.1-preview.7",
    ]);
    const idle = await report(agent(), [queuedAt(1, 3, 0)], scheduled("0 12 * * *"));
    assert.equal(idle.requests.length, 1);
    const unchecked = await report(agent(), [], {
      ...scheduled("0 3 * * *", { check_flag: false }),
      run_ct_min: -1,
    });
    assert.equal(unchecked.requests.length, 1);
  });
});
