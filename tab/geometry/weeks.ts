import { groupBy } from "../../shared/group-by";
import type { NightOfProject } from "../../shared/journal/night";
import { keptDays } from "../../shared/journal/schema";
import { placeKeyOf } from "../../shared/subject";
import { totalOf } from "./night-figures";
import { projectOf } from "./project";

/** Each pipeline once, however many monitors watch it. */
function pipelinesOf(nights: readonly NightOfProject[]) {
  const all = nights.flatMap(({ id, name, pipelines }) =>
    pipelines.map((pipeline) => ({ project: projectOf({ id, name }), ...pipeline })),
  );
  return [...groupBy(all, placeKeyOf).values()].map(([first]) => first);
}

/** The runs of the last seven days, and those of the week before. */
export function weeksOf(nights: readonly NightOfProject[], today: number) {
  const days = pipelinesOf(nights).flatMap((pipeline) => [...pipeline.days.values()]);
  const within = (from: number, to: number) => totalOf(days.filter(({ day }) => day > from && day <= to));
  return { now: within(today - 7, today), before: within(today - 14, today - 7) };
}

/** A pipeline that fails on so many days is not well, whatever its last run says. */
const [leastDays, leastShare] = [14, 0.5];

/** The pipelines that failed on most days of the last four weeks, the worst first. */
export function habitsOf(nights: readonly NightOfProject[], today: number) {
  return pipelinesOf(nights)
    .map(({ project, pipeline, days }) => {
      const ran = [...days.values()].filter(({ day, runs }) => day > today - keptDays && runs > 0);
      return {
        project,
        pipeline,
        days: ran.length,
        failed: ran.filter(({ failures }) => failures > 0).length,
      };
    })
    .filter(({ days, failed }) => failed >= leastDays && failed >= leastShare * days)
    .sort((one, other) => other.failed - one.failed);
}
