import { quoted } from "../../../shared/text/sanitize";

export interface Field {
  name: string;
  least: number;
  most: number;
  /** They stand for the values, beginning with the least. */
  names: readonly string[];
}

/**
 * Parses a field as NCrontab does, which Azure Pipelines uses: a list of `*`, values, ranges, and steps of these. The
 * ends of a range may be in any order, a name may be cut anywhere, and a step may be longer than the field.
 */
export function parseField(text: string, field: Field): { values: number[] } | { problem: string } {
  const values = valuesOf(text, field);
  return values === undefined ? { problem: problemOf(text, field) } : { values };
}

function valuesOf(text: string, field: Field): number[] | undefined {
  const items = text.split(",").map((item) => parseItem(item, field));
  if (items.includes(undefined)) return undefined;
  const all = Array.from({ length: field.most + 1 }, (_, value) => value);
  return all.filter((value) =>
    items.some(
      (item) =>
        item !== undefined &&
        value >= item.first &&
        value <= item.last &&
        (value - item.first) % item.step === 0,
    ),
  );
}

const itemPattern = /^(\*|\w+)(?:-(\w+))?(?:\/([+-]?\d{1,9}))?$/;

/** Undefined if the item is invalid. */
function parseItem(text: string, field: Field): { first: number; last: number; step: number } | undefined {
  const [, from = "", to, stepText] = itemPattern.exec(text) ?? [];
  const step = Math.max(1, Number(stepText ?? 1));
  if (from === "*") return to === undefined ? { first: field.least, last: field.most, step } : undefined;
  const one = numberFrom(from, field);
  // A step after a single value runs to the end of the field.
  const end = stepText === undefined ? one : field.most;
  const other = to === undefined ? end : numberFrom(to, field);
  if (one === undefined || other === undefined) return undefined;
  return { first: Math.min(one, other), last: Math.max(one, other), step };
}

function numberFrom(text: string, { least, most, names }: Field): number | undefined {
  const nameIndex = names.findIndex((name) => text !== "" && name.startsWith(text.toLowerCase()));
  const value = nameIndex === -1 ? (/^\d+$/.test(text) ? Number(text) : Number.NaN) : least + nameIndex;
  return value >= least && value <= most ? value : undefined;
}

function problemOf(text: string, field: Field): string {
  return `${field.name}: ${quoted(text, 60)} is not valid; ${adviceOn(text, field)}`;
}

/** The form to write in place of one that NCrontab does not know. */
function adviceOn(text: string, field: Field): string {
  const [, day = "", nth] = /^(\w+)#([1-5])$/.exec(text) ?? [];
  // A day must match both fields for days: the second Friday of a month is the one from the 8th to the 14th.
  if (nth !== undefined && numberFrom(day, field) !== undefined)
    return `write ${quoted(day, 60)}, and "${7 * Number(nth) - 6}-${Math.min(7 * Number(nth), 31)}" as days of the month`;
  const items = text.split(",").filter((item) => item !== "");
  const inPlace = items.map((item) => inPlaceOf(item, field)).join(",");
  if (valuesOf(inPlace, field) !== undefined) return `write ${quoted(inPlace, 60)}`;
  const names = field.names.length === 0 ? "" : " English names,";
  return `expected ${field.least} to ${field.most},${names} *, ranges or steps`;
}

/** An item of other cron libraries as NCrontab takes it; unchanged if it has no such form. */
function inPlaceOf(item: string, { least, most }: Field): string {
  if (item === "?") return "*";
  if (item.startsWith("/")) return `*${item}`;
  // Where values begin with 0, the one after the last is 0 again, such as 24 o'clock and Sunday.
  const pastLast = new RegExp(`^(?:(\\d+)-)?${most + 1}(/\\d+)?$`).exec(item);
  if (least !== 0 || pastLast === null) return item;
  const [, first = "", step = ""] = pastLast;
  if (first === "0") return `0-${most}${step}`;
  if (step !== "") return item;
  return first === "" ? "0" : `${span(Number(first), most)},0`;
}

function span(first: number, last: number): string {
  return first === last ? String(first) : `${first}-${last}`;
}

/**
 * How a range with its ends in reverse order is read, and the form of the one past the end of the field that may have been
 * meant; undefined for any other item.
 */
export function reversedRange(item: string, field: Field): { read: string; pastEnd: string } | undefined {
  const [, from = "", to = "", step] = itemPattern.exec(item) ?? [];
  const [one, other] = [numberFrom(from, field), numberFrom(to, field)];
  if (one === undefined || other === undefined || one <= other) return undefined;
  const read = `${to}-${from}${step === undefined ? "" : `/${step}`}`;
  const size = field.most - field.least + 1;
  const every = Math.max(1, Number(step ?? 1));
  if (every === 1) return { read, pastEnd: `${span(one, field.most)},${span(field.least, other)}` };
  const count = Math.floor((other + size - one) / every) + 1;
  const values = Array.from({ length: count }, (_, index) => one + index * every);
  return { read, pastEnd: values.map((value) => (value > field.most ? value - size : value)).join() };
}
