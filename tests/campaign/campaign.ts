import { parseArgs } from "node:util";
import { startFaultStage } from "../faults/stage";
import { installAgent } from "../sandbox/agent";
import { runCampaign } from "./run-campaign";

/**
 * `npm run campaign -- --seed N --runs N [--task DomainRegister [--registrar porkbun]]`: random services and agents against
 * the packaged tasks. A run that breaks an invariant is made as small as it can be, and shown with the seed that finds it
 * again. `--registrar` is godaddy, godaddyV3 or porkbun; without it, they take turns.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      runs: { type: "string", default: "1000" },
      registrar: { type: "string" },
      task: { type: "string", multiple: true, default: ["PipelineMonitor", "DomainRegister"] },
    },
  });
  const stage = await startFaultStage();
  const agent = installAgent();
  try {
    for (const task of values.task) {
      const { seed, runs, registrar } = values;
      console.log(`${task}: ${runs} runs, seed ${seed}`);
      const parameters = { seed: Number(seed), numRuns: Number(runs), registrar };
      const end = await runCampaign(task, agent, stage, parameters, (done) => {
        if (done % 100 === 0) console.log(`  ${done} runs`);
      });
      console.log(end.failure || `${task}: ${end.runs} runs, nothing broken`);
      if (end.failure !== "") process.exitCode = 1;
    }
  } finally {
    agent.dispose();
    await stage.close();
  }
}

void main();
