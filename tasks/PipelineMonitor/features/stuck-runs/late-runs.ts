import pMap from "p-map";
import { maxConnections } from "../../../../shared/azure-devops/client";
import type { Timeline } from "../../../../shared/azure-devops/timeline";
import { lastAttemptSince, type Waits, waited } from "../../../../shared/waits";
import { type Issue, runOf } from "../../issue/issue";
import { words } from "../../issue/parts";
import type { CheckedRun, OptionalStage, ProjectReport } from "../../issue/report";
import { withTimelines } from "../../logs/timelines";
import { checkListed } from "../../rules/run-list";
import { waitedText } from "./waiting-runs";

/** More runs are reported as the list has them. */
const maxTimelines = 20;

/**
 * Looks at finished runs that took too long: one that was run again is judged by its last attempt, and the others say how long
 * they had waited for a person.
 */
export const lateRuns: OptionalStage = {
  name: "what finished runs waited for",
  async run(report, context) {
    const late = new Set(report.issues.filter(isLate).slice(0, maxTimelines));
    const judged = new Map<CheckedRun, CheckedRun>();
    const issues = await withTimelines(context, (read) =>
      pMap(
        report.issues,
        async (issue): Promise<Issue[]> => {
          const run = late.has(issue) ? runOf(issue) : undefined;
          const timeline = run && (await read(run.id));
          if (run === undefined || timeline === undefined) return [issue];
          const again = lastAttempt(run, timeline);
          if (again === undefined) return [withWait(issue, timeline)];
          judged.set(run, again);
          return judgedAgain(issue, again, timeline, report);
        },
        { concurrency: maxConnections },
      ),
    );
    const records = report.records.map((record) =>
      "run" in record ? { run: judged.get(record.run) ?? record.run } : record,
    );
    return { ...report, issues: issues.flat(), records };
  },
};

/** A finished run that ran too long, or waited too long to start. */
function isLate(issue: Issue): boolean {
  const { limits, isState = false } = issue;
  const isBeyond = limits?.maxSeconds !== undefined || limits?.maxWaitSeconds !== undefined;
  return isBeyond && !isState && runOf(issue) !== undefined;
}

/**
 * The run as its last attempt alone, whose wait in the queue nobody knows; undefined if there is only one. The service leaves
 * open whether the start of a run is that of its first attempt, so the difference to when it was queued means nothing.
 */
function lastAttempt(run: CheckedRun, timeline: Timeline): CheckedRun | undefined {
  const startTime = lastAttemptSince(timeline);
  if (startTime === undefined) return undefined;
  const { verdict: _, ...others } = run;
  return { ...others, queueTime: undefined, startTime, attempt: timeline.attempt };
}

/** The rules' finding about the last attempt, with the links of the run. */
function judgedAgain(
  { links }: Issue,
  run: CheckedRun,
  waits: Waits,
  { config, window }: ProjectReport,
): Issue[] {
  const found = checkListed({ run }, config, window);
  return found === undefined ? [] : [withWait({ ...found, links }, waits)];
}

function withWait(issue: Issue, waits: Waits): Issue {
  const { limits, figures, sentence } = issue;
  const { queueTime, startTime, finishTime } = runOf(issue) ?? {};
  const [from, until] = limits?.maxSeconds === undefined ? [queueTime, startTime] : [startTime, finishTime];
  const wait = from === undefined || until === undefined ? undefined : waited(waits, from, until);
  if (wait === undefined) return issue;
  const more = words(`; ${waitedText(wait)}`);
  return {
    ...issue,
    figures: [...figures, more],
    ...(sentence === undefined ? {} : { sentence: [...sentence, more] }),
  };
}
