import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { overview, under } from "../pages";
import { now, withStage } from "./monitor-stage";
import { domain, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

/** The blocks of code under a heading of the marketplace's page, by their language. */
function blocksUnder(heading: string): Record<string, string> {
  const blocks = [...under(heading, overview()).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return Object.fromEntries(blocks.map(([, language = "", text = ""]) => [language, text]));
}

/** The inputs of the one task that a pipeline of the page runs. */
function inputsOf(yaml: string): Record<string, string> {
  const { steps }: { steps: { inputs?: Record<string, string> }[] } = parse(yaml);
  return steps.at(-1)?.inputs ?? {};
}

describe("first steps on the marketplace's page", () => {
  const monitorAgent = useAgent();
  const registerAgent = useAgent();

  it("PipelineMonitor: the two files work as they stand, but for the address, with the job's own token", async () => {
    const { json = "", yaml = "" } = blocksUnder("First steps: PipelineMonitor");
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
          variables: { "System.CollectionUri": `${service.address.href}contoso/` },
        });
        assert.deepEqual([result, outputs["delivered"], chat.requests], ["Succeeded", "testOnly", []]);
        assert.equal(Object.keys(summaries).length, 1);
      },
    );
  });

  it("DomainRegister: the check works as it stands, but for address and domain, without a credential", async () => {
    const { yaml = "" } = blocksUnder("First steps: DomainRegister");
    const { result, outputs } = await registerOnce(registerAgent(), {
      inputs: { ...inputsOf(yaml), domain, requestFile: "", maxPrice: "", receiptFolder: "" },
      step: (registrar) => ({
        env: {},
        inputs: {
          ...inputsOf(yaml),
          domain,
          apiUrl: registrar.environments.test.base.href,
        },
      }),
    });
    assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "notAvailable"]);
  });
});
