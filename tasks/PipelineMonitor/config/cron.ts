import { shownPath } from "../../../shared/json/path";
import { pluralize } from "../../../shared/text/pluralize";
import { quoted } from "../../../shared/text/sanitize";
import { localTime, timeOf, utcZone, type Zone } from "../../../shared/text/zone";

/**
 * A cron expression as Azure Pipelines accepts it: five fields. Each is a list of `*`, values, ranges,
 * and steps of these. Months and days of the week are numbers or English names; Sunday is 0. A day must match
 * both the day of the month and the day of the week.
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

/** In the order of an expression. `names` stand for the values, beginning with the least. */
const fields = [
  { name: "minutes", least: 0, most: 59, names: [] },
  { name: "hours", least: 0, most: 23, names: [] },
  { name: "days of the month", least: 1, most: 31, names: [] },
  { name: "months", least: 1, most: 12, names: monthNames },
  { name: "days of the week", least: 0, most: 6, names: dayNames },
] as const;

type Field = (typeof fields)[number];

export function parseSchedule(expression: string): Schedule | { problem: string } {
  const parts = expression.match(/\S+/g) ?? [];
  if (parts.length !== fields.length)
    return {
      problem: `has ${pluralize(parts.length, "field")}; expected five: minute, hour, day of the month, month, day of the week`,
    };
  const parsed = fields.map((field, index) => parseField(parts[index] ?? "", field));
  const problems = parsed.flatMap((field) => ("problem" in field ? [field.problem] : []));
  if (problems.length > 0) return { problem: problems.join("; ") };
  const values = parsed.map((field) => ("values" in field ? field.values : []));
  const [minutes = [], hours = [], daysOfMonth = [], months = [], daysOfWeek = []] = values;
  const comes = months.some((month) => daysOfMonth.some((day) => day <= daysInMonth(month)));
  return comes
    ? { expression, minutes, hours, daysOfMonth, months, daysOfWeek }
    : { problem: "never occurs" };
}

/** In a leap year. */
function daysInMonth(month: number): number {
  return new Date(Date.UTC(2000, month, 0)).getUTCDate();
}

function parseField(text: string, field: Field): { values: number[] } | { problem: string } {
  const items = text.split(",").map((item) => parseItem(item, field));
  if (items.includes(undefined))
    return {
      problem: `${field.name}: ${quoted(text, 60)} is not valid; expected ${field.least} to ${field.most}, *, ranges or steps`,
    };
  const values = Array.from({ length: field.most + 1 }, (_, value) => value);
  return { values: values.filter((value) => items.some((suits) => suits?.(value))) };
}

/** Parses `*`, `5` or `1-5`, with or without a step; undefined if the item is invalid. */
function parseItem(item: string, field: Field): ((value: number) => boolean) | undefined {
  const [, from = "", to, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(item) ?? [];
  const every = Number(step ?? 1);
  if (every < 1 || every > field.most || (from === "*" && to !== undefined)) return undefined;
  const first = from === "*" ? field.least : numberFrom(from, field);
  // A step after a single value runs to the end of the field.
  const isOpen = from === "*" || (to === undefined && step !== undefined);
  const last = isOpen ? field.most : to === undefined ? first : numberFrom(to, field);
  if (first === undefined || last === undefined || first > last) return undefined;
  return (value) => value >= first && value <= last && (value - first) % every === 0;
}

function numberFrom(text: string, { least, most, names }: Field): number | undefined {
  const named = names.findIndex(
    (name) => name === text.toLowerCase() || name.slice(0, 3) === text.toLowerCase(),
  );
  const value = named === -1 ? (/^\d+$/.test(text) ? Number(text) : Number.NaN) : least + named;
  return value >= least && value <= most ? value : undefined;
}

/** Invalid expressions have none. */
export function validSchedules(expressions: readonly string[]): Schedule[] {
  return expressions.map(parseSchedule).flatMap((parsed) => ("problem" in parsed ? [] : [parsed]));
}

/** None if the expression is not a text. */
export function expressionProblem(path: readonly string[], expression: unknown): string[] {
  const parsed = typeof expression === "string" ? parseSchedule(expression) : {};
  return "problem" in parsed ? [`${shownPath(path)}: ${quoted(expression, 60)} ${parsed.problem}`] : [];
}

const daySeconds = 24 * 3600;

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
