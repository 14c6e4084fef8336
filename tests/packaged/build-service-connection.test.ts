import assert from "node:assert/strict";
import type { Step } from "../sandbox/agent";
import type { Connection } from "../sandbox/agent-environment";
import type { SandboxBuildService } from "../sandbox/build-service";
import { oneFailure, type Performance, perform, token } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("buildServiceConnection of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const inputs = {
    configFile: "monitor.json",
    webhookUrl: "$(WEBHOOK_URL)",
    buildServiceConnection: "fabrikam",
  };

  /** The task with a connection to the organization that its configuration names, but for what is changed. */
  function withConnection(
    changes: Partial<Connection> | ((address: string) => Partial<Connection>),
    step: Partial<Step> = {},
  ): Promise<Performance> {
    return perform(agent(), {
      runs: oneFailure,
      step: (service: SandboxBuildService) => ({
        inputs,
        env: {},
        variables: { "System.Debug": "true" },
        connections: {
          fabrikam: {
            type: "externaltfs",
            url: `${service.address.href}contoso`,
            scheme: "Token",
            parameters: { apitoken: token },
            ...(typeof changes === "function" ? changes(service.address.href) : changes),
          },
        },
        ...step,
      }),
    });
  }

  it("reads another organization by its token", async () => {
    const { result, outputs, log } = await withConnection({});
    assert.deepEqual([result, outputs["issueCount"]], ["Succeeded", "1"]);
    assert.match(log.join("\n"), /Reading the runs of .* with buildServiceConnection\./);
  });

  it("gives its token to no other organization than its own", async () => {
    const named = ["https://dev.azure.com/contoso", "http://127.0.0.1:9/contoso", "no address"];
    const aboveAll = (address: string) => ({ url: address });
    for (const changes of [...named.map((url) => ({ url })), aboveAll]) {
      const { result, issues, service } = await withConnection(changes);
      assert.deepEqual([result, service.requests], ["Failed", []]);
      assert.match(
        issues[0]?.message ?? "",
        /^1 problem found; nothing was checked or posted\.\n- buildServiceConnection: does not lead to http/,
      );
    }
  });
});
