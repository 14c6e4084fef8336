/** 1970 began on a Thursday. */
const days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

/** The form of a weekly time: a day and a time in UTC. */
export const weeklyTimePattern = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:[01]\d|2[0-3]):[0-5]\d$/;

/** Returns a moment that a valid weekly time means, in seconds since 1970. The others are whole weeks away. */
export function weeklyMoment(text: string): number {
  const [hours = 0, minutes = 0] = text.slice(4).split(":").map(Number);
  return days.indexOf(text.slice(0, 3)) * 24 * 3600 + hours * 3600 + minutes * 60;
}
