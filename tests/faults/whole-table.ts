import { useAgent } from "../packaged/use-agent";
import { play } from "./play";
import { useFaultStage } from "./stage";
import { cells } from "./table";

/** `npm run faults`: every cell of the fault table, by variables, and by connections with debug output. */
describe("fault table", () => {
  const agent = useAgent();
  const stage = useFaultStage();
  const products = ["teams", "discord", "googleChat", "webex"] as const;

  for (const [index, cell] of cells.entries())
    for (const differently of [false, true])
      it(`${cell.endpoint.name}, ${cell.fault}${differently ? ", connected and debugged" : ""}: ${cell.row.result}`, () =>
        play(cell, agent(), stage(), {
          debug: differently,
          connected: differently,
          // Products print another link to the log.
          product:
            (differently && cell.endpoint.name === "webhook" && products[index % products.length]) ||
            "markdown",
        }));
});
