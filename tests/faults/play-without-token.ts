import assert from "node:assert/strict";
import { performWithoutToken } from "../packaged/entra-stage";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import type { Manner } from "./play";
import { now, scenes } from "./scenes";
import type { FaultStage } from "./stage";
import { faultOf, stepOf } from "./step";
import type { Cell } from "./table";

/** Plays a cell of PipelineMonitor that reads another organization without a token. */
export async function playWithoutToken(
  cell: Cell,
  agent: SandboxAgent,
  stage: FaultStage,
  { debug }: Manner,
): Promise<StepResult> {
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
}
