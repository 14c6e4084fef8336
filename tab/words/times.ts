import { readable, utc } from "../../shared/text/time";

/** Rounded to seconds: `30 min 34 s`. */
export function durationText(seconds: number): string {
  return readable(Math.round(seconds));
}

/** `2026-11-20 02:00:00`, in UTC; a time beyond the calendar as a number. */
export function timeText(time: number): string {
  return Math.abs(time) <= 8.64e12 ? utc(time * 1000) : `${time} s`;
}

/** The time of day, or the day where a step is a day or longer. */
export function tickText(time: number, stepSeconds: number): string {
  const text = timeText(time);
  if (stepSeconds >= 24 * 3600) return text.slice(5, 10);
  return text.slice(11, stepSeconds < 60 ? 19 : 16);
}

/** `2026-11-20 01:00 to 02:00 UTC`. Names the second day if it is another. */
export function spanText(from: number, to: number): string {
  const [begin, end] = [timeText(from).slice(0, 16), timeText(to).slice(0, 16)];
  return `${begin} to ${begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end} UTC`;
}

export function dayText(time: number): string {
  return timeText(time).slice(0, 10);
}
