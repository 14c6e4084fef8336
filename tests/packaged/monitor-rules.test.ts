import assert from "node:assert/strict";
import { allWell } from "../../tasks/PipelineMonitor/render/lines";
import { perform, reportIn } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("packaged PipelineMonitor, rule by rule", () => {
  const agent = useAgent();

  it("rule 7: posts what it has printed, also of names in other scripts", async () => {
    for (const pipeline of ["ייבוא לילי", "استيراد", "夜間取込", "a\u202eb\u2066c", "🏴\u{e0067}"]) {
      const { log, chat } = await perform(agent(), {
        runs: [{ id: 1, pipeline, buildNumber: pipeline, result: "failed", logs: ["x"] }],
      });
      assert.deepEqual(chat.texts, [reportIn(log).join("\n").replaceAll("_", "\\_")], pipeline);
    }
  });

  it("quiet hour: one request, nothing posted", async () => {
    const { service, chat, log, outputs } = await perform(agent(), { runs: [{ id: 1 }] });
    assert.equal(service.requests.length, 1);
    assert.deepEqual(chat.requests, []);
    assert.deepEqual(log, [
      `Reading the runs of ${service.address.href}contoso/Night%20Shift with BUILD_AUTH.`,
      allWell,
      "0 problems in 1 run; nothing to post.",
    ]);
    assert.deepEqual(outputs, { runCount: "1", issueCount: "0", delivered: "notNeeded" });
  });
});
