import assert from "node:assert/strict";
import { suggestion } from "../../sentences";
import { testClock } from "../../test-clock";
import { changes, endedBy, memoryPipeline, watch, worked } from "./monitor-stage";
import { hanging } from "./report-stage";

describe("a name in the configuration that applies to no pipeline", () => {
  it("is warned of in the first report of each day, and in no other", async () => {
    const pipeline = memoryPipeline();
    const usual = { max_proc_time: 900, min_proc_time: 0 };
    const pipelines = { default: usual, Default: usual, invoice: usual, "nothing-*": usual };
    const warned: string[][] = [];
    for (const hour of [0, 1, 21, 22, 45]) {
      const given = pipeline(hour);
      const runs = endedBy(hour * 60, [worked(-20), worked(hour * 60 - 5)]);
      await watch(runs, { ...given, keys: { ...changes, pipelines } });
      warned.push(given.agent.warnings.filter((text) => text.startsWith("configFile: pipelines.")));
    }
    const names = [
      "configFile: pipelines.Default: no pipeline of the project has this name; the entry for all others is `default`, in lower case",
      `configFile: pipelines.invoice: no pipeline of the project has this name${suggestion("invoices")}`,
      "configFile: pipelines.nothing-*: matches no pipeline of the project",
    ];
    assert.deepEqual(warned, [[], [], names, [], names]);
  });

  it("is looked for within the time of optional checks, so that the report goes out", async () => {
    const pipeline = memoryPipeline();
    await watch([], { ...pipeline(0), keys: changes });
    const given = pipeline(21);
    const clock = testClock({
      startsAt: given.clock.now(),
      passes: (milliseconds) => milliseconds <= 240_000,
    });
    const service = () => ({ allPipelines: hanging });
    await watch(endedBy(21 * 60, [worked(21 * 60 - 5)]), { ...given, clock, keys: changes, service });
    const [warning] = given.agent.warnings;
    assert.equal(warning, "Could not check the pipeline names in `configFile`: timed out after 240 s");
  });
});
