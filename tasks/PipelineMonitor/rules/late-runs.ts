import { createHash } from "node:crypto";
import { idOf, type RunRecord } from "../../../shared/azure-devops/records";
import { lateSeconds, type ReportWindow } from "./window";

/**
 * Finds runs that reached the list late: they finished before the last report, which did not see them. A tag cannot hold
 * the ids that it saw, but a digest of them: where the same minutes now hold other runs, all that is wrong with them is
 * reported, some of it perhaps twice.
 */
export interface LateRuns<T> {
  /** Takes a run of the list, and what is wrong with it. */
  take(record: RunRecord, problem: T | undefined): void;
  /** What is wrong with runs of the minutes before the window, where one of them came late. */
  problems(): T[];
  /** Which runs the minutes before this report's own start hold; undefined where that start is not known. */
  digest(): string | undefined;
}

/** Collects what reached the list late in a window; keeps the ids of ten minutes, twice. */
export function createLateRuns<T>({ lateFrom, from, seenDigests, nextFrom }: ReportWindow): LateRuns<T> {
  const [before, latest]: [number[], number[]] = [[], []];
  const problems: T[] = [];
  return {
    take(record, problem) {
      const id = idOf(record);
      const finishTime = "run" in record ? record.run.finishTime : undefined;
      if (id === undefined || finishTime === undefined) return;
      if (nextFrom !== undefined && finishTime >= nextFrom - lateSeconds && finishTime < nextFrom)
        latest.push(id);
      if (finishTime < lateFrom || finishTime >= from) return;
      before.push(id);
      if (problem !== undefined) problems.push(problem);
    },
    problems: () => (seenDigests.includes(digestOfIds(before)) ? [] : problems),
    digest: () => (nextFrom === undefined ? undefined : digestOfIds(latest)),
  };
}

/** A short text that is another for other ids, in whatever order they are. */
export function digestOfIds(ids: readonly number[]): string {
  const sorted = [...ids].sort((one, other) => one - other).join();
  return createHash("sha256").update(sorted).digest("hex").slice(0, 12);
}
