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
});
