import type { Part } from "../../../../shared/chat/message";
import { pluralize } from "../../../../shared/text/pluralize";
import { words } from "../../issue/parts";
import { type RunLimit, runsPerBurst } from "./run-limits";

/**
 * Renders a limit: "will reach 1000 runs in 7 days at 2026-11-24 05:12 UTC, and later runs will not start: its
 * schedule has …".
 */
export function renderLimit({
  runsPerWeekMax,
  reachedAt,
  ranInWeek,
  scheduledInWeek,
  densest,
}: RunLimit): Part[] {
  const weekly =
    reachedAt === undefined
      ? []
      : [
          words(`will reach ${runsPerWeekMax} runs in 7 days at `),
          { time: reachedAt * 1000, isDated: true },
          words(", and later runs will not start"),
        ];
  const burst =
    densest.runs <= runsPerBurst
      ? []
      : [
          words(`is scheduled ${densest.runs} times in the 15 minutes from `),
          { time: densest.from * 1000, isDated: true },
          words(`, but only ${runsPerBurst} will start`),
        ];
  const separator = weekly.length > 0 && burst.length > 0 ? [words("; ")] : [];
  const schedule = `its schedule has ${pluralize(scheduledInWeek, "run")} a week, up to ${densest.runs} in 15 minutes`;
  return [...weekly, ...separator, ...burst, words(`: ${schedule}; ${ranInWeek} ran in the last 7 days`)];
}
