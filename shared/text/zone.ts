import { daySeconds } from "./time";
/**
 * A time zone. Times are in seconds since 1970. A local time counts the seconds that clocks on the wall show, as if they
 * showed UTC.
 */
export interface Zone {
  name: string;
  /** How many seconds local time is ahead of UTC. */
  offsetAt(time: number): number;
}

export const utcZone: Zone = { name: "UTC", offsetAt: () => 0 };

/** `name` is the IANA name; undefined if there is no such time zone. */
export function zoneNamed(name: string): Zone | undefined {
  if (name === utcZone.name) return utcZone;
  const format = formatIn(name);
  if (format === undefined) return undefined;
  return {
    name,
    offsetAt(time) {
      // Such as GMT, GMT+00:00 or GMT+05:30.
      const [, sign = "+", hours = 0, minutes = 0] =
        /GMT([+-])(\d\d):(\d\d)/.exec(format.format(time * 1000)) ?? [];
      return Number(`${sign}1`) * (Number(hours) * 3600 + Number(minutes) * 60);
    },
  };
}

/** A format takes a millisecond to make, and the same few zones are asked for again and again. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  // Some versions of Node take offsets, too.
  if (!/^[A-Za-z]/.test(timeZone)) return undefined;
  try {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    formats.set(timeZone, format);
    return format;
  } catch {
    return undefined;
  }
}

/**
 * The moment at which clocks show a local time. If they show it twice, that is the first time; if they are set
 * forward past it, the moment at which they are.
 */
export function timeOf(local: number, zone: Zone): number {
  const [before, after] = [zone.offsetAt(local - daySeconds), zone.offsetAt(local + daySeconds)];
  const early = local - Math.max(before, after);
  const late = local - Math.min(before, after);
  const shown = [early, late].find((time) => time + zone.offsetAt(time) === local);
  return shown ?? changeBetween(early, late, zone);
}

/** The first time with the later offset. */
function changeBetween(from: number, until: number, zone: Zone): number {
  const offset = zone.offsetAt(until);
  let [low, high] = [from, until];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetAt(middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

export function localTime(time: number, zone: Zone): number {
  return time + zone.offsetAt(time);
}

/** The same as `dayOf`. Days of one hour are computed once. */
export function dayIn(zone: Zone): (seconds: number) => number {
  const byHour = new Map<number, number>();
  return (seconds) => {
    const hour = Math.floor(seconds / 3600);
    const offset = byHour.get(hour) ?? localTime(hour * 3600, zone) - hour * 3600;
    byHour.set(hour, offset);
    return Math.floor((seconds + offset) / daySeconds);
  };
}

/** `2026-11-20 03:19:07`. */
export function renderLocal(time: number, zone: Zone): string {
  return new Date(localTime(Math.floor(time), zone) * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** `UTC`, `UTC+1` or `UTC-3:30`: also distinguishes two times that clocks show alike. */
export function renderOffset(time: number, zone: Zone): string {
  const offset = zone.offsetAt(time);
  if (offset === 0) return "UTC";
  const minutes = Math.floor(Math.abs(offset) / 60);
  const rest = minutes % 60 === 0 ? "" : `:${minutes % 60}`;
  return `UTC${offset < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${rest}`;
}

/** `2026-11-20 03:19:07 UTC`. */
export function renderSecond(time: number, zone: Zone): string {
  return `${renderLocal(time, zone)} ${renderOffset(time, zone)}`;
}

/** `2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC`. Both ends have an offset if they differ in it. */
export function renderPeriod(from: number, until: number, zone: Zone): string {
  const isSame = zone.offsetAt(from) === zone.offsetAt(until);
  const start = isSame ? renderLocal(from, zone) : renderSecond(from, zone);
  return `${start} to ${renderSecond(until, zone)}${renderZone(zone)}`;
}

/** In brackets, for the end of a period; empty for UTC. */
export function renderZone({ name }: Zone): string {
  return name === utcZone.name ? "" : ` (${name})`;
}

/** The day since 1970 on the clocks of a zone. */
export function dayOf(time: number, zone: Zone): number {
  return Math.floor(localTime(time, zone) / daySeconds);
}

/** A day of the zone, not of UTC. */
export function isSameDay(one: number, other: number, zone: Zone): boolean {
  return dayOf(one, zone) === dayOf(other, zone);
}
