import assert from "node:assert/strict";
import type { BuildServiceOptions } from "../sandbox/build-service";
import { jobToken } from "../sandbox/entra";
import { sandboxTracker } from "../sandbox/work-items";
import { performWithoutToken } from "./entra-stage";
import { oneFailure } from "./monitor-stage";
import { useAgent } from "./use-agent";

// The job's token is refused at the address that the agent does not name: little-fort/ado-copilot-code-review #22, #23.
const host = "contoso.visualstudio.com";

describe("packaged PipelineMonitor in an organization with its address from before September 2018", () => {
  const agent = useAgent();
  const report = (
    config: Record<string, unknown>,
    configFile = "monitor.json",
    service: Partial<BuildServiceOptions> = {},
  ) =>
    performWithoutToken(agent(), {
      ...{ host, runs: oneFailure },
      config: { organization: "contoso", project: "Night Shift", notify: "changes", ...config },
      // The organization is in the host, not in the path.
      service: {
        organization: "",
        basePath: "",
        project: "Night Shift",
        authorizations: [`Bearer ${jobToken}`],
        ...service,
      },
      step: {
        inputs: { azureDevOpsConnection: "", configFile },
        variables: {
          ...{ "System.CollectionUri": `https://${host}/`, "System.OidcRequestUri": "" },
          ...{ "System.DefinitionId": "12", "Build.BuildId": "900" },
        },
      },
    });

  for (const [form, config, file] of [
    ["no file", {}, ""],
    ["a file", { url_base: "https://dev.azure.com/" }, "monitor.json"],
    ["a file in capitals", { url_base: "https://dev.azure.com/", organization: "CONTOSO" }, "monitor.json"],
  ] as const)
    it(`reads its project by the job access token with ${form}, at the address that the agent names`, async () => {
      const { outputs, log, entra, chat } = await report(config, file);
      assert.deepEqual([outputs["issueCount"], outputs["delivered"]], ["1", "sent"], log.join("\n"));
      assert.deepEqual(new Set(entra.proxy.tunnels), new Set([`${host}:443`]));
      assert.match(chat.texts[0] ?? "", /https:\/\/contoso\.visualstudio\.com\/Night%20Shift\//);
    });

  it("opens work items there, too, with that token", async () => {
    const tracker = sandboxTracker();
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 30, severity: "high" } };
    const keys = { pipelines, tickets: { type: "Issue" } };
    const { entra, log } = await report(keys, "monitor.json", { tracker });
    assert.deepEqual([tracker.events, tracker.violations], [["create 1"], []], log.join("\n"));
    assert.deepEqual(new Set(entra.proxy.tunnels), new Set([`${host}:443`]));
  });
});
