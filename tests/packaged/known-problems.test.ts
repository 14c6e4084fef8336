import assert from "node:assert/strict";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { RunSketch } from "../sandbox/runs";
import { fail, hour, useReportWindow } from "./report-window-stage";

const changes = { notify: "changes", window: undefined, explain_failures: true };
const noSpace = ["1", "2", "3", "4", "##[error]write failed: No space left on device"];
const timeOut = ["1", "2", "3", "4", "##[error]The job ran longer than the maximum time of 60 minutes."];

describe("packaged PipelineMonitor, notify changes", () => {
  const { stage } = useReportWindow();

  /** Puts a run of the pipeline into the service that finished so many seconds after the first monitor started. */
  const ok = (service: SandboxBuildService, id: number, seconds: number, sketch: RunSketch = {}) =>
    fail(service, id, seconds, { result: "succeeded", runSeconds: 60, ...sketch });

  it("reports a problem once, says what it holds back, and reports the recovery", async () => {
    await stage(async (watch, service, chat) => {
      fail(service, 1, -600, { logs: noSpace });
      assert.deepEqual((await watch({ start: 0 })).ids, [1]);
      fail(service, 2, 1800, { logs: noSpace });
      const second = await watch({ start: hour });
      assert.deepEqual(second.report, [
        "No new pipeline errors. 1 known problem not repeated; next reminder 2026-11-21 03:19 UTC.",
      ]);
      assert.equal(chat.texts.length, 1, "nothing new is no message");
      ok(service, 3, hour + 1800);
      const third = await watch({ start: 2 * hour });
      assert.match(third.report.join("\n"), /nightly import .*works again\.$/);
      fail(service, 4, 2 * hour + 1800, { logs: noSpace });
      assert.deepEqual((await watch({ start: 3 * hour })).ids, [4]);
    }, changes);
  });

  it("reports another cause, and a failure after a slow run", async () => {
    await stage(async (watch, service) => {
      ok(service, 1, -600, { runSeconds: 5000 });
      assert.deepEqual((await watch({ start: 0 })).ids, [1]);
      fail(service, 2, 1800, { logs: noSpace });
      assert.deepEqual((await watch({ start: hour })).ids, [2]);
      fail(service, 3, hour + 1800, { logs: timeOut });
      assert.deepEqual((await watch({ start: 2 * hour })).ids, [3]);
      fail(service, 4, 2 * hour + 1800, { logs: timeOut });
      assert.deepEqual((await watch({ start: 3 * hour })).ids, []);
      const exits = [1, 137, 137].map((code) => [
        ...noSpace.slice(0, 4),
        `##[error]exited with code '${code}'`,
      ]);
      for (const [index, logs] of exits.entries()) {
        fail(service, 5 + index, (3 + index) * hour + 1800, { logs });
        assert.deepEqual((await watch({ start: (4 + index) * hour })).ids, [[5], [6], []][index]);
      }
    }, changes);
  });

  it("reminds after remind_hours, beside what is new", async () => {
    await stage(
      async (watch, service) => {
        const seen = [];
        for (let count = 0; count < 6; count++) {
          fail(service, 10 + count, count * hour - 600, { logs: noSpace });
          seen.push((await watch({ start: count * hour })).ids);
        }
        assert.deepEqual(seen, [[10], [], [], [13], [], []]);
      },
      { ...changes, remind_hours: 3 },
    );
  });

  it("reports again what it cannot know: after a lost message, and without its own pipeline", async () => {
    await stage(async (watch, service, chat) => {
      fail(service, 1, -600, { logs: noSpace });
      chat.faults.push({ when: () => true, reply: { status: 500 } });
      await watch({ start: 0 });
      chat.faults.splice(0);
      fail(service, 2, 1800, { logs: noSpace });
      assert.deepEqual((await watch({ start: hour })).ids, [2, 1], "the message about it was not delivered");
      fail(service, 3, hour + 1800, { logs: noSpace });
      const lost = await watch({ start: 2 * hour, variables: { "Build.BuildId": "" } });
      assert.deepEqual(lost.ids, [3]);
      assert.match(lost.report.at(-1) ?? "", /^Could not check what earlier messages reported;/);
    }, changes);
  });

  it("knows what happened between two reports that are further apart than the hour", async () => {
    await stage(async (watch, service) => {
      fail(service, 1, -600, { logs: noSpace });
      fail(service, 2, -500, { logs: noSpace, pipeline: "price feed", definitionId: 8 });
      assert.deepEqual((await watch({ start: 0 })).ids, [2, 1]);
      ok(service, 3, hour);
      fail(service, 4, hour, { logs: noSpace, pipeline: "price feed", definitionId: 8 });
      fail(service, 5, 4 * hour, { logs: noSpace });
      fail(service, 6, 4 * hour, { logs: noSpace, pipeline: "price feed", definitionId: 8 });
      const { ids, report } = await watch({ start: 4 * hour + 600 });
      assert.deepEqual(ids, [5], report.join("\n"));
    }, changes);
  });

  it("does not lose a problem that is left out of a message because it is muted", async () => {
    const mute = { mute_until: "2026-11-20T05:00Z", mute_reason: "waiting for *the* vendor" };
    const pipelines = {
      default: { max_proc_time: 900, min_proc_time: 30 },
      "nightly *": mute,
    };
    await stage(
      async (watch, service) => {
        fail(service, 1, -600, { logs: noSpace });
        const muted = await watch({ start: 0 });
        assert.deepEqual(muted.report, [
          "No new pipeline errors. 1 issue is muted or in a maintenance window.",
        ]);
        assert.match(muted.summary, /Muted until 2026-11-20 05:00 UTC \(waiting for \\\*the\\\* vendor\)\./);
        assert.match(muted.summary, /nightly \\\* is muted until 2026-11-20 05:00 UTC/);
        fail(service, 2, 1.5 * hour, { logs: noSpace });
        const ended = await watch({ start: 2 * hour });
        assert.deepEqual(ended.ids, [2]);
        assert.match(ended.report.join("\n"), /The mute of nightly .* ended at 2026-11-20 05:00 UTC/);
        const later = await watch({ start: 3 * hour });
        assert.deepEqual(later.report, ["No recent pipeline errors."]);
        assert.match(later.warnings, /the mute of nightly \* ended on 2026-11-20\. Remove/);
      },
      { ...changes, pipelines },
    );
  });

  it("leaves no mark with test_flag, even if it had nothing to report", async () => {
    const test = { ...changes, test_flag: true };
    await stage(async (watch) => assert.deepEqual((await watch({ start: 0 })).tags, []), test);
  });

  it("asks for nothing more than without the key, but for its own pipeline and attachments", async () => {
    await stage(async (watch, service) => {
      fail(service, 1, -600, { logs: noSpace });
      await watch({ start: 0 });
      const before = service.requests.length;
      await watch({ start: hour });
      const paths = service.requests.slice(before).map(({ target }) => target.replace(/^.*_apis\/build/, ""));
      assert.deepEqual(
        paths.map((path) =>
          path
            .replace(/[?&].*$/, "")
            .replace(/[\da-f-]{36}/g, "ID")
            .replace(/-[\da-f]{12}\.json$/, "-TAG.json")
            .replace(/\d{3,}/g, "N"),
        ),
        [
          "/builds",
          "/builds/N/attachments/pipeline-keeper.reported",
          "/builds/N/ID/ID/attachments/pipeline-keeper.reported/monitor-reported-TAG.json",
          "/builds",
        ],
        paths.join("\n"),
      );
    }, changes);
  });
});
