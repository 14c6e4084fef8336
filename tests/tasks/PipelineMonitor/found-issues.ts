import type { Run } from "../../../shared/azure-devops/records";
import { duration, readable } from "../../../shared/text/time";
import { type Issue, issueOf } from "../../../tasks/PipelineMonitor/issue/issue";
import { missedCode } from "../../../tasks/PipelineMonitor/issue/kind";
import { momentAt } from "../../../tasks/PipelineMonitor/issue/parts";
import type { FoundProject } from "../../../tasks/PipelineMonitor/issue/report";
import { didNotStart } from "../../did-not-start";

// Issues in the words of features, for tests of what arranges them. Times are in seconds since 1970.

const plural = didNotStart;

/** A run that did not start when it was due. */
export function missedIssue(
  { config: { zone } }: Pick<FoundProject, "config">,
  { pipeline, at }: { pipeline: string; at: number },
): Issue {
  return issueOf(
    { code: missedCode, severity: "failure", rank: 1, tally: didNotStart, plural },
    { pipeline: { name: pipeline } },
    [{ words: `${didNotStart} at ` }, momentAt(at, zone)],
    { at },
  );
}

/** A run that is beyond its limit: 15 minutes of running, and 5 of waiting. */
export function stuckIssue({ queueTime = 0, startTime, ...run }: Run, now: number): Issue {
  const isQueued = startTime === undefined;
  const [limit, seconds] = isQueued ? [300, now - queueTime] : [900, now - startTime];
  const state = isQueued ? "is still waiting to start" : "is still running";
  return issueOf(
    {
      code: isQueued ? "stuckQueued" : "stuckRunning",
      severity: "warning",
      rank: 2,
      tally: "stuck",
      sharesRow: true,
      verdict: "stuck",
      isState: true,
    },
    { run: { ...run, queueTime, startTime } },
    [{ words: `${state} after ${duration(seconds)}, limit ${duration(limit)}` }],
    {
      sentence: [
        {
          words: `${isQueued ? "queued" : "running"} for ${readable(seconds - (seconds % 60))} (limit ${readable(limit)})`,
        },
      ],
      limits: isQueued ? { maxWaitSeconds: limit } : { maxSeconds: limit },
    },
  );
}
