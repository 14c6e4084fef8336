import { type Run, runsIn } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf, wasQueuedBefore } from "../../../shared/azure-devops/run-state";
import { groupBy } from "../../../shared/group-by";
import { pathOfRun } from "../../../shared/pipeline";
import type { Config } from "../config/parse";
import { projectFingerprint } from "../issue/ledger";
import { missedKeys, overdueKeys, runsKey, stuckKey } from "../issue/place";
import { type FoundProject, isChecked } from "../issue/report";
import { subjectOf } from "../issue/subject";
import { isNew } from "../issue/window";
import { isScheduled } from "../journal/times";
import type { Target } from "../targets/target";
import { alertKey } from "./alert";

/** Keys of alerts and tickets that the runs show to be over. */
interface WellKeys {
  /** Stuck runs that have ended. */
  ofRuns: string[];
  /** Pipelines that are well. */
  ofPipelines: string[];
  /** Missed deadlines. */
  ofDeadlines: string[];
}

/** Finds the problems that are over by what ran, whether anybody remembers them or not. */
export function keysOfWell(projects: readonly FoundProject[], takes: Target["takes"]): WellKeys {
  const shown = projects.flatMap((report) => shownIn(report, takes));
  const unique = (kind: keyof WellKeys) => [...new Set(shown.flatMap((keys) => keys[kind]))];
  return { ofRuns: unique("ofRuns"), ofPipelines: unique("ofPipelines"), ofDeadlines: unique("ofDeadlines") };
}

function shownIn({ config, window, records }: FoundProject, takes: Target["takes"]): WellKeys[] {
  const project = projectFingerprint(config);
  const alertKeys = (keys: string[]) => keys.map((key) => alertKey({ project, key }));
  const runs = runsIn(records);
  const failures = groupBy(
    runs.filter((run) => !hasSucceeded(run)),
    (run) => runsKey(subjectOf(run)),
  );
  return runs
    .filter((run) => isChecked(config, run) && takes(pathOfRun(run)))
    .map((run) => {
      const subject = subjectOf(run);
      const hasEnded = run.finishTime !== undefined && isNew(window, run);
      // A slower or an older run shows nothing of one that was queued after it.
      const isPast =
        failures.get(runsKey(subject))?.some((failure) => wasQueuedBefore(run, failure)) ?? false;
      return {
        ofRuns: alertKeys(hasEnded && wasOverdue(run, config) ? [stuckKey(subject)] : []),
        ofPipelines: alertKeys(isPast ? [] : wellKeys(run)),
        ofDeadlines: alertKeys(hasSucceeded(run) ? overdueKeys(subject) : []),
      };
    });
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
