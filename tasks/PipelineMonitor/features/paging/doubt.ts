import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import { missedKeys, projectFingerprint, runsKey, stuckKey } from "../../issue/ledger";
import { isChecked, type ProjectReport } from "../../issue/report";
import { isScheduled } from "../../journal/times";
import type { Target } from "../../targets/target";
import { alertKey, maxChanges } from "./alert";

/** The alerts that earlier reports closed, and those that they could not, by their keys. */
export interface AlertMemory {
  closedAlerts: readonly string[];
  doubtfulAlerts: readonly string[];
}

/** Alerts of pipelines that are well, which may be open from a time that nobody remembers: most are not, so only some are closed. */
export function doubtfulAlerts(
  projects: readonly ProjectReport[],
  takes: Target["takes"],
  { closedAlerts: closed, doubtfulAlerts: doubtful }: AlertMemory,
): string[] {
  const more = projects
    .flatMap((project) => wellAlerts(project, takes))
    .filter((key) => !closed.includes(key) && !doubtful.includes(key));
  return [...doubtful, ...more].slice(0, Math.max(doubtful.length, maxChanges - closed.length));
}

/** The alerts that may be open of pipelines that are well, and of runs that are not stuck any more. */
function wellAlerts({ config, records }: ProjectReport, takes: Target["takes"]): string[] {
  const project = projectFingerprint(config);
  const keys = records.flatMap((record) => {
    if (!("run" in record) || !isChecked(config, record.run) || !takes(record.run.pipeline)) return [];
    const { run } = record;
    const isOverdue = run.verdict === "ranTooLong" || run.verdict === "waitedTooLong";
    const stuck = isOverdue ? [stuckKey(run)] : [];
    if (!hasSucceeded(run)) return stuck;
    return [...stuck, runsKey(run), ...(isScheduled(run) ? missedKeys(run) : [])];
  });
  return [...new Set(keys)].map((key) => alertKey({ project, key }));
}
