import assert from "node:assert/strict";
import { perform, reportIn } from "./monitor-stage";
import { useAgent } from "./use-agent";

const failing = [{ id: 7, result: "failed", logs: ["an error"] }];

/** A server of one's own has collections below a path, where the cloud has organizations at the top. */
describe("packaged PipelineMonitor on an Azure DevOps Server", () => {
  const agent = useAgent();

  for (const [collection, segment] of [
    ["Collection", "Collection"],
    ["Default Collection", "Default%20Collection"],
  ] as const) {
    const service = { basePath: "/tfs/", organization: collection };

    it(`asks below the path of the collection (${collection}), and links to there`, async () => {
      const performed = await perform(agent(), { runs: failing, service });
      const { href } = performed.service.address;
      const project = `${href}${segment}/Night%20Shift`;
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

    for (const named of new Set([segment, collection]))
      it(`uses the job's own token where the job runs in that collection (${named})`, async () => {
        const { result, log } = await perform(agent(), {
          runs: failing,
          service: { ...service, authorizations: ["Bearer canary-job-token"] },
          step: ({ address }) => ({
            env: {},
            jobToken: "canary-job-token",
            variables: { "System.CollectionUri": `${address.href}${named}/` },
          }),
        });
        assert.equal(result, "Succeeded", log.join("\n"));
        assert.match(log[0] ?? "", /with the job access token\.$/);
      });
  }

  it("keeps the job's own token from another collection of the same server, and from the same name elsewhere on it", async () => {
    for (const own of ["tfs/Other/", "tfs/", "Collection/", "other/Collection/"]) {
      const { issues, service } = await perform(agent(), {
        service: { basePath: "/tfs/", organization: "Collection" },
        step: ({ address }) => ({
          env: {},
          jobToken: "canary-job-token",
          variables: { "System.CollectionUri": `${address.origin}/${own}` },
        }),
      });
      assert.match(
        issues[0]?.message ?? "",
        /the job access token is valid only in the pipeline's own organization/,
      );
      assert.deepEqual(service.requests, []);
    }
  });
});
