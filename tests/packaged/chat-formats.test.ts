import assert from "node:assert/strict";
import { renderForProduct } from "../sandbox/chat-page";
import { perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("chatFormat of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const failed = (id: number, pipeline: string) => ({ id, pipeline, result: "failed", logs: ["x"] });

  // What the other products take is tested in shared/chat/limits.test.ts.
  it("slack: is taken by the product, whatever pipelines are called, and however many failed", async () => {
    const hostile = failed(150, "@channel <!here> *b* [x](y) ##vso[task.complete]");
    const many = Array.from({ length: 149 }, (_, index) => failed(index + 1, `nightly import ${index}`));
    const { outputs, chat } = await perform(agent(), {
      runs: [hostile, ...many],
      chatProduct: "slack",
      step: { inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", chatFormat: "slack" } },
    });
    assert.deepEqual([outputs["delivered"], chat.texts.length], ["sent", 1]);
    const shown = await renderForProduct("slack", chat.texts.join());
    assert.match(shown, /Night Shift: 150 problems: .*, and more</);
    assert.match(shown, /150 runs checked, 02:18–03:19 UTC/);
    assert.match(shown, /[@＠]channel [&‹]/);
    const [, left = "0"] = /(\d+) more problems.*nightly import/.exec(shown) ?? [];
    const links = shown.match(/buildId=\d+"/g)?.length ?? 0;
    assert.deepEqual([links + Number(left), left !== "0"], [150, true]);
  });
});
