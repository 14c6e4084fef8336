import assert from "node:assert/strict";
import { byConnections, oneFailure, perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** The step is debugged: the stage looks for its secrets in whatever it leaves. */
describe("connections of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const variables = { "System.Debug": "true" };

  it("lead to the channel and to another organization", async () => {
    const { result, outputs, log, chat } = await perform(agent(), {
      runs: oneFailure,
      step: (service, channel) => {
        const connected = byConnections(service, channel);
        return { ...connected, variables, inputs: { configFile: "monitor.json", ...connected.inputs } };
      },
    });
    assert.deepEqual([result, outputs["issueCount"], chat.texts.length], ["Succeeded", "1", 1]);
    assert.match(log.join("\n"), / with buildServiceConnection\.$/m);
  });
});
