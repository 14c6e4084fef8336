import { isStartedByAgent, pipelineAgent } from "../../shared/agent/pipeline-agent";
import { runTask } from "../../shared/agent/run-task";
import { runMonitor } from "./run";

/**
 * Settles when the task has ended. Unattended runs never load the command-line tools, a file of their own.
 * Without an export, esbuild would take this file for CommonJS, and wrap every module that it imports.
 */
export const ended: Promise<void> = isStartedByAgent()
  ? runTask(() => pipelineAgent(__dirname), runMonitor)
  : import("./tools/tools.js").then(({ start }) => start(runTask, runMonitor, __dirname));
