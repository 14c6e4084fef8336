import { type JsonPath, shownPath } from "../../../shared/json/path";
import { pluralize } from "../../../shared/text/pluralize";
import { quoted } from "../../../shared/text/sanitize";
import { daySeconds } from "../../../shared/text/time";
import { localTime, timeOf, utcZone, type Zone } from "../../../shared/text/zone";
import { type Field, parseField, reversedRange } from "./cron-field";

/**
 * A cron expression as Azure Pipelines accepts it: five fields. Months and days of the week are numbers or English names;
 * Sunday is 0. A day must match both the day of the month and the day of the week.
 */
export interface Schedule {
  expression: string;
  minutes: readonly number[];
  hours: readonly number[];
  daysOfMonth: readonly number[];
  /** January is 1. */
  months: readonly number[];
  daysOfWeek: readonly number[];
}

const monthNames =
  "january february march april may june july august september october november december".split(" ");
const dayNames = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** In the order of an expression. */
const fields = [
  { name: "minutes", least: 0, most: 59, names: [] },
  { name: "hours", least: 0, most: 23, names: [] },
  { name: "days of the month", least: 1, most: 31, names: [] },
  { name: "months", least: 1, most: 12, names: monthNames },
  { name: "days of the week", least: 0, most: 6, names: dayNames },
] as const satisfies Field[];

const expected = "expected five, separated by spaces: minute, hour, day of the month, month, day of the week";
const syntax = "https://learn.microsoft.com/azure/devops/pipelines/process/scheduled-triggers#cron-syntax";

export function parseSchedule(expression: string): Schedule | { problem: string } {
  const parts = partsOf(expression);
  if (parts.length !== fields.length)
    return { problem: `has ${pluralize(parts.length, "field")}; ${expected}. See ${syntax}` };
  const parsed = fields.map((field, index) => parseField(parts[index] ?? "", field));
  const problems = parsed.flatMap((field) => ("problem" in field ? [field.problem] : []));
  if (problems.length > 0) return { problem: `${problems.join("; ")}. See ${syntax}` };
  const values = parsed.map((field) => ("values" in field ? field.values : []));
  const [minutes = [], hours = [], daysOfMonth = [], months = [], daysOfWeek = []] = values;
  const comes = months.some((month) => daysOfMonth.some((day) => day <= daysInMonth(month)));
  return comes
    ? { expression, minutes, hours, daysOfMonth, months, daysOfWeek }
    : { problem: "never occurs" };
}

/** Only spaces separate fields. */
function partsOf(expression: string): string[] {
  return expression.split(" ").filter((part) => part !== "");
}

/** In a leap year. */
function daysInMonth(month: number): number {
  return new Date(Date.UTC(2000, month, 0)).getUTCDate();
}

/** Invalid expressions have none. */
export function validSchedules(expressions: readonly string[]): Schedule[] {
  return expressions.map(parseSchedule).flatMap((parsed) => ("problem" in parsed ? [] : [parsed]));
}

/** None if the expression is not a text. */
export function expressionProblem(path: JsonPath, expression: unknown): string[] {
  const parsed = typeof expression === "string" ? parseSchedule(expression) : {};
  return "problem" in parsed ? [`${shownPath(path)}: ${quoted(expression, 60)} ${parsed.problem}`] : [];
}

/** One for each range that may have been meant to go past the end of its field, which no range does. */
export function expressionWarnings(path: JsonPath, expression: string): string[] {
  return partsOf(expression).flatMap((part, index) =>
    part.split(",").flatMap((item) => {
      const field = fields[index];
      const read = field && reversedRange(item, field);
      return read === undefined
        ? []
        : [
            `${shownPath(path)}: ${quoted(item, 60)} means ${quoted(read, 60)}, as in Azure Pipelines. For a range past the ` +
              "end, write two, as in 22-23,0-4",
          ];
    }),
  );
}

/**
 * Each once and in order, in seconds since 1970. `from` is included and `until` is not. Without a zone, the fields are in
 * UTC, as the build service takes them.
 */
export function occurrences(
  schedules: readonly Schedule[],
  from: number,
  until: number,
  zone: Zone = utcZone,
): number[] {
  const all = new Set<number>();
  // A time of the day before may be one that clocks are set forward past.
  const first = Math.floor(localTime(from, zone) / daySeconds) - (zone === utcZone ? 0 : 1);
  for (let day = first * daySeconds; day < localTime(until, zone); day += daySeconds) {
    const date = new Date(day * 1000);
    const timeOfDay = timesOfDay(day, zone);
    for (const { minutes, hours } of schedules.filter((schedule) => suitsDay(schedule, date)))
      for (const hour of hours)
        for (const minute of minutes) {
          const at = timeOfDay(day + 3600 * hour + 60 * minute);
          if (at >= from && at < until) all.add(at);
        }
  }
  return [...all].sort((one, other) => one - other);
}

/** `timeOf` for the local times of a day. Nearly all days have one offset, which takes long to look up. */
function timesOfDay(day: number, zone: Zone): (local: number) => number {
  const [before, after] = [zone.offsetAt(day - daySeconds), zone.offsetAt(day + 2 * daySeconds)];
  return before === after ? (local) => local - before : (local) => timeOf(local, zone);
}

function suitsDay({ daysOfMonth, months, daysOfWeek }: Schedule, date: Date): boolean {
  return (
    months.includes(date.getUTCMonth() + 1) &&
    daysOfMonth.includes(date.getUTCDate()) &&
    daysOfWeek.includes(date.getUTCDay())
  );
}
