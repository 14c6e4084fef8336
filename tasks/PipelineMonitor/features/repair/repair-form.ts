import type { Run } from "../../../../shared/azure-devops/records";

/** The problems of a pipeline that the monitor may act on. */
export interface Repairable {
  lostAgent: boolean;
  missed: boolean;
}

/** A failure that the team has named may be repaired, too, if it says so there. */
type RepairKind = keyof Repairable | "knownIssue";

/** Whether a run is run again, and not another one started. */
export function isRerun(kind: RepairKind): boolean {
  return kind !== "missed";
}

/**
 * An action of the monitor about a problem, done or about to be done. `intended` is written before the request is sent, and stays
 * if the step ends before anybody knows what became of it. Times are in seconds since 1970.
 */
export interface Repair {
  kind: RepairKind;
  /** Identifies what is repaired, once and for all: a run, or a missed time of a schedule. */
  incident: string;
  pipeline: string;
  definitionId: number;
  branch: string;
  /** When the run ended, or should have started. */
  at: number;
  intendedAt: number;
  /** `denied` by the permissions, `refused` for another reason; `unknown` if no response says whether it happened. */
  state: "intended" | "sent" | "unknown" | "denied" | "refused";
  /** The run that was run again, or started; undefined if none is known. */
  runId: number | undefined;
  /** How that run ended; undefined until it is known. */
  outcome: "helped" | "failed" | undefined;
  /** The fingerprint of the configuration. */
  configuration: string;
}

/** Whether a run that finished is the one that a repair was meant to bring about: a run that is run again keeps its id. */
export function isResultOf({ runId, at }: Pick<Repair, "runId" | "at">, { id, finishTime }: Run): boolean {
  return id === runId && finishTime !== undefined && finishTime > at;
}
