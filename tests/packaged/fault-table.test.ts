import assert from "node:assert/strict";
import { play } from "../faults/play";
import { useFaultStage } from "../faults/stage";
import { cells, endpoints, faultsAt, faultsOf } from "../faults/table";
import { useAgent } from "./use-agent";

describe("fault table", () => {
  it("says of every endpoint and every fault what it comes to, once", () => {
    for (const endpoint of endpoints) {
      const named = [...endpoint.notHere, ...endpoint.rows.flatMap((row) => faultsOf(endpoint, row))];
      assert.deepEqual(named.sort(), [...faultsAt(endpoint)].sort(), endpoint.name);
    }
  });
});

/** Those to which a fault of the webhook comes to the same: each cell of it takes another one. */
const products = ["markdown", "teams", "discord", "googleChat", "webex"] as const;

/** A cell of every fourth endpoint, of another row in each. `npm run faults` plays them all. */
const sample = endpoints.flatMap((endpoint, number) => {
  if (endpoint.closes === true || number % 4 !== 0) return [];
  const row = endpoint.rows[(number / 4) % endpoint.rows.length];
  const ofRow = cells.filter((cell) => cell.endpoint === endpoint && cell.row === row);
  return ofRow.slice(number % ofRow.length).slice(0, 1);
});

describe("packaged tasks, when services misbehave (a sample of the fault table)", () => {
  const agent = useAgent();
  const stage = useFaultStage();

  for (const [index, cell] of sample.entries()) {
    const product = (cell.endpoint.name === "webhook" && products[index % products.length]) || "markdown";
    it(`${cell.endpoint.name}, ${cell.fault}, ${product}: ${cell.row.result}`, () =>
      play(cell, agent(), stage(), { debug: index % 2 === 0, connected: index % 4 > 1, product }));
  }
});
