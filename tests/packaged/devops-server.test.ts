import assert from "node:assert/strict";
import { perform, reportIn } from "./monitor-stage";
import { useAgent } from "./use-agent";

const failing = [{ id: 7, result: "failed", logs: ["an error"] }];

/** A server of one's own has collections below a path, where the cloud has organizations at the top. */
describe("packaged PipelineMonitor on an Azure DevOps Server", () => {
  const agent = useAgent();

  const service = { basePath: "/tfs/", organization: "Default Collection" };

  it("asks below the path of the collection, and links to there", async () => {
    const performed = await perform(agent(), { runs: failing, service });
    const { href } = performed.service.address;
    const project = `${href}Default%20Collection/Night%20Shift`;
    assert.match(href, /\/tfs\/$/);
    assert.deepEqual(
      performed.service.requests.map(({ target }) => target.split("?")[0]),
      ["", "/7/logs", "/7/logs/1"].map((end) => `${new URL(project).pathname}/_apis/build/builds${end}`),
    );
    const line = reportIn(performed.log)[1] ?? "";
    assert.ok(line.includes(`](${project}/_build/results?buildId=7)`), line);
    assert.ok(line.endsWith(`[log](${project}/_apis/build/builds/7/logs/1)`), line);
    assert.equal(performed.chat.texts.join().replaceAll("\\_", "_"), reportIn(performed.log).join("\n"));
  });

  it("uses the job's own token where the job runs in that collection", async () => {
    const { result, log } = await perform(agent(), {
      runs: failing,
      service: { ...service, authorizations: ["Bearer canary-job-token"] },
      step: ({ address }) => ({
        env: {},
        jobToken: "canary-job-token",
        variables: { "System.CollectionUri": `${address.href}Default Collection/` },
      }),
    });
    assert.equal(result, "Succeeded", log.join("\n"));
    assert.match(log[0] ?? "", /with the job access token\.$/);
  });
});
