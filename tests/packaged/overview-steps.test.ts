import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import * as v from "valibot";
import { readPage } from "../pages";
import { putInCheckout } from "../put-in-checkout";
import { argumentsOf, expand, parametersSchema } from "../sandbox/pipeline-template";
import { ofOwnPipeline } from "./extras-stage";
import { now, withStage } from "./monitor-stage";
import { domain, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

/** The first block of code of a page in a language that has some text. */
function blockOf(page: string, language: string, part: string): string {
  const blocks = [...readPage(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  const found = blocks.find(([, name, text = ""]) => name === language && text.includes(part));
  return found?.[2] ?? assert.fail(`${page} has no ${language} with ${part}`);
}

const pipelineSchema = v.object({
  parameters: v.optional(parametersSchema, []),
  steps: v.array(v.object({ inputs: v.optional(v.record(v.string(), v.unknown()), {}) })),
});

/** The inputs of the one task that a pipeline of the page runs, with chosen parameters. */
function inputsOf(yaml: string, chosen: Record<string, string> = {}): Record<string, string> {
  const { parameters, steps } = v.parse(pipelineSchema, load(yaml));
  const inputs = expand(steps.at(-1)?.inputs, { parameters: argumentsOf(parameters, chosen) });
  return v.parse(v.record(v.string(), v.string()), inputs);
}

describe("files to paste in the documentation", () => {
  const monitorAgent = useAgent();
  const registerAgent = useAgent();

  it("are a monitor that works as pasted into the editor, with the webhook in a secret variable alone", async () => {
    const page = "docs/monitor/quickstart.md";
    const yaml = blockOf(page, "yaml", "PipelineMonitor@");
    assert.equal(yaml, readPage("tasks", "PipelineMonitor", "examples", "pipeline-monitor.yml"));
    assert.ok(yaml.trimEnd().split("\n").length <= 20);
    await withStage(
      monitorAgent(),
      { runs: [{ id: 1, result: "failed" }], service: { authorizations: ["Bearer job-token"] } },
      async (service, chat) => {
        const run = (runId: number, chosen: Record<string, string> = {}, more: Record<string, string> = {}) =>
          monitorAgent().run({
            task: "PipelineMonitor",
            inputs: { ...inputsOf(yaml, chosen), ...more },
            secrets: { WEBHOOK_URL: chat.webhook.href },
            jobToken: "job-token",
            clockStartsAt: now,
            variables: ofOwnPipeline(service, runId),
          });
        const first = await run(900);
        assert.deepEqual(
          [first.result, first.outputs["delivered"]],
          ["Succeeded", "sent"],
          first.log.join("\n"),
        );
        const [text = ""] = chat.texts;
        assert.match(text, /Watching 1 pipeline in Night Shift \(1 ran in the last day\)\./);
        assert.match(text, /nightly import .* failed/);

        const explained = (await run(901, { action: "explain" })).summaries["Pipeline Monitor"] ?? "";
        const [, copied = ""] = /copy as monitor\.json:\n(\{\n[\s\S]*?\n\}\n)/.exec(explained) ?? [];
        writeFileSync(join(monitorAgent().sourcesFolder, "monitor.json"), copied);
        const byFile = await run(902, {}, { configFile: "monitor.json" });
        assert.deepEqual(byFile.tags, first.tags, "the file keeps the memory");
        const { organization, project, url_base, test_flag } = JSON.parse(copied);
        assert.deepEqual(
          [organization, project, url_base, test_flag],
          [service.organization, service.project, service.address.href, false],
        );
      },
    );
  });

  it("are a monitor whose first message says, on a branch beside a protected main, that no schedule starts it", async () => {
    const yaml = blockOf("docs/monitor/quickstart.md", "yaml", "PipelineMonitor@");
    const agent = monitorAgent();
    putInCheckout(agent.sourcesFolder, yaml, "azure-pipelines.yml");
    const repositories = {
      sources: { 99: { yaml: "/azure-pipelines.yml", type: "TfsGit", id: "9a3b" } },
      files: {},
    };
    const service = { authorizations: ["Bearer job-token"], repositories };
    await withStage(agent, { runs: [{ id: 1 }], service }, async (built, chat) => {
      const run = (runId: number, branch: string, reason: string) =>
        agent.run({
          task: "PipelineMonitor",
          inputs: inputsOf(yaml),
          secrets: { WEBHOOK_URL: chat.webhook.href },
          jobToken: "job-token",
          clockStartsAt: now,
          variables: {
            ...ofOwnPipeline(built, runId),
            "Build.SourceBranch": `refs/heads/${branch}`,
            "Build.Reason": reason,
            "Build.Repository.Provider": "TfsGit",
            "Build.Repository.ID": "9A3B",
            "Build.SourcesDirectory": agent.sourcesFolder,
          },
        });
      const byHand = await run(900, "azure-pipelines", "Manual");
      assert.equal(byHand.result, "Succeeded", byHand.log.join("\n"));
      await run(901, "main", "Schedule");
      const [first = "", second = ""] = chat.texts;
      assert.match(first, /This run is on azure-pipelines\. Schedules start only from main: merge it\./);
      assert.match(second, /Started by its schedule\. All is well so far\.$/);
    });
  });

  for (const page of ["README.md", "docs/domain/check.md", "docs/marketplace.md"])
    it(`${page}: a check that works as pasted, but for URL and domain, without a credential`, async () => {
      const yaml = blockOf(page, "yaml", "DomainRegister@");
      const { result, outputs } = await registerOnce(registerAgent(), {
        step: (_, rdap) => ({ env: {}, inputs: { ...inputsOf(yaml), domain, rdapUrl: rdap.server.href } }),
      });
      assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "notChecked"]);
    });
});
