import type { TaskContext } from "../../shared/agent/task";
import type { Rdap } from "../../shared/rdap/client";
import type { Registrar } from "../../shared/registrar/registrar";
import type { Recorder } from "./report/recorder";

/** What every action works with, besides its setup. */
export interface Step extends TaskContext {
  registrar: Registrar;
  /** Reads public records. */
  rdap: Rdap;
  /** Remembers what the step did, for its report. */
  recorder: Recorder;
}
