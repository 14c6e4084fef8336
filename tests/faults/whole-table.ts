import { useAgent } from "../packaged/monitor-stage";
import { play } from "./play";
import { useFaultStage } from "./stage";
import { cells } from "./table";

/** `npm run faults`: every cell of the fault table, by variables, and by connections with debug output. */
describe("fault table", () => {
  const agent = useAgent();
  const stage = useFaultStage();

  for (const cell of cells)
    for (const differently of [false, true])
      it(`${cell.endpoint.name}, ${cell.fault}${differently ? ", connected and debugged" : ""}: ${cell.row.result}`, () =>
        play(cell, agent(), stage(), { debug: differently, connected: differently }));
});
