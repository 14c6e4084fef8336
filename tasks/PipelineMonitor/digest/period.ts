import { localTime, timeOf, type Zone } from "../../../shared/text/zone";

/** The week of a digest, and the one before. In whole seconds since 1970. */
export interface Period {
  /** Where the week before begins. */
  before: number;
  from: number;
  until: number;
  zone: Zone;
}

/** `until` is in seconds since 1970. Both weeks begin at the same time of the day in the zone. */
export function periodUntil(until: number, zone: Zone): Period {
  const weeksBefore = (count: number) => timeOf(localTime(until, zone) - count * 7 * 24 * 3600, zone);
  return { before: weeksBefore(2), from: weeksBefore(1), until, zone };
}
