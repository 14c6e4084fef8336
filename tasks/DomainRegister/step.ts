import type { Outcome, TaskContext } from "../../shared/agent/task";
import type { Registrar } from "../../shared/registrar/registrar";
import type { ActionResult, createRecorder } from "./render/run-result";

export interface Step extends TaskContext {
  registrar: Registrar;
  /** Remembers what the step did, for its report. */
  recorder: ReturnType<typeof createRecorder>;
}

/** How an action ended, for its result and for the step. */
export type ActionEnd = ActionResult & Outcome;
