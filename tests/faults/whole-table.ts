import { useAgent } from "../packaged/use-agent";
import { play } from "./play";
import { useFaultStage } from "./stage";
import { cells } from "./table";

/** Two cores play two halves at a time: "1/2" and "2/2". */
const [share = 1, shares = 1] = (process.env["FAULT_SHARE"] ?? "1/1").split("/").map(Number);

/** `npm run faults`: every cell of the fault table, by variables, and by connections with debug output. */
describe("fault table", () => {
  const agent = useAgent();
  const stage = useFaultStage();
  const products = ["teams", "discord", "googleChat", "webex"] as const;

  for (const [index, cell] of cells.entries())
    for (const differently of index % shares === share - 1 ? [false, true] : [])
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
