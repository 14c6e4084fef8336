import assert from "node:assert/strict";
import { performWithoutToken } from "../packaged/entra-stage";
import { now, scenes } from "./scenes";
import { faultOf, type Play, stepOf } from "./step";

/** Plays a cell of PipelineMonitor that reads another organization without a token. */
export const playWithoutToken: Play = async (cell, agent, stage, { debug }) => {
  const played = await performWithoutToken(agent, {
    runs: [...scenes.plain.runs],
    finishedBefore: now,
    step: { ...stepOf(cell, stage, debug), clockStartsAt: now },
    arrange(service, _, entra) {
      service.faults.push(...faultOf(cell, stage));
      entra.faults.push(...faultOf(cell, stage));
    },
  });
  assert.equal(played.chat.requests.length, cell.row.result === "Failed" ? 0 : 1);
  return played;
};
