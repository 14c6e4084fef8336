import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import * as v from "valibot";
import { readPage } from "../pages";
import { argumentsOf, expand, parametersSchema } from "../sandbox/pipeline-template";
import { ofOwnPipeline } from "./extras-stage";
import { byConnections, now, withStage } from "./monitor-stage";
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

  it("are a monitor that works as pasted, but for the URL, with the connection to the channel alone", async () => {
    const page = "docs/monitor/quickstart.md";
    const json = blockOf(page, "json", "url_base");
    const yaml = blockOf(page, "yaml", "PipelineMonitor@");
    await withStage(
      monitorAgent(),
      { runs: [{ id: 1, result: "failed" }], service: { authorizations: ["Bearer job-token"] } },
      async (service, chat) => {
        const config = JSON.stringify({ ...JSON.parse(json), url_base: service.address.href });
        writeFileSync(join(monitorAgent().sourcesFolder, "monitor.json"), config);
        const { operations } = byConnections(service, chat).connections;
        const run = (chosen: Record<string, string>) =>
          monitorAgent().run({
            task: "PipelineMonitor",
            inputs: inputsOf(yaml, chosen),
            connections: { "operations-channel": operations ?? assert.fail() },
            jobToken: "job-token",
            clockStartsAt: now,
            variables: ofOwnPipeline(service, 900),
          });
        const { result, outputs, summaries } = await run({});
        assert.deepEqual([result, outputs["delivered"], chat.texts], ["Succeeded", "testOnly", []]);
        assert.equal(Object.keys(summaries).length, 1);
        await run({ action: "testMessage" });
        assert.deepEqual(chat.texts, [`**${blockOf(page, "", "Test message").trim()}**`]);
      },
    );
  });

  for (const page of ["README.md", "docs/domain/check.md", "docs/marketplace.md"])
    it(`${page}: a check that works as pasted, but for URL and domain, without a credential`, async () => {
      const yaml = blockOf(page, "yaml", "DomainRegister@");
      const { result, outputs } = await registerOnce(registerAgent(), {
        step: (_, rdap) => ({
          env: {},
          inputs: { ...inputsOf(yaml), domain, rdapUrl: rdap.server.href },
        }),
      });
      assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "notChecked"]);
    });
});
