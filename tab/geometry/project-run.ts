/** A run as the service lists it. Times are in seconds since 1970. */
export interface ProjectRun {
  id: number;
  number: string;
  definitionId: number;
  pipeline: string;
  branch: string;
  /** Empty if it is unknown. */
  commit: string;
  /** Such as completed, inProgress or notStarted. */
  status: string;
  /** Such as succeeded or failed; empty while it runs. */
  result: string;
  /** Why it started, such as schedule. */
  reason: string;
  tags: readonly string[];
  queueTime: number | undefined;
  startTime: number | undefined;
  finishTime: number | undefined;
  /** Its page. */
  url: string;
}
