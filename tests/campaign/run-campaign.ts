import assert from "node:assert/strict";
import fc from "fast-check";
import type { FaultStage } from "../faults/stage";
import type { SandboxAgent } from "../sandbox/agent";
import { judgeMonitor } from "./monitor-judge";
import { anyMonitorScript } from "./monitor-script";
import { playMonitor } from "./monitor-world";
import { judgeRegistration } from "./register-judge";
import { anyRegisterScript } from "./register-stories";
import { playRegistration } from "./register-world";

/** How a campaign ended. */
export interface CampaignEnd {
  runs: number;
  /** The seed, the smallest script that breaks an invariant, and which one; empty when nothing is broken. */
  failure: string;
}

const anyRegisterScriptAt = (name: string) => anyRegisterScript.filter(({ registrar }) => registrar === name);

/** How a campaign is drawn. `registrar` is the only one that it plays. */
export interface CampaignParameters {
  seed?: number;
  numRuns: number;
  registrar?: string | undefined;
}

/** Plays random scripts of a task until one breaks an invariant, which is then made small. Never throws for that. */
export function runCampaign(
  task: string,
  agent: SandboxAgent,
  { elsewhere, other }: FaultStage,
  { registrar, ...parameters }: CampaignParameters,
  progress: (runs: number) => void = () => undefined,
): Promise<CampaignEnd> {
  let runs = 0;
  const check = async <T>(anyScript: fc.Arbitrary<T>, play: (script: T) => Promise<void>) => {
    const property = fc.asyncProperty(anyScript, async (script) => {
      await play(script);
      assert.deepEqual(other.requests, [], "something was sent to another origin");
      progress(++runs);
    });
    const details = await fc.check(property, { ...parameters, includeErrorInReport: true });
    const failure = details.failed ? (fc.defaultReportMessage(details) ?? "failed") : "";
    return { runs: details.numRuns, failure };
  };
  switch (task) {
    case "PipelineMonitor":
      return check(anyMonitorScript, (script) => playMonitor(script, agent, elsewhere, judgeMonitor));
    case "DomainRegister":
      return check(registrar === undefined ? anyRegisterScript : anyRegisterScriptAt(registrar), (script) =>
        playRegistration(script, agent, elsewhere, judgeRegistration),
      );
    default:
      throw new Error(`there is no campaign for ${task}`);
  }
}
