import assert from "node:assert/strict";
import { byConnections, oneFailure, perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** Both are debugged: the stage looks for their secrets in whatever the step leaves. */
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

  it("give a token to no other organization than their own", async () => {
    const named = ["https://dev.azure.com/contoso", "http://127.0.0.1:9/contoso", "no address"];
    for (const url of [...named, undefined]) {
      const { result, issues, service } = await perform(agent(), {
        runs: oneFailure,
        step: (build, channel) => {
          const { inputs, connections, ...connected } = byConnections(build, channel);
          const entries = Object.entries(connections).map(([name, connection]) =>
            connection.type === "externaltfs"
              ? [name, { ...connection, url: url ?? build.address.href }]
              : [name, connection],
          );
          return {
            ...connected,
            ...{ variables, inputs: { configFile: "monitor.json", ...inputs } },
            connections: Object.fromEntries(entries),
          };
        },
      });
      assert.deepEqual([result, service.requests], ["Failed", []]);
      assert.match(
        issues[0]?.message ?? "",
        /^1 problem found; nothing was checked or posted\.\n- buildServiceConnection: does not lead to http/,
      );
    }
  });
});
