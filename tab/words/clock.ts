import { daySeconds, readable, weekSeconds } from "../../shared/text/time";
import {
  isSameDay,
  localTime,
  renderLocal,
  renderOffset,
  utcZone,
  type Zone,
  zoneNamed,
} from "../../shared/text/zone";

/** All times of a page are shown by one clock, and by that of its reader where the two differ. */
export type Clock = ReturnType<typeof clockOf>;

/** Takes the names of the configured zone, which the browser may not know, and of the reader's zone. */
export function clockOf(configured: string | undefined, readers: string, now: number) {
  const zone = cachedZone(zoneNamed(configured ?? "") ?? utcZone);
  const other = zoneNamed(readers);
  // A page goes back four weeks, in which the clocks of one of them may change.
  const isSame = [0, 1, 2, 3, 4, 5].every(
    (weeks) => other?.offsetAt(now - weeks * weekSeconds) === zone.offsetAt(now - weeks * weekSeconds),
  );
  return {
    zone,
    /** Undefined if both always show the same. */
    readers: other === undefined || isSame ? undefined : cachedZone(other),
    /** The present of the page. */
    now,
  };
}

export function utcClock(now: number): Clock {
  return { zone: utcZone, readers: undefined, now };
}

/** Clocks change at full quarters of an hour, and asking the browser for thousands of times takes long. */
function cachedZone({ name, offsetAt }: Zone): Zone {
  const offsets = new Map<number, number>();
  return {
    name,
    offsetAt(time) {
      const quarter = Math.floor(time / 900);
      const offset = offsets.get(quarter) ?? offsetAt(time);
      offsets.set(quarter, offset);
      return offset;
    },
  };
}

/** `03:07`, `Tue 03:07` or `2026-11-12 03:07`, as seen from the present of the page. */
export function momentText(time: number, clock: Clock): string {
  const readers = readersAt(time, clock);
  const own = readers === undefined ? "" : ` (${momentIn(time, readers, clock.now)} your time)`;
  return momentIn(time, clock.zone, clock.now) + own;
}

/** The reader's clock, if it shows another time then. */
export function readersAt(time: number, { zone, readers }: Clock): Zone | undefined {
  return readers === undefined || readers.offsetAt(time) === zone.offsetAt(time) ? undefined : readers;
}

function momentIn(time: number, zone: Zone, now: number): string {
  const text = timeText(time, zone).slice(0, 16);
  if (Math.abs(now - time) >= weekSeconds) return text;
  return `${isSameDay(time, now, zone) ? "" : `${weekdayText(time, zone)} `}${text.slice(11)}`;
}

/** `Tue` */
export function weekdayText(time: number, zone: Zone): string {
  return new Date(localTime(time, zone) * 1000).toUTCString().slice(0, 3);
}

/** `2026-11-20 01:00 to 02:00 UTC+1 (Europe/Berlin), 00:00 to 01:00 your time` */
export function periodText(from: number, to: number, clock: Clock): string {
  const { zone } = clock;
  const readers = readersAt(from, clock) ?? readersAt(to, clock);
  const name = zone.name === utcZone.name ? "" : ` (${zone.name})`;
  const period = `${spanText(from, to, zone)} ${offsetText(to, zone)}${name}`;
  if (readers === undefined) return period;
  const own = spanText(from, to, readers);
  return `${period}, ${own.startsWith(period.slice(0, 10)) ? own.slice(11) : own} your time`;
}

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
