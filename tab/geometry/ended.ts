import { hasSucceeded, wasQueuedBefore } from "../../shared/azure-devops/run-state";
import { isTag } from "../../shared/subject";
import { daySeconds } from "../../shared/text/time";
import { dayOf, timeOf, type Zone } from "../../shared/text/zone";
import { branchesToAsk, branchKey, byBranch, lastFirst } from "./failing";
import type { ProjectRun } from "./project-run";

/** A pipeline that runs once a week has recovered from a failure of the week before. */
const lookBackSeconds = 8 * daySeconds;

/** The last failure of each branch that is well, as far as it may have ended since a time; the latest first. A tag does not go on. */
export function endedSince(runs: readonly ProjectRun[], since: number): ProjectRun[] {
  const failing = new Set(branchesToAsk(runs, since).map(({ run }) => branchKey(run)));
  const failures = [...byBranch(runs)].flatMap(([key, ordered]) => {
    const place = ordered.findIndex((run) => !hasSucceeded(run));
    const { [place]: failure } = ordered;
    if (failing.has(key) || failure === undefined || place === 0) return [];
    const { finishTime = 0 } = ordered[place - 1] ?? {};
    const isPossible = finishTime >= since && (failure.finishTime ?? 0) >= since - lookBackSeconds;
    return isPossible && failure.branch !== "" && !isTag(failure) ? [failure] : [];
  });
  return failures.sort(lastFirst);
}

/** Six in the evening before today, on the clocks of a zone. */
export function eveningBefore(now: number, zone: Zone): number {
  return timeOf((dayOf(now, zone) - 1) * daySeconds + 18 * 3600, zone);
}

/** Problems that ended since a time, the last one first. */
export function endedProblems(
  runs: readonly ProjectRun[],
  beside: ReadonlyMap<number, { before: ProjectRun | undefined; after: ProjectRun | undefined }>,
  since: number,
) {
  const branches = byBranch(runs);
  return endedSince(runs, since)
    .flatMap((failure) => {
      const { before, after } = beside.get(failure.id) ?? {};
      if (after?.finishTime === undefined || after.finishTime < since || wasQueuedBefore(after, failure))
        return [];
      const { finishTime: well = 0 } = before ?? {};
      const failures = (branches.get(branchKey(failure)) ?? []).filter(
        (run) => !hasSucceeded(run) && (run.finishTime ?? 0) > well && run.id !== before?.id,
      );
      const { finishTime: from = 0 } = failures.at(-1) ?? failure;
      return [
        {
          pipeline: failure.pipeline,
          branch: failure.branch,
          from,
          /** Whether it may have begun earlier. */
          isLonger: before === undefined,
          to: after.finishTime,
          url: after.url,
        },
      ];
    })
    .sort((one, other) => other.to - one.to);
}

export type Ended = ReturnType<typeof endedProblems>[number];
