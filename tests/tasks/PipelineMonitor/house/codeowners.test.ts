// Needs: codeowners
import assert from "node:assert/strict";
import { causes } from "../../../../tasks/PipelineMonitor/features/causes/causes";
import { codeowners } from "../../../../tasks/PipelineMonitor/features/codeowners/codeowners";
import { missedRuns } from "../../../../tasks/PipelineMonitor/features/missed-runs/missed-runs";
import { didNotStart } from "../../../did-not-start";
import { putInCheckout } from "../../../put-in-checkout";
import { temporaryFolder } from "../../../temporary-folder";
import { agentIn, limits, runs, sources } from "../features/codeowners/codeowners-stage";
import { watch } from "../monitor-stage";

describe("owners by CODEOWNERS, beside other features", () => {
  const folder = temporaryFolder();

  it("give way to the owner of a known issue", async () => {
    putInCheckout(folder(), "* @contoso/ops");
    const logged = runs.map((run) => ({ ...run, logs: ["##[error]ORA-01653"] }));
    const { posted } = await watch(logged.slice(0, 1), {
      features: [causes, codeowners],
      keys: {
        ...{ owners: "codeowners", run_ct_min: -1 },
        known_issues: [{ contains: "ORA-01653", name: "tablespace full", owner: "Data team" }],
      },
      service: () => ({ pipelineSources: async () => assert.fail("nobody is asked for") }),
    });
    assert.match(posted.join(), /Owner: Data team\./);
  });

  it("are those of a pipeline that only a schedule names, if no other has its name", async () => {
    putInCheckout(folder(), "* @contoso/ops");
    for (const [ids, expected] of [
      [[7], new RegExp(String.raw`^monthly ${didNotStart} .* Owner: contoso/ops\.$`, "m")],
      [[7, 8], new RegExp(`^monthly ${didNotStart} (?!.*Owner)`, "m")],
    ] as const) {
      const { posted } = await watch([], {
        agent: agentIn(folder()),
        features: [missedRuns, codeowners],
        keys: {
          ...{ owners: "codeowners", run_ct_min: -1 },
          pipelines: { default: limits, monthly: { schedule: "*/15 * * * *" } },
        },
        service: () => ({
          pipelineSources: async () => sources,
          pipelinesNamed: async () => [...ids],
          queueStatus: async () => "enabled",
        }),
      });
      assert.match(posted.join("\n"), expected);
    }
  });
});
