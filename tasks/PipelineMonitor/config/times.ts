import { timeOf, type Zone } from "../../../shared/text/zone";

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

export const weeklyTimePattern = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:[01]\d|2[0-3]):[0-5]\d$/;

/** "Mon 08:30" becomes "30 08 * * Mon". */
export function weeklyExpression(text: string): string {
  const [day, hours, minutes] = text.split(/[ :]/);
  return `${minutes} ${hours} * * ${day}`;
}
