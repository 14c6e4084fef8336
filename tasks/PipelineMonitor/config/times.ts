/** In seconds since 1970: a date is the beginning of that day. Undefined if the text is neither, or there is no such day. */
export function minuteOf(text: string): number | undefined {
  const [, day, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)Z)?$/.exec(text) ?? [];
  const milliseconds = Date.parse(`${day}T${time}:00Z`);
  // Date.parse takes the 31st of a shorter month for a day of the next one.
  const isReal =
    !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(`${day}T${time}`);
  return isReal ? milliseconds / 1000 : undefined;
}

/** 1970 began on a Thursday. */
const days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

export const weeklyTimePattern = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:[01]\d|2[0-3]):[0-5]\d$/;

/** Returns a moment that a valid weekly time means, in seconds since 1970. The others are whole weeks away. */
export function weeklyMoment(text: string): number {
  const [hours = 0, minutes = 0] = text.slice(4).split(":").map(Number);
  return days.indexOf(text.slice(0, 3)) * 24 * 3600 + hours * 3600 + minutes * 60;
}
