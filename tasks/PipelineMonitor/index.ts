import { isStartedByAgent, pipelineAgent } from "../../shared/agent/pipeline-agent";
import { runTask } from "../../shared/agent/run-task";
import { runMonitor } from "./run";

if (isStartedByAgent()) void runTask(() => pipelineAgent(__dirname), runMonitor);
// The command-line tools are a bundle of their own, which unattended runs never load.
else void import("./tools.js").then(({ start }) => start(runTask, runMonitor));
