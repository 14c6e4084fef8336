import fc, { type RunDetails } from "fast-check";
import type { FaultStage } from "../faults/play";
import type { SandboxAgent } from "../sandbox/agent";
import { judgeMonitor } from "./monitor-judge";
import { anyMonitorScript, type MonitorScript, playMonitor } from "./monitor-world";
import { judgeRegistration } from "./register-judge";
import { anyRegisterScript, playRegistration, type RegisterScript } from "./register-world";

/** How a campaign ended. */
export interface CampaignEnd {
  runs: number;
  /** The seed, the smallest script that breaks an invariant, and which one; empty when nothing is broken. */
  failure: string;
}

/** Plays random scripts of a task until one breaks an invariant, which is then made small. Never throws for that. */
export async function runCampaign(
  task: string,
  agent: SandboxAgent,
  { elsewhere }: FaultStage,
  parameters: { seed?: number; numRuns: number },
  progress: (runs: number) => void = () => undefined,
): Promise<CampaignEnd> {
  let runs = 0;
  const counting =
    <T>(play: (script: T) => Promise<void>) =>
    async (script: T) => {
      await play(script);
      progress(++runs);
    };
  if (task === "PipelineMonitor")
    return endOf(
      await fc.check(
        fc.asyncProperty(
          anyMonitorScript,
          counting((script: MonitorScript) => playMonitor(script, agent, elsewhere, judgeMonitor)),
        ),
        { ...parameters, includeErrorInReport: true },
      ),
    );
  if (task === "DomainRegister")
    return endOf(
      await fc.check(
        fc.asyncProperty(
          anyRegisterScript,
          counting((script: RegisterScript) => playRegistration(script, agent, elsewhere, judgeRegistration)),
        ),
        { ...parameters, includeErrorInReport: true },
      ),
    );
  throw new Error(`there is no campaign for ${task}`);
}

function endOf<T>(details: RunDetails<T>): CampaignEnd {
  return {
    runs: details.numRuns,
    failure: details.failed ? (fc.defaultReportMessage(details) ?? "failed") : "",
  };
}
