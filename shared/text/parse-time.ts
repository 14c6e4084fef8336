const form =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?<zone>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Parses a date such as 2026-01-31, with or without a time, into milliseconds since 1970. Without a zone, it is in
 * UTC, wherever the agent is. Undefined for anything else.
 */
export function parseTime(text: unknown): number | undefined {
  const {
    day,
    time = "00:00",
    zone = "Z",
  } = form.exec(typeof text === "string" ? text.trim() : "")?.groups ?? {};
  // `Date` also parses the 30th of February.
  if (day === undefined || !isDay(day)) return undefined;
  const [, sign, hours = "00", minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const parsed = Date.parse(`${day}T${time}${sign === undefined ? "Z" : `${sign}${hours}:${minutes}`}`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function isDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}
