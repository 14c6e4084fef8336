import assert from "node:assert/strict";
import { ended, memoryPipeline, watch } from "../monitor-stage";

describe("a report without a message while a problem lasts", () => {
  it("is not called calm, whether problems are repeated or not", async () => {
    for (const keys of [{}, { notify: "all" }, { notify: "changes" }]) {
      const pipeline = memoryPipeline();
      const hour = (at: number) =>
        watch([ended(at, 0, { result: "failed" })], {
          ...pipeline(at),
          keys: { run_ct_min: -1, window: "since_last_report", ...keys },
        });
      await hour(0);
      const { report, whole, posted } = await hour(1);
      assert.deepEqual([posted, report.issueCount], [[], 1], JSON.stringify(keys));
      assert.match(
        whole.quietLine,
        /^No new pipeline errors\. 1 known problem not repeated/,
        JSON.stringify(keys),
      );
    }
  });
});
