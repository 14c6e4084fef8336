import { pathOfRun } from "../../../shared/azure-devops/pipeline-path";
import { type Run, runsIn } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf, wasQueuedBefore } from "../../../shared/azure-devops/run-state";
import { groupBy } from "../../../shared/group-by";
import type { Config } from "../config/parse";
import { projectFingerprint } from "../issue/ledger";
import { missedKeys, runsKey, stuckKey } from "../issue/place";
import { isChecked, type ProjectReport } from "../issue/report";
import { subjectOf } from "../issue/subject";
import { isNew } from "../issue/window";
import { isScheduled } from "../journal/times";
import type { Target } from "../targets/target";
import { alertKey } from "./alert";

/**
 * The keys of alerts and tickets that the runs show to be over, whether anybody remembers them or not: of runs that were stuck
 * and have ended, and of pipelines that are well.
 */
export function keysOfWell(
  projects: readonly ProjectReport[],
  takes: Target["takes"],
): { ofRuns: string[]; ofPipelines: string[] } {
  const [ofRuns, ofPipelines] = [new Set<string>(), new Set<string>()];
  for (const { config, window, records } of projects) {
    const keyOf = (key: string) => alertKey({ project: projectFingerprint(config), key });
    const runs = runsIn(records);
    const failures = groupBy(
      runs.filter((run) => !hasSucceeded(run)),
      (run) => runsKey(subjectOf(run)),
    );
    for (const run of runs) {
      if (!isChecked(config, run) || !takes(pathOfRun(run))) continue;
      const hasEnded = run.finishTime !== undefined && isNew(window, run);
      if (hasEnded && wasOverdue(run, config)) ofRuns.add(keyOf(stuckKey(subjectOf(run))));
      // A slower or an older run shows nothing of one that was queued after it.
      const isPast =
        failures.get(runsKey(subjectOf(run)))?.some((failure) => wasQueuedBefore(run, failure)) ?? false;
      for (const key of isPast ? [] : wellKeys(run)) ofPipelines.add(keyOf(key));
    }
  }
  return { ofRuns: [...ofRuns], ofPipelines: [...ofPipelines] };
}

function wasOverdue(run: Run, config: Config): boolean {
  const { startTime = run.finishTime } = run;
  const { runSeconds, queuedSeconds } = secondsOf({ ...run, startTime });
  const { maxProcSeconds = Number.NaN } = config.pipelines.entryFor(pathOfRun(run)).limits ?? {};
  return queuedSeconds > config.queueSecondsMax || runSeconds > maxProcSeconds;
}

function wellKeys(run: Run): string[] {
  if (!hasSucceeded(run)) return [];
  const subject = subjectOf(run);
  return [runsKey(subject), ...(isScheduled(run) ? missedKeys(subject) : [])];
}
