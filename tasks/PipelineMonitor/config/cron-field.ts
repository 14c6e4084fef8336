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
  const begin = numberFrom(from, field);
  // A step after a single value runs to the end of the field.
  const most = stepText === undefined ? begin : field.most;
  const end = to === undefined ? most : numberFrom(to, field);
  if (begin === undefined || end === undefined) return undefined;
  return { first: Math.min(begin, end), last: Math.max(begin, end), step };
}

function numberFrom(text: string, { least, most, names }: Field): number | undefined {
  const nameIndex = names.findIndex((name) => text !== "" && name.startsWith(text.toLowerCase()));
  const value = nameIndex === -1 ? (/^\d+$/.test(text) ? Number(text) : Number.NaN) : least + nameIndex;
  return value >= least && value <= most ? value : undefined;
}

function problemOf(text: string, { name, least, most, names }: Field): string {
  const orNames = names.length === 0 ? "" : " English names,";
  return `${name}: ${quoted(text, 60)} is not valid; expected ${least} to ${most},${orNames} *, ranges or steps`;
}

/** How a range with its ends in reverse order is read; undefined for any other item. */
export function reversedRange(item: string, field: Field): string | undefined {
  const [, from = "", to = "", step] = itemPattern.exec(item) ?? [];
  const [begin, end] = [numberFrom(from, field), numberFrom(to, field)];
  if (begin === undefined || end === undefined || begin <= end) return undefined;
  return `${to}-${from}${step === undefined ? "" : `/${step}`}`;
}
