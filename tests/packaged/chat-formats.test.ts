import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderForProduct } from "../sandbox/chat-page";
import { makeAuthority } from "../sandbox/identity";
import { startProxy } from "../sandbox/proxy";
import { perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("chatFormat of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const failed = (id: number, pipeline = "nightly import") => ({
    id,
    pipeline,
    result: "failed",
    logs: ["x"],
  });
  const inputs = (chatFormat: string) => ({
    configFile: "monitor.json",
    webhookUrl: "$(WEBHOOK_URL)",
    chatFormat,
  });

  // What the other products take is tested in shared/chat/limits.test.ts.
  it("slack: is taken by the product, whatever pipelines are called, and however many failed", async () => {
    const hostile = failed(150, "@channel <!here> *b* [x](y) ##vso[task.complete]");
    const many = Array.from({ length: 149 }, (_, index) => failed(index + 1, `nightly import ${index}`));
    const { outputs, chat } = await perform(agent(), {
      runs: [hostile, ...many],
      chatProduct: "slack",
      step: { inputs: inputs("slack") },
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

  // elastic/kibana#73061, apify/crawlee-python#2155: Slack takes no longer title, so its end was lost, or the message.
  it("slack: has the whole title of a long right-to-left name", async () => {
    const { chat } = await perform(agent(), {
      runs: [failed(1, "\u05d9".repeat(190))],
      chatProduct: "slack",
      step: { inputs: inputs("slack") },
    });
    assert.match(chat.texts.join(), /^\{"text":"🔴 \u2068\u05d9+…\u2069 failed",/);
    assert.match(chat.texts.join(), /"type":"header","text":\{[^}]*"🔴 \u2068\u05d9+…\u2069 failed"/);
  });

  it("auto goes by the webhook's address", async () => {
    const authority = await makeAuthority("Everybody");
    const caFile = join(agent().sourcesFolder, "..", "everybody.pem");
    writeFileSync(caFile, authority.cert);
    const proxy = await startProxy("user", "canary-proxy-password");
    try {
      for (const [host, product] of [
        ["hooks.slack.com", "slack"],
        ["mattermost.example", "markdown"],
      ] as const) {
        const { outputs, chat } = await perform(agent(), {
          runs: [failed(1)],
          chatProduct: product,
          chatIdentity: await authority.issue(host),
          step: {
            variables: {
              "Agent.CAInfo": caFile,
              "Agent.ProxyUrl": proxy.address.href,
              "Agent.ProxyUsername": "user",
              "Agent.ProxyBypassList": '["127\\\\.0\\\\.0\\\\.1"]',
            },
            secrets: { "Agent.ProxyPassword": "canary-proxy-password" },
          },
        });
        assert.deepEqual([outputs["delivered"], chat.texts.length], ["sent", 1], host);
      }
      assert.equal(proxy.tunnels.length, 2);
    } finally {
      await proxy.close();
    }
  });
});
