import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readPage } from "../pages";
import { ofOwnPipeline } from "./extras-stage";
import { now, withStage } from "./monitor-stage";
import { domain, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

/** The first block of code of a page in a language that has some text. */
function blockOf(page: string, language: string, part: string): string {
  const blocks = [...readPage(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const found = blocks.find(([, name, text = ""]) => name === language && text.includes(part));
  return found?.[2] ?? assert.fail(`${page} has no ${language} with ${part}`);
}

/** The inputs of the one task that a pipeline of the page runs. */
function inputsOf(yaml: string): Record<string, string> {
  const { steps }: { steps: { inputs?: Record<string, string> }[] } = parse(yaml);
  return steps.at(-1)?.inputs ?? {};
}

describe("files to paste in the documentation", () => {
  const monitorAgent = useAgent();
  const registerAgent = useAgent();

  it("are a monitor that works as pasted, but for the URL, without connection or secret", async () => {
    const page = "docs/monitor/quickstart.md";
    const json = blockOf(page, "json", "url_base");
    const yaml = blockOf(page, "yaml", "PipelineMonitor@");
    await withStage(
      monitorAgent(),
      { runs: [{ id: 1, result: "failed" }], service: { authorizations: ["Bearer job-token"] } },
      async (service, chat) => {
        const config = JSON.stringify({ ...JSON.parse(json), url_base: service.address.href });
        writeFileSync(join(monitorAgent().sourcesFolder, "monitor.json"), config);
        const { result, outputs, summaries } = await monitorAgent().run({
          task: "PipelineMonitor",
          inputs: inputsOf(yaml),
          jobToken: "job-token",
          clockStartsAt: now,
          variables: ofOwnPipeline(service, 900),
        });
        assert.deepEqual([result, outputs["delivered"], chat.requests], ["Succeeded", "testOnly", []]);
        assert.equal(Object.keys(summaries).length, 1);
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
