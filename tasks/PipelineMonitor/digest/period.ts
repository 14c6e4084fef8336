import { localTime, timeOf, type Zone } from "../../../shared/text/zone";

/** The days of a digest, and as many before. In whole seconds since 1970. */
export interface Period {
  days: number;
  /** Where the days before begin. */
  before: number;
  from: number;
  until: number;
  zone: Zone;
}

/** `until` is in seconds since 1970. The period begins at the same time of the day in the zone. */
export function periodUntil(until: number, days: number, zone: Zone): Period {
  const daysBefore = (count: number) => timeOf(localTime(until, zone) - count * 24 * 3600, zone);
  return { days, before: daysBefore(2 * days), from: daysBefore(days), until, zone };
}

export function renderBefore({ days }: Period): string {
  if (days === 7) return "the week before";
  return days === 1 ? "the day before" : `the ${days} days before`;
}
