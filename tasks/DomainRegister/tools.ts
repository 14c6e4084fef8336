import { runProgram, type Work } from "../../shared/agent/run-program";
import type { runTask } from "../../shared/agent/run-task";
import { program } from "./tools/program";

/**
 * Starts the command that the command line gives. The task and what runs it come from `index.ts`, which
 * has loaded them.
 */
export function start(run: typeof runTask, work: Work): Promise<void> {
  return runProgram(run, { ...program, folder: __dirname }, work);
}
