import { daySeconds } from "../../../../shared/text/time";
import { localTime, timeOf, type Zone } from "../../../../shared/text/zone";

/** The week of a digest, and the one before, in whole days since 1970 in the zone. */
export interface Period {
  /** Where the week before begins. */
  before: number;
  from: number;
  /** The first day after the week. */
  until: number;
  zone: Zone;
}

/** The last week of whole days before a second since 1970. */
export function periodUntil(seconds: number, zone: Zone): Period {
  const until = Math.floor(localTime(seconds, zone) / daySeconds);
  return { before: until - 14, from: until - 7, until, zone };
}

/** When a day begins, in seconds since 1970. */
export function beginOf(day: number, { zone }: Pick<Period, "zone">): number {
  return timeOf(day * daySeconds, zone);
}
