/**
 * Returns a date, or a minute in UTC, in seconds since 1970: 2026-12-01 is the beginning of that day. Undefined if
 * the text is neither, or there is no such day.
 */
export function minuteOf(text: string): number | undefined {
  const [, day, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)Z)?$/.exec(text) ?? [];
  const milliseconds = Date.parse(`${day}T${time}:00Z`);
  // Date.parse takes the 31st of a shorter month for a day of the next one.
  const isReal =
    !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(`${day}T${time}`);
  return isReal ? milliseconds / 1000 : undefined;
}
