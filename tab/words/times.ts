import { daySeconds, readable } from "../../shared/text/time";
import { renderLocal, renderOffset, utcZone, type Zone } from "../../shared/text/zone";

/** Rounded to seconds: `30 min 34 s`. */
export function durationText(seconds: number): string {
  return readable(Math.round(seconds));
}

/** The end of the calendar, less a day for the zone. */
const largest = 8.64e12 - 86_400;

/** `2026-11-20 02:00:00`; a time beyond the calendar as a number. */
export function timeText(time: number, zone: Zone = utcZone): string {
  return Math.abs(time) <= largest ? renderLocal(time, zone) : `${time} s`;
}

/** The time of day, or the day where a step is a day or longer, with the time on clocks that do not show midnight. */
export function tickText(time: number, stepSeconds: number, zone: Zone = utcZone): string {
  const text = timeText(time, zone);
  if (stepSeconds >= daySeconds) return text.slice(5, text.slice(11, 16) === "00:00" ? 10 : 16);
  return text.slice(11, stepSeconds < 60 ? 19 : 16);
}

/** `2026-11-20 01:00 to 02:00`. Names the second day if it is another. */
export function spanText(from: number, to: number, zone: Zone = utcZone): string {
  const [begin, end] = [timeText(from, zone).slice(0, 16), timeText(to, zone).slice(0, 16)];
  return `${begin} to ${begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`;
}

export function dayText(time: number): string {
  return timeText(time).slice(0, 10);
}

/** `UTC+1` */
export function offsetText(time: number, zone: Zone): string {
  return renderOffset(Math.min(largest, Math.max(-largest, time)), zone);
}
