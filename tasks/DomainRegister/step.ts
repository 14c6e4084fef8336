import type { Outcome, TaskContext } from "../../shared/agent/task";
import type { Registrar } from "../../shared/registrar/registrar";
import type { Ended, Recorder } from "./render/run-result";

export interface Step extends TaskContext {
  registrar: Registrar;
  /** Remembers what the step did, for its report. */
  recorder: Recorder;
}

/** How an action ended, for its result and for the step. */
export type ActionEnd = Ended & Outcome;
