import { isStartedByAgent, pipelineAgent } from "../../shared/agent/pipeline-agent";
import { runTask } from "../../shared/agent/run-task";
import { runRegister } from "./run";

if (isStartedByAgent()) void runTask(() => pipelineAgent(__dirname), runRegister);
// The command-line tools are a bundle of their own. Unattended runs never load it.
else void import("./tools.js").then(({ start }) => start(runTask, runRegister));
