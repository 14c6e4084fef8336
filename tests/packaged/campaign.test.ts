import assert from "node:assert/strict";
import { runCampaign } from "../campaign/run-campaign";
import { useFaultStage } from "../faults/stage";
import { useAgent } from "./use-agent";

/** A short campaign with a seed of its own; `npm run campaign` goes further, with other seeds. */
describe("packaged tasks, whatever services and agents do", () => {
  const agent = useAgent();
  const stage = useFaultStage();

  for (const [task, numRuns, promise] of [
    [
      "PipelineMonitor",
      6,
      "loses no run that did not succeed, tells none that is well, or fails and says why, and posts no message twice",
    ],
    [
      "DomainRegister",
      4,
      "never charges twice, buys only on two FULL answers just before, never above the cap, never after an unknown outcome",
    ],
  ] as const)
    it(`${task} ${promise}, and always ends`, async () => {
      const { failure, runs } = await runCampaign(task, agent(), stage(), { seed: 20261120, numRuns });
      assert.equal(failure, "");
      assert.equal(runs, numRuns);
    });
});
