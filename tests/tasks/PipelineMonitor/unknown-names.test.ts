import assert from "node:assert/strict";
import { changes, endedBy, memoryPipeline, watch, worked } from "./monitor-stage";

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
      "configFile: pipelines.invoice: no pipeline of the project has this name. Did you mean `invoices`?",
      "configFile: pipelines.nothing-*: matches no pipeline of the project",
    ];
    assert.deepEqual(warned, [[], [], names, [], names]);
  });
});
