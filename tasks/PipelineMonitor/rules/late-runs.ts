import { createHash } from "node:crypto";
import { idOf, type RunRecord } from "../../../shared/azure-devops/records";
import type { Issue } from "../issue/issue";
import { lateSeconds, type Window } from "../issue/window";

/**
 * Finds runs that reached the list late: they finished before the last report, but it did not see them. A tag
 * cannot hold the ids that the last report saw, only a digest of them. If the same minutes now hold other
 * runs, all their problems are reported, some of them perhaps twice.
 */
export interface LateRuns {
  /** Takes a run of the list, and its issue. */
  take(record: RunRecord, issue: Issue | undefined): void;
  /** Returns the issues of the runs in the minutes before the window; none if no run came late. */
  issues(): Issue[];
  /**
   * Returns a digest of the runs in the minutes before this run's own start; undefined if that start is
   * unknown.
   */
  digest(): string | undefined;
}

/** Creates a collector of late runs for a window. It keeps the ids of ten minutes, twice. */
export function createLateRuns(window: Window): LateRuns {
  if (window.kind === "lastHour") return { take: () => undefined, issues: () => [], digest: () => undefined };
  const { lateFrom, from = Number.NaN, seenDigests, nextFrom } = window;
  const [before, latest]: [number[], number[]] = [[], []];
  const issues: Issue[] = [];
  return {
    take(record, issue) {
      const id = idOf(record);
      const finishTime = "run" in record ? record.run.finishTime : undefined;
      if (id === undefined || finishTime === undefined) return;
      if (nextFrom !== undefined && finishTime >= nextFrom - lateSeconds && finishTime < nextFrom)
        latest.push(id);
      if (lateFrom === undefined || finishTime < lateFrom || finishTime >= from) return;
      before.push(id);
      if (issue !== undefined) issues.push(issue);
    },
    issues: () => (seenDigests.includes(digestOfIds(before)) ? [] : issues),
    digest: () => (nextFrom === undefined ? undefined : digestOfIds(latest)),
  };
}

/** Returns a short text that differs for different ids, and does not depend on their order. */
export function digestOfIds(ids: readonly number[]): string {
  const sorted = [...ids].sort((one, other) => one - other).join();
  return createHash("sha256").update(sorted).digest("hex").slice(0, 12);
}
