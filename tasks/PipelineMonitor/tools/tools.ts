import { runProgram, type Work } from "../../../shared/agent/run-program";
import type { runTask } from "../../../shared/agent/run-task";
import { program } from "./program";

/**
 * Starts the command that the command line gives. The task, its folder and what runs it come from `index.ts`, which
 * has loaded them.
 */
export function start(run: typeof runTask, work: Work, folder: string): Promise<void> {
  return runProgram(run, { ...program, folder }, work);
}
