import { Cron } from "croner";
import { counted } from "../../../shared/counted";

/**
 * Cron expressions as Azure Pipelines takes them: five fields in UTC, each a list of `*`, values, ranges, and steps of
 * these; months and days of the week by number or English name, Sunday being 0. A day has to suit both the day of the
 * month and the day of the week.
 */
export interface Schedule {
  /** The expression as it was written. */
  expression: string;
  cron: Cron;
}

const months = "january february march april may june july august september october november december".split(
  " ",
);
const days = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** The fields of an expression: what each is called, its least and greatest value, and its names, which stand for values from the least on. */
const fields = [
  { name: "minutes", least: 0, most: 59, names: [] },
  { name: "hours", least: 0, most: 23, names: [] },
  { name: "days of the month", least: 1, most: 31, names: [] },
  { name: "months", least: 1, most: 12, names: months },
  { name: "days of the week", least: 0, most: 6, names: days },
] as const;

type Field = (typeof fields)[number];

/** A schedule, or what is wrong with its expression. */
export function parseSchedule(expression: string): Schedule | { fault: string } {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== fields.length || expression.trim() === "")
    return {
      fault: `has ${counted(expression.trim() === "" ? 0 : parts.length, "field")}, where cron has five: minute, hour, day, month, day of the week`,
    };
  const read = fields.map((field, index) => readField(parts[index] ?? "", field));
  const faults = read.flatMap((field) => ("fault" in field ? [field.fault] : []));
  if (faults.length > 0) return { fault: faults.join("; ") };
  const numbers = read.map((field) => ("text" in field ? field.text : "")).join(" ");
  const cron = new Cron(numbers, { timezone: "UTC", mode: "5-part", domAndDow: true, paused: true });
  return cron.nextRun(new Date(0)) === null ? { fault: "never comes" } : { expression, cron };
}

/** A field in numbers alone. */
function readField(text: string, field: Field): { text: string } | { fault: string } {
  const items = text.split(",").map((item) => readItem(item, field));
  return items.includes(undefined)
    ? {
        fault: `${field.name}: ${JSON.stringify(text)} is none of ${field.least} to ${field.most}, *, ranges and steps`,
      }
    : { text: items.join(",") };
}

/** `*`, `5`, `1-5`, each with a step or without, in numbers; undefined when it is none of these. */
function readItem(item: string, field: Field): string | undefined {
  const [, from = "", to, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(item) ?? [];
  const stepped = step === undefined ? "" : `/${step}`;
  if (step !== undefined && (Number(step) < 1 || Number(step) > field.most)) return undefined;
  if (from === "*") return to === undefined ? `*${stepped}` : undefined;
  const first = numberFrom(from, field);
  const last = to === undefined ? first : numberFrom(to, field);
  if (first === undefined || last === undefined || first > last) return undefined;
  if (to !== undefined) return `${first}-${last}${stepped}`;
  // A step from a single value on goes to the end of the field.
  return step === undefined ? String(first) : `${first}-${field.most}${stepped}`;
}

function numberFrom(text: string, { least, most, names }: Field): number | undefined {
  const named = names.findIndex(
    (name) => name === text.toLowerCase() || name.slice(0, 3) === text.toLowerCase(),
  );
  const value = named === -1 ? (/^\d+$/.test(text) ? Number(text) : Number.NaN) : least + named;
  return value >= least && value <= most ? value : undefined;
}

/** When schedules come, in seconds since 1970 from one on and before another, each moment once. */
export function occurrences(schedules: readonly Schedule[], from: number, until: number): number[] {
  const all = new Set<number>();
  for (const { cron } of schedules) {
    let next = cron.nextRun(new Date((from - 1) * 1000));
    while (next !== null && next.getTime() < until * 1000) {
      all.add(next.getTime() / 1000);
      next = cron.nextRun(next);
    }
  }
  return [...all].sort((one, other) => one - other);
}
