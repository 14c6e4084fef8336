import assert from "node:assert/strict";
import type { Connection } from "../sandbox/agent-environment";
import { buildAuth, oneFailure, perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("webhookConnection of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const channel = (apitoken: string): Record<string, Connection> => ({
    operations: {
      type: "pipelinekeeperwebhook",
      url: "https://webhook.invalid/",
      scheme: "Token",
      parameters: { apitoken },
    },
  });
  const inputs = { configFile: "monitor.json", webhookConnection: "operations" };

  it("is where the message goes, and its address is a secret", async () => {
    const { result, chat } = await perform(agent(), {
      runs: oneFailure,
      step: (_, { webhook }) => ({
        inputs,
        secrets: { BUILD_AUTH: buildAuth },
        connections: channel(webhook.href),
        variables: { "System.Debug": "true" },
      }),
    });
    assert.deepEqual([result, chat.texts.length], ["Succeeded", 1]);
  });

  it("wins over webhookUrl and WEBHOOK_URL, which is said", async () => {
    const { chat, issues } = await perform(agent(), {
      runs: oneFailure,
      step: (_, { webhook }) => ({
        inputs: { ...inputs, webhookUrl: "https://canary.example/other" },
        env: { BUILD_AUTH: "$(BUILD_AUTH)", WEBHOOK_URL: "https://canary.example/third" },
        connections: channel(webhook.href),
      }),
    });
    assert.equal(chat.texts.length, 1);
    assert.deepEqual(issues, [
      {
        type: "warning",
        message: "webhookConnection takes precedence over webhookUrl and WEBHOOK_URL, which are ignored.",
      },
    ]);
  });

  it("that the pipeline may not use, or whose address is none, is said before anything is sent", async () => {
    for (const [connections, fault] of [
      [
        {},
        /^1 problem found; nothing was checked or posted\.\n- webhookConnection: there is no such service connection here/,
      ],
      [
        channel(""),
        /^1 problem found; nothing was checked or posted\.\n- webhookConnection: has no URL; enter it in the service connection\n/,
      ],
      [channel("http://canary.example/x"), /webhookConnection: must start with https:\/\//],
    ] as const) {
      const { result, issues, service } = await perform(agent(), { step: { inputs, connections } });
      assert.deepEqual([result, service.requests], ["Failed", []]);
      assert.match(issues[0]?.message ?? "", fault);
    }
  });
});
