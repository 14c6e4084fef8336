/** Members of a record in a timeline, as the service has them. */
export interface RecordSketch {
  id?: string;
  parentId?: string | null;
  type?: string;
  name?: string;
  result?: string | null | undefined;
  state?: string;
  attempt?: number;
  previousAttempts?: readonly { attempt: number; timelineId: string; recordId: string }[];
  startTime?: string;
  finishTime?: string;
  workerName?: string | undefined;
  log?: { id: number } | null;
  issues?: readonly object[] | null;
  task?: { name: string } | null;
}

const usual = { state: "completed", attempt: 1, previousAttempts: [] } as const;

export function stageRecord(more: RecordSketch = {}): RecordSketch {
  return {
    ...usual,
    id: "stage",
    parentId: null,
    type: "Stage",
    name: "__default",
    result: "failed",
    ...more,
  };
}

export function jobRecord(more: RecordSketch = {}): RecordSketch {
  return { ...usual, id: "job", parentId: "stage", type: "Job", name: "Job", result: "failed", ...more };
}

export function stepRecord(logId: number, more: RecordSketch = {}): RecordSketch {
  const log = { id: logId };
  return {
    ...usual,
    id: `step-${logId}`,
    parentId: "job",
    type: "Task",
    name: `Step ${logId}`,
    log,
    ...more,
  };
}

/** A wait of a stage: a checkpoint, and in it an approval, a check or a lock. */
export function checkpointRecords(type: string, result: string, stage = "stage"): RecordSketch[] {
  const id = `checkpoint-of-${stage}`;
  return [
    { ...usual, id, parentId: stage, type: "Checkpoint", name: "Checkpoint", result },
    { ...usual, id: `${type}-of-${stage}`, parentId: id, type, name: type, result },
  ];
}

export const errorIssue = (message: string, line?: number) => ({
  type: "error",
  category: "General",
  message,
  ...(line === undefined ? {} : { data: { logFileLineNumber: String(line) } }),
});
