import type { TimelineRecord } from "../shared/azure-devops/timeline";

/** A step that failed, but for what is changed. */
export const timelineRecord = (changes: Partial<TimelineRecord> = {}): TimelineRecord => ({
  id: "step",
  parentId: "job",
  type: "Task",
  name: "Import",
  task: "",
  result: "failed",
  state: "completed",
  startTime: undefined,
  finishTime: undefined,
  logId: undefined,
  errors: [],
  ...changes,
});
