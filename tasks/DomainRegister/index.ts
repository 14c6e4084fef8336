import { isStartedByAgent, pipelineAgent } from "../../shared/agent/pipeline-agent";
import { runTask } from "../../shared/agent/run-task";
import { runRegister } from "./run";

if (isStartedByAgent()) void runTask(pipelineAgent, runRegister);
// What serves people at a command line is a bundle of its own, which unattended runs never load.
else void import("./tools.js");
