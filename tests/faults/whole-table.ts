import { useAgent } from "../packaged/monitor-stage";
import { play } from "./play";
import { useFaultStage } from "./stage";
import { cells } from "./table";

/** `npm run faults`: every cell of the fault table, with debug output and without. */
describe("fault table", () => {
  const agent = useAgent();
  const stage = useFaultStage();

  for (const cell of cells)
    for (const debug of [false, true])
      it(`${cell.endpoint.name}, ${cell.fault}${debug ? ", debugged" : ""}: ${cell.row.result}`, () =>
        play(cell, agent(), stage(), debug));
});
