import assert from "node:assert/strict";
import type { BuildService } from "../../../../../shared/azure-devops/client";
import { pipelineIdOf } from "../../../../../shared/pipeline";
import { explainRepairs } from "../../../../../tasks/PipelineMonitor/features/repair/telling";
import { assertTexts, nothing } from "../../monitor-stage";
import { memoryContext } from "../../report-stage";
import { allowedIn, configFor } from "./repair-stage";

describe("repairs that action explain tells of", () => {
  const explained = async (
    service: Partial<BuildService>,
    pipelines: object,
    retried: readonly string[] = [],
  ) => {
    const names = ["nightly import", "price feed", "secret-name"];
    const asked = {
      allPipelines: async () => names.map((name, id) => ({ id, name })),
      mayQueue: async (id: number) => id === 0,
    };
    const allowed = allowedIn(configFor(pipelines));
    const ids = new Set(retried.map((name) => pipelineIdOf({ id: names.indexOf(name), name })));
    return explainRepairs(allowed, ids, memoryContext({ service: { ...asked, ...service } }));
  };
  const repair = { lost_agent: true };

  it("are what would be done for each pipeline, and whether the identity has the permission", async () => {
    const nightly = { schedule: "0 2 * * *", repair: { lost_agent: true, missed: true } };
    const printed = await explained({}, { "nightly import": nightly, "price feed": { repair } });
    assertTexts(printed, [
      nothing,
      /^Repairs:$/,
      /^nightly import: failed jobs are run again once if their agent was lost; a missed run is started once\. .* may queue it\./,
      /^price feed: failed jobs are run again once if their agent was lost\. .* may not queue it: grant it "Queue builds"/,
    ]);
  });

  it("are those of pipelines with a known issue that may be tried again, too", async () => {
    const printed = await explained({}, {}, ["price feed"]);
    assert.equal(printed.length, 3);
    assert.match(
      printed[2] ?? "",
      /^price feed: failed jobs are run again once after a known issue\. .* may not queue it/,
    );
  });

  it("are those of 50 pipelines; the rest is counted", async () => {
    const pipelines = Array.from({ length: 53 }, (_, id) => ({ id, name: `p${id}` }));
    const printed = await explained({ allPipelines: async () => pipelines }, { "*": { repair } });
    assert.deepEqual([printed.length, printed.at(-1)], [53, "and 3 more, which are not asked about"]);
  });

  it("say that the service could not be asked", async () => {
    const mayQueue = async () => Promise.reject(new Error("no answer"));
    const printed = await explained({ mayQueue }, { "nightly import": { repair } });
    assert.match(printed[2] ?? "", /Could not ask whether the credential may queue it: no answer/);
  });
});
