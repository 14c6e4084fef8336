import assert from "node:assert/strict";
import { type SandboxChat, startChat } from "../sandbox/chat";
import { perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

const config = {
  test_flag: false,
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, invoices: { owner: "Billing team" } },
  routes: [{ owners: ["Billing team"], webhook: "BILLING_WEBHOOK" }],
};
const runs = ["invoices", "nightly import"].map((pipeline, index) => ({
  ...{ id: index + 1, definitionId: index + 1, pipeline, result: "failed", logs: ["x"] },
}));

describe("packaged PipelineMonitor, routes", () => {
  const agent = useAgent();
  const pipelinesIn = ({ texts }: SandboxChat) => texts.join().match(/^(invoices|nightly import)/gm);

  it("post to each chat what it takes; the log and the summary have everything", async () => {
    const billing = await startChat();
    const { chat, outputs, log, summaries } = await perform(agent(), {
      ...{ runs, config },
      step: () => ({
        env: { BUILD_AUTH: "$(BUILD_AUTH)", BILLING_WEBHOOK: "$(BILLING)" },
        secrets: { BILLING: billing.webhook.href },
      }),
    }).finally(() => billing.close());
    assert.deepEqual([pipelinesIn(chat), pipelinesIn(billing)], [["nightly import"], ["invoices"]]);
    assert.deepEqual([outputs["delivered"], outputs["issueCount"]], ["sent", "2"]);
    for (const text of [log.join("\n"), JSON.stringify(summaries)])
      assert.match(text, /nightly import.*invoices/s);
  });
});
