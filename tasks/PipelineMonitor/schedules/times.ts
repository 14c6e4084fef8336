import { timeOf, type Zone } from "../../../shared/text/zone";

const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** The pattern of a name of a day. */
export const someDay = `(${dayNames.join("|")})`;

/** The days from one to another, as cron expressions have them: Sunday is 0. Goes past the end of the week. */
export function daysFrom(firstDay: string, lastDay: string): number[] {
  const first = dayNames.indexOf(firstDay);
  const count = ((dayNames.indexOf(lastDay) - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => (first + index) % 7);
}

/**
 * In seconds since 1970. A date is the beginning of that day; a minute without an offset from UTC is one of the zone.
 * Undefined if the text is neither, or there is no such day.
 */
export function minuteOf(text: string, zone: Zone): number | undefined {
  const [, day, time = "00:00", offset] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const local = Date.parse(`${day}T${time}:00Z`);
  // Date.parse takes the 31st of a shorter month for a day of the next one.
  const isReal = !Number.isNaN(local) && new Date(local).toISOString().startsWith(`${day}T${time}`);
  if (!isReal) return undefined;
  if (offset === undefined) return timeOf(local / 1000, zone);
  const exact = Date.parse(`${day}T${time}:00${offset}`);
  return Number.isNaN(exact) ? undefined : exact / 1000;
}
