import assert from "node:assert/strict";
import { worksAgain } from "../works-again";
import { fail, hour, useReportWindow } from "./report-window-stage";

const changes = { notify: "changes", window: undefined, explain_failures: true };
const noSpace = ["1", "2", "3", "4", "##[error]write failed: No space left on device"];

describe("packaged PipelineMonitor, notify changes", () => {
  const { stage } = useReportWindow();

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
      fail(service, 3, hour + 1800, { result: "succeeded", runSeconds: 60 });
      const third = await watch({ start: 2 * hour });
      assert.match(third.report.join("\n"), new RegExp(String.raw`nightly import .*${worksAgain(2)}, .*\.$`));
      fail(service, 4, 2 * hour + 1800, { logs: noSpace });
      assert.deepEqual((await watch({ start: 3 * hour })).ids, [4]);
    }, changes);
  });
});
