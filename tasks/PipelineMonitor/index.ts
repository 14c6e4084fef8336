import { isStartedByAgent, pipelineAgent } from "../../shared/agent/pipeline-agent";
import { runTask } from "../../shared/agent/run-task";
import { runMonitor } from "./run";

if (isStartedByAgent()) void runTask(pipelineAgent, runMonitor);
// What serves people at a command line is a bundle of its own, which unattended runs never load.
else void import("./tools.js");
