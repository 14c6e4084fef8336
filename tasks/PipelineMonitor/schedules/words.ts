import { groupBy } from "../../../shared/group-by";
import type { Pattern } from "../../../shared/journal/schema";
import { pluralize } from "../../../shared/text/pluralize";
import { dayMinutes, lateMinutes, weekMinutes } from "./slots";

const dayNames = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
/** A longer list of times is only counted. */
const maxTimes = 3;

/** In UTC. */
export function cronsOf(slots: readonly number[]): string[] {
  const lines = (days: string, ofDays: readonly number[]) => {
    const byHours = groupBy(groupedBy(ofDays, 60), ([, hours]) => fieldOf(hours, 0, 23));
    return [...byHours].map(([hours, some]) => {
      const minutes = some.map(([minute]) => minute);
      return `${fieldOf(minutes, 0, 59)} ${hours} ${days}`;
    });
  };
  return byDays(slots).flatMap(({ isMonthly, days, minutes }) =>
    lines(isMonthly ? `${fieldOf(days, 1, 31)} * *` : `* * ${fieldOf(days, 0, 6)}`, minutes),
  );
}

/** In UTC, such as "every day at 02:00; Saturday at 05:00". */
export function describeSlots(slots: readonly number[]): string {
  return byDays(slots)
    .map(({ isMonthly, days, minutes }) => {
      const isLong = minutes.length > maxTimes;
      const shown = listed((isLong ? minutes.slice(0, 1) : minutes).map(timeOfDay));
      const times = isLong ? `${minutes.length} times from ${shown}` : `at ${shown}`;
      return `${describeDays(isMonthly, days)} ${times}`;
    })
    .join("; ");
}

/** For people, who can paste the cron expressions: `"schedule": "0 2 * * *" (every day at 02:00 UTC, 5 weeks)`. */
export function evidenceLine({ slots, since }: Pattern, now: number): string {
  const crons = cronsOf(slots);
  const value = JSON.stringify(crons.length === 1 ? crons[0] : crons);
  return `"schedule": ${value} (${describeSlots(slots)} UTC, ${weeksOrDays(now - since)})`;
}

/** Why a time is due, such as " (Monday to Friday for 5 weeks)"; empty if none of its time of the day is. */
export function evidenceAt(pattern: Pattern | undefined, gaps: readonly number[], at: number): string {
  const { slots, since } = pattern ?? { slots: [], since: at };
  const [group] = byDays(slots.filter((slot) => slot % dayMinutes === at % dayMinutes));
  if (group === undefined) return "";
  // The first run may have been late.
  const minutes = at + lateMinutes - since;
  const months = Math.round(minutes / weekMinutes / 4.35);
  const time = group.isMonthly && months > 0 ? pluralize(months, "month") : weeksOrDays(minutes);
  const but = gaps.length === 0 ? "" : ", missed once";
  const isLong = minutes >= dayMinutes;
  return ` (${describeDays(group.isMonthly, group.days)}${isLong ? ` for ${time}` : ""}${but})`;
}

/** A day at least. */
function weeksOrDays(minutes: number): string {
  const weeks = Math.floor(minutes / weekMinutes);
  const days = Math.max(1, Math.floor(minutes / dayMinutes));
  return weeks > 0 ? pluralize(weeks, "week") : pluralize(days, "day");
}

/** Groups slots by the days that have the same times. */
function byDays(slots: readonly number[]) {
  return [false, true].flatMap((isMonthly) => {
    const own = slots
      .filter((slot) => slot >= weekMinutes === isMonthly)
      // The first day of a month is 1, and that of a week is 0.
      .map((slot) => (isMonthly ? slot - weekMinutes + dayMinutes : slot));
    const byTimes = groupBy(groupedBy(own, dayMinutes), ([, days]) => days.join());
    return [...byTimes.values()].map((group) => {
      return { isMonthly, days: group[0][1], minutes: group.map(([minute]) => minute) };
    });
  });
}

/** The whole units of minutes by what is left of them, such as the hours by the minute. */
function groupedBy(minutes: readonly number[], unit: number): [number, number[]][] {
  const byRest = groupBy(minutes, (minute) => String(minute % unit));
  return [...byRest].map(([rest, some]) => [Number(rest), some.map((minute) => Math.floor(minute / unit))]);
}

function describeDays(isMonthly: boolean, days: readonly number[]): string {
  if (isMonthly) return `on day ${listed(days.map(String))} of the month`;
  if (days.length === dayNames.length) return "every day";
  const [first = 0] = days;
  const last = days.at(-1) ?? 0;
  if (days.length > 2 && last - first === days.length - 1) return `${dayNames[first]} to ${dayNames[last]}`;
  return listed(days.map((day) => dayNames[day] ?? ""));
}

function timeOfDay(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/** The values must be in order. */
function fieldOf(values: readonly number[], least: number, most: number): string {
  const [first = least, second = first] = values;
  const last = values.at(-1) ?? first;
  const step = second - first;
  const isEven = values.length > 2 && values.every((value, index) => value === first + index * step);
  if (values.length === most - least + 1) return "*";
  if (isEven && step > 1 && first === least && last + step > most) return `*/${step}`;
  return isEven && step === 1 ? `${first}-${last}` : values.join(",");
}
