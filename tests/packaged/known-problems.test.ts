import assert from "node:assert/strict";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { RunSketch } from "../sandbox/runs";
import { worksAgain } from "../works-again";
import { fail, hour, useReportWindow } from "./report-window-stage";

const changes = { notify: "changes", window: undefined, explain_failures: true };
const noSpace = ["1", "2", "3", "4", "##[error]write failed: No space left on device"];

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
      assert.match(third.report.join("\n"), new RegExp(String.raw`nightly import .*${worksAgain(2)}, .*\.$`));
      fail(service, 4, 2 * hour + 1800, { logs: noSpace });
      assert.deepEqual((await watch({ start: 3 * hour })).ids, [4]);
    }, changes);
  });

  it("takes no run for the recovery that was queued before the one that failed", async () => {
    await stage(
      async (watch, service, chat) => {
        fail(service, 2, -600);
        await watch({ start: 0 });
        ok(service, 1, 1800, { runSeconds: 2580, queuedSeconds: 200 });
        assert.match(
          (await watch({ start: hour })).report.join(),
          /^No new pipeline errors\. 1 known problem/,
        );
        assert.equal(chat.texts.length, 1);
      },
      {
        ...changes,
        pipelines: { default: { max_proc_time: 3600, min_proc_time: 30 } },
      },
    );
  });
});
