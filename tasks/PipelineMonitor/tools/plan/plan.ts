/** One of the pipelines that share the runs of an interval. */
export interface PlannedPipeline {
  /** Its cron expressions (UTC); no other pipeline runs in the same minutes. */
  crons: string[];
  runsPerWeek: number;
}

/** So many runs of one pipeline the service lets a schedule start in a week. */
export const runsPerWeek = 1000;

const minutesOfDay = 24 * 60;
const minutesOfHour = 60;
const hoursOfDay = 24;
const daysOfWeek = 7;

/**
 * The smallest number of pipelines that run every so many minutes, from midnight (UTC) on and anew each day, and keep within
 * the service's limits: each so many runs a week, and 10 in 15 minutes. They take turns, so that none comes close to the
 * other limit: with up to 143 runs a day, two runs of one pipeline are ten minutes apart.
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

/** Cron expressions for minutes of each day: one for all hours that have the same minutes. */
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
