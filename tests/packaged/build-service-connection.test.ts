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

  it("reads it by a name and a password too, as Azure DevOps Server knows them", async () => {
    const { service, issues } = await withConnection({
      scheme: "UsernamePassword",
      parameters: { username: "DOMAIN\\reader", password: token },
    });
    const expected = `Basic ${Buffer.from(`DOMAIN\\reader:${token}`).toString("base64")}`;
    assert.equal(service.requests[0]?.headers.authorization, expected);
    assert.match(
      issues[0]?.message ?? "",
      /The token of buildServiceConnection has expired or may not read builds/,
    );
  });

  it("wins over BUILD_AUTH, which is said", async () => {
    const other = Buffer.from(":canary-another-token").toString("base64");
    const { result, issues } = await withConnection({}, { env: { BUILD_AUTH: other } });
    assert.equal(result, "Succeeded");
    assert.deepEqual(issues, [
      {
        type: "warning",
        message: "buildServiceConnection takes precedence over BUILD_AUTH, which is ignored.",
      },
    ]);
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

  it("may lead to a project of the organization, as people copy addresses", async () => {
    const { result } = await withConnection((address) => ({ url: `${address}Contoso/Night%20Shift/` }));
    assert.equal(result, "Succeeded");
  });

  it("without a token is said before anything is sent", async () => {
    const { issues } = await withConnection({ parameters: {} });
    assert.match(issues[0]?.message ?? "", /buildServiceConnection: contains neither a token nor a password/);
  });
});
