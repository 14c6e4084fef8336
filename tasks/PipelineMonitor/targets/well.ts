import type { Run } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../../../shared/azure-devops/run-state";
import type { Config } from "../config/parse";
import { projectFingerprint } from "../issue/ledger";
import { missedKeys, runsKey, stuckKey } from "../issue/place";
import { isChecked, type ProjectReport } from "../issue/report";
import { isNew } from "../issue/window";
import { isScheduled } from "../journal/times";
import { alertKey } from "./alert";
import type { Target } from "./target";

/**
 * The keys of alerts and tickets that the runs show to be over, whether anybody remembers them or not: of runs that were stuck
 * and have ended, and of pipelines that are well.
 */
export function keysOfWell(
  projects: readonly ProjectReport[],
  takes: Target["takes"],
): { ofRuns: string[]; ofPipelines: string[] } {
  return { ofRuns: keysOf(projects, takes, endedKeys), ofPipelines: keysOf(projects, takes, wellKeys) };
}

function keysOf(
  projects: readonly ProjectReport[],
  takes: Target["takes"],
  keys: (run: Run, project: ProjectReport) => string[],
): string[] {
  const all = projects.flatMap((report) => {
    const project = projectFingerprint(report.config);
    return report.records.flatMap((record) => {
      if (!("run" in record) || !isChecked(report.config, record.run) || !takes(record.run.pipeline))
        return [];
      return keys(record.run, report).map((key) => alertKey({ project, key }));
    });
  });
  return [...new Set(all)];
}

/** For a run that was stuck and has ended, however it did. */
function endedKeys(run: Run, { config, window }: ProjectReport): string[] {
  return run.finishTime !== undefined && isNew(window, run) && wasOverdue(run, config) ? [stuckKey(run)] : [];
}

function wasOverdue(run: Run, config: Config): boolean {
  const { startTime = run.finishTime } = run;
  const { runSeconds, queuedSeconds } = secondsOf({ ...run, startTime });
  const { maxProcSeconds = Number.NaN } = config.pipelines.entryFor(run.pipeline).limits ?? {};
  return queuedSeconds > config.queueSecondsMax || runSeconds > maxProcSeconds;
}

function wellKeys(run: Run): string[] {
  if (!hasSucceeded(run)) return [];
  return [runsKey(run), ...(isScheduled(run) ? missedKeys(run) : [])];
}
