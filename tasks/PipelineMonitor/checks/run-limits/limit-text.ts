import { pluralize } from "../../../../shared/text/pluralize";
import { minuteOf } from "../../../../shared/text/time";
import { type RunLimit, runsPerBurst } from "./run-limits";

/**
 * Renders a limit: "reaches the limit of 1000 runs a week at 05:12 UTC (2026-11-24) and will not start then:
 * its schedule has …".
 */
export function renderLimit({
  runsPerWeekMax,
  reachedAt,
  ranInWeek,
  scheduledInWeek,
  densest,
}: RunLimit): string {
  const trouble = [
    ...(reachedAt === undefined
      ? []
      : [
          `reaches the limit of ${runsPerWeekMax} runs a week at ${minuteOf(reachedAt)} and will not start then`,
        ]),
    ...(densest.runs <= runsPerBurst
      ? []
      : [
          `is to run ${densest.runs} times in the 15 minutes from ${minuteOf(densest.from)}, of which ${runsPerBurst} start`,
        ]),
  ];
  const schedule = `its schedule has ${pluralize(scheduledInWeek, "run")} a week, up to ${densest.runs} in 15 minutes`;
  return `${trouble.join("; ")}: ${schedule}, and ${ranInWeek} ran in the last 7 days`;
}
