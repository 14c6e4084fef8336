import { useAgent } from "../packaged/monitor-stage";
import { type FaultStage, play, startFaultStage } from "./play";
import { cells } from "./table";

/** `npm run faults`: every cell of the fault table, with debug output and without. */
describe("fault table", () => {
  const agent = useAgent();
  let stage: FaultStage;
  before(async () => {
    stage = await startFaultStage();
  });
  after(() => stage.close());

  for (const cell of cells)
    for (const debug of [false, true])
      it(`${cell.endpoint.name}, ${cell.fault}${debug ? ", debugged" : ""}: ${cell.row.result}`, () =>
        play(cell, agent(), stage, debug));
});
