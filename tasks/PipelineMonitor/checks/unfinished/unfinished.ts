import type { RunRecord } from "../../../../shared/azure-devops/records";
import { duration } from "../../../../shared/text/time";
import type { Config } from "../../config/parse";
import { type Issue, type IssueKind, issueOf } from "../../issue/issue";
import { words } from "../../issue/parts";
import { issueOfRecord } from "../../rules/issues";

const stuckRunning: IssueKind = {
  code: "stuckRunning",
  severity: "failure",
  rank: 1,
  tally: "stuck",
  verdict: "stuck",
  isState: true,
};
const stuckQueued: IssueKind = { ...stuckRunning, code: "stuckQueued" };

/** An issue of the list of unfinished runs, and since when it has been one, in seconds since 1970. */
export interface Unfinished {
  issue: Issue;
  /** Undefined for a record that cannot be parsed. */
  overdueSince: number | undefined;
}

/**
 * Returns an issue if a run has been queued for longer than `queue_time_max`, or running for longer than its
 * pipeline's `max_proc_time`. `now` is in seconds since 1970. A record that cannot be parsed is an issue of
 * its own (decision 4). A run whose pipeline is not checked has none (rule 3).
 */
export function checkUnfinished(record: RunRecord, config: Config, now: number): Unfinished | undefined {
  const pipeline = "run" in record ? record.run.pipeline : record.unreadable.pipeline;
  const { entryFor, defaults } = config.pipelines;
  const { limits } = pipeline === undefined ? defaults : entryFor(pipeline);
  if (pipeline !== undefined && limits === undefined) return undefined;
  if ("unreadable" in record) return { issue: issueOfRecord(record.unreadable), overdueSince: undefined };
  const { status, queueTime, startTime, finishTime } = record.run;
  if (limits === undefined || status === "completed" || finishTime !== undefined) return undefined;
  const isQueued = startTime === undefined;
  const maxSeconds = isQueued ? config.queueSecondsMax : limits.maxProcSeconds;
  const began = (isQueued ? queueTime : startTime) ?? Number.NaN;
  const seconds = now - began;
  if (!(seconds > maxSeconds)) return undefined;
  const what = isQueued ? "is still waiting to start" : "is still running";
  const text = `${what} after ${duration(seconds)}, limit ${duration(maxSeconds)}`;
  return {
    issue: issueOf(isQueued ? stuckQueued : stuckRunning, record, [words(text)], {
      limits: isQueued ? { maxWaitSeconds: maxSeconds } : { maxSeconds },
    }),
    overdueSince: began + maxSeconds + 1,
  };
}
