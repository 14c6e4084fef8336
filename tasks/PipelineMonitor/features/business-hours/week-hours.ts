import { weekSeconds } from "../../../../shared/text/time";
import { localTime, type Zone } from "../../../../shared/text/zone";
import { occurrences, type Schedule, validSchedules } from "../../config/cron";
import { daysFrom, someDay } from "../../config/times";

/** The hours of a week in which the message has issues that are not of high severity. */
interface BusinessHours {
  /** Sunday is 0. */
  days: readonly number[];
  /** In minutes of the day. */
  from: number;
  until: number;
  /** When they begin. */
  opening: Schedule;
}

const time = String.raw`([01]\d|2[0-4]):([0-5]\d)`;
const pattern = new RegExp(`^${someDay}(?:-${someDay})? ${time}-${time}$`);

/** Parses "Mon-Fri 08:00-18:00"; undefined for another form, and for hours that never come. */
export function parseBusinessHours(text: string): BusinessHours | undefined {
  const [, firstDay = "", lastDay = firstDay, ...times] = pattern.exec(text) ?? [];
  const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = times.map(Number);
  const [from, until] = [fromHour * 60 + fromMinute, untilHour * 60 + untilMinute];
  const days = daysFrom(firstDay, lastDay);
  const [opening] = validSchedules([`${fromMinute} ${fromHour} * * ${days.join()}`]);
  return opening === undefined || from >= until || until > 24 * 60
    ? undefined
    : { days, from, until, opening };
}

/** `at` is in seconds since 1970. */
export function isOpen({ days, from, until }: BusinessHours, at: number, zone: Zone): boolean {
  const local = new Date(localTime(at, zone) * 1000);
  const minutes = local.getUTCHours() * 60 + local.getUTCMinutes();
  return days.includes(local.getUTCDay()) && minutes >= from && minutes < until;
}

/** Both times are in seconds since 1970. */
export function opensAfter({ opening }: BusinessHours, at: number, zone: Zone): number {
  return occurrences([opening], at, at + 2 * weekSeconds, zone)[0] ?? at;
}
