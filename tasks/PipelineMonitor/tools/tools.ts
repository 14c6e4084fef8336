import { runProgram, type Work } from "../../../shared/agent/run-program";
import type { runTask } from "../../../shared/agent/run-task";
import { program } from "./program";

/** Everything comes from `index.ts`, which has loaded it. */
export function start(run: typeof runTask, work: Work, folder: string): Promise<void> {
  return runProgram(run, { ...program, folder }, work);
}
