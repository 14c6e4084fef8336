import type { Step } from "../words/empty-state";

/** Our tasks by name; the extension for development has names of its own. */
const ownTasks = /^(PipelineMonitor|DomainRegister)(Dev)?$/;

/** Finds the steps of our tasks among the records of a timeline. Undefined if the timeline has no record at all. */
export function findSteps(records: unknown): Step[] | undefined {
  if (!Array.isArray(records) || records.length === 0) return undefined;
  return records.flatMap((record: unknown) => {
    const { task, state, result, issues } = Object(record);
    const name = String(Object(task).name);
    if (!ownTasks.test(name)) return [];
    const listed: unknown[] = Array.isArray(issues) ? issues : [];
    const errors = listed.flatMap((issue) => {
      const { type, message } = Object(issue);
      return type === "error" && typeof message === "string" ? [message] : [];
    });
    const known = state === "pending" || state === "inProgress" ? state : "completed";
    return [{ task: name, state: known, result: String(result), errors } as const];
  });
}
