/** One of the pipelines that share the runs of an interval. */
export interface PlannedPipeline {
  /** Its cron expressions (UTC); no other pipeline runs in the same minutes. */
  crons: string[];
  runsPerWeek: number;
}

/** How many runs of one pipeline the service lets a schedule start in a week. */
export const runsPerWeek = 1000;

const minutesOfDay = 24 * 60;
const minutesOfHour = 60;
const hoursOfDay = 24;
const daysOfWeek = 7;

/**
 * Returns the smallest number of pipelines that together run every `everyMinutes` minutes, from midnight
 * (UTC) on and again each day, within the service's limits: 1000 runs a week for each, and 10 in 15 minutes.
 * They take turns, so none comes close to the second limit: with up to 143 runs a day, two runs of one
 * pipeline are ten minutes apart.
 */
export function findPlan(everyMinutes: number): PlannedPipeline[] {
  const minutes = Array.from(
    { length: Math.ceil(minutesOfDay / everyMinutes) },
    (_, turn) => turn * everyMinutes,
  );
  const runsPerDay = Math.floor(runsPerWeek / daysOfWeek);
  const count = Math.ceil(minutes.length / runsPerDay);
  return Array.from({ length: count }, (_, index) => {
    const own = minutes.filter((_, turn) => turn % count === index);
    return { crons: cronsOf(own), runsPerWeek: own.length * daysOfWeek };
  });
}

/** Returns cron expressions for minutes of each day. Hours with the same minutes share one. */
function cronsOf(minutes: readonly number[]): string[] {
  const hoursByMinutes = new Map<string, number[]>();
  for (let hour = 0; hour < hoursOfDay; hour++) {
    const ofHour = minutes.filter((minute) => Math.floor(minute / minutesOfHour) === hour);
    const list = ofHour.map((minute) => minute % minutesOfHour).join(",");
    if (list !== "") hoursByMinutes.set(list, [...(hoursByMinutes.get(list) ?? []), hour]);
  }
  return [...hoursByMinutes].map(
    ([list, hours]) => `${list} ${hours.length === hoursOfDay ? "*" : hours.join(",")} * * *`,
  );
}
