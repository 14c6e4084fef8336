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
  let billing: SandboxChat;
  beforeEach(async () => {
    billing = await startChat();
  });
  afterEach(() => billing.close());

  const report = (arrange: (chat: SandboxChat) => void = () => undefined) =>
    perform(agent(), {
      ...{ runs, config, arrange: (_, chat) => arrange(chat) },
      step: () => ({
        env: { BUILD_AUTH: "$(BUILD_AUTH)", BILLING_WEBHOOK: "$(BILLING)" },
        secrets: { BILLING: billing.webhook.href },
      }),
    });
  const pipelinesIn = ({ texts }: SandboxChat) => texts.join().match(/^(invoices|nightly import)/gm);

  it("post to each chat what it takes; the log and the summary have everything", async () => {
    const { chat, outputs, log, summaries } = await report();
    assert.deepEqual([pipelinesIn(chat), pipelinesIn(billing)], [["nightly import"], ["invoices"]]);
    assert.deepEqual([outputs["delivered"], outputs["issueCount"]], ["sent", "2"]);
    for (const text of [log.join("\n"), JSON.stringify(summaries)])
      assert.match(text, /nightly import.*invoices/s);
  });

  it("say where the URL is set that their chat does not know", async () => {
    const gone = { when: () => true, reply: { status: 404 } };
    billing.faults.push(gone);
    const { log } = await report((chat) => chat.faults.push(gone));
    const places = log.join("\n").match(/(?<=404 Not Found\. .*put it into ).*(?=\.$)/gm);
    assert.deepEqual(places?.sort(), ["BILLING_WEBHOOK", "webhookConnection, webhookUrl or WEBHOOK_URL"]);
    assert.match(log.join("\n"), /2 problems in 2 runs; not everything could be delivered\.$/m);
  });
});
