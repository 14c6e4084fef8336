import type { KnownSchedule } from "../../../../../shared/journal/schema";
import { type ProjectJournal, pipelineKey } from "../../../../../shared/journal/schema";
import { isScheduleOf, missedBy } from "../../../issue/ledger";
import type { ProjectReport } from "../../../issue/report";
import { endOf } from "../../../issue/window";
import type { Silence } from "../../../ledger/silence";
import { withGaps } from "../../../schedules/proof";

/** The journal with what this hour taught of the schedules, for the next one. */
export function withSchedules(report: ProjectReport, quiet: Silence["quiet"]): ProjectJournal {
  const { journal, schedules = [] } = report;
  const known = new Map(doubted(schedules, report, quiet).map((one) => [pipelineKey(one), one]));
  const pipelines = [...journal.pipelines].map(([key, one]) => {
    const after = known.get(key);
    if (after === undefined) return [key, one] as const;
    const { pattern, missed, isStopped, proofs, gaps, times } = after;
    return [key, { ...one, pattern, missed, isStopped, proofs, gaps, times }] as const;
  });
  return { ...journal, pipelines: new Map(pipelines) };
}

/**
 * A missed run in a maintenance window is reported if the next run is missed, too. One that neither a window nor a mute
 * explains raises a doubt about the schedule.
 */
function doubted(
  schedules: readonly KnownSchedule[],
  { issues, window }: ProjectReport,
  quiet: Silence["quiet"],
): KnownSchedule[] {
  const now = endOf(window);
  const missed = issues.filter((issue) => missedBy(issue) !== undefined && issue.isFurther !== true);
  return schedules.map((known) => {
    const own = missed.filter((issue) => isScheduleOf(missedBy(issue) ?? known, known));
    const reasons = own.flatMap((issue) => quiet(issue, now) ?? []);
    if (reasons.some(({ by }) => by.ignores === true)) return { ...known, missed: [], isStopped: false };
    return reasons.length > 0
      ? known
      : withGaps(
          known,
          own.flatMap(({ at }) => (at === undefined ? [] : [at / 60])),
        );
  });
}
