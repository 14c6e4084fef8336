import { pluralize } from "../text/pluralize";
import { type Sanitize, shorten } from "../text/sanitize";
import { type Line, type Message, type Part, plainText } from "./message";

/** The room for the lines of a message, and how they are written and measured, in the product's unit. */
interface MessageRoom<T> {
  room: number;
  write(line: Line): T;
  sizeOf(written: T): number;
}

/** Nobody reads more on a phone, even where a product has the room. */
const maxLines = 20;
const maxNames = 50;

/** Whole lines for the worst, at most 20. If not all have room, one more line stands for the others. */
export function fitLines<T>(lines: readonly Line[], rest: Message["rest"], fit: MessageRoom<T>): T[] {
  const all = lines.length > maxLines ? undefined : withFewerLinks(lines, fit);
  if (all !== undefined) return all;
  const { room, write, sizeOf } = fit;
  const restIn = (omitted: readonly Line[], left: number) => {
    const line = (rest ?? countLines)(omitted);
    const written = (names: number) => write(line(names));
    return written(largestFitting(0, maxNames, (names) => sizeOf(written(names)) <= left));
  };
  // The line for the others gets more than a third only if whole lines leave it more.
  const roomOfWhole = room - sizeOf(restIn(lines, room / 3));
  const shown: { line: Line; written: T }[] = [];
  let used = 0;
  for (const line of lines) {
    const written = write(line);
    // Only a line that is too long for any message is passed over for milder ones.
    if (sizeOf(written) > roomOfWhole) continue;
    if (shown.length === maxLines || used + sizeOf(written) > roomOfWhole) break;
    used += sizeOf(written);
    shown.push({ line, written });
  }
  for (;;) {
    const whole = new Set(shown.map(({ line }) => line));
    const end = restIn(
      lines.filter((line) => !whole.has(line)),
      room - used,
    );
    const last = used + sizeOf(end) <= room ? undefined : shown.pop();
    if (last === undefined) return [...shown.map(({ written }) => written), end];
    used -= sizeOf(last.written);
  }
}

/** So many of the worst lines keep all of their links. */
const alwaysLinked = 3;

/** All lines, the mildest without spare links as far as they do not fit; undefined if they still do not. */
function withFewerLinks<T>(lines: readonly Line[], { room, write, sizeOf }: MessageRoom<T>): T[] | undefined {
  const all = lines.map((line) => ({ line, written: write(line) }));
  let left = all.reduce((rest, { written }) => rest - sizeOf(written), room);
  for (const mild of all.slice(alwaysLinked).reverse()) {
    if (left >= 0) break;
    const shorter = write(withoutSpareLinks(mild.line));
    left += sizeOf(mild.written) - sizeOf(shorter);
    mild.written = shorter;
  }
  return left >= 0 ? all.map(({ written }) => written) : undefined;
}

function withoutSpareLinks(line: Line): Line {
  const { links } = line;
  if (links === undefined) return line;
  return { ...line, links: links.filter((link) => !("url" in link) || link.isSpare !== true) };
}

function countLines({ length }: readonly Line[]): () => Line {
  const words = `${pluralize(length, "more line")} did not fit here; see the step's log.`;
  return () => ({ parts: [{ words }], severity: "note", rank: 0 });
}

/** The most that a footer takes, in the product's unit. */
const maxEndSize = 1000;
/** The most that a title takes, in the product's unit: more, no notification shows. */
const maxHeadingSize = 256;
/** The names of one that is too long are shortened to this. */
const shortNameCharacters = 30;

/**
 * Renders a title or a footer. If it is too long, its names are shortened; if that is not enough, it is cut. A link at its
 * end stays.
 */
export function renderEnd(
  parts: readonly Part[],
  render: (parts: readonly Part[]) => string,
  sanitize: Sanitize,
  sizeOf: (rendered: string) => number = ({ length }) => length,
  maxSize = maxEndSize,
): string {
  const whole = render(parts);
  if (sizeOf(whole) <= maxSize) return whole;
  const last = parts.at(-1);
  const [others, end] =
    last !== undefined && "url" in last && sizeOf(render([last])) < maxSize / 2
      ? [parts.slice(0, -1), [{ words: " · " }, last]]
      : [parts, []];
  const text = sanitize(plainText(others, sanitize, shortNameCharacters).replace(/ · $/, ""));
  const cut = (length: number) => render([{ name: shorten(text, length) }, ...end]);
  return cut(largestFitting(1, text.length, (length) => sizeOf(cut(length)) <= maxSize));
}

/**
 * Renders the title of a message, or its header if the title is blank, which no product takes. It is bold as a whole, so
 * nothing in it has a style: in Discord, two asterisks end bold text even in code.
 */
export function renderHeading(
  { title, header }: Message,
  render: (parts: readonly Part[]) => string,
  sanitize: Sanitize,
  sizeOf?: (rendered: string) => number,
  maxSize = maxHeadingSize,
): string {
  const isBlank = plainText(title, sanitize).trim() === "";
  const parts = isBlank
    ? [{ words: header }]
    : title.map((part) => ("name" in part ? { name: part.name } : part));
  return renderEnd(parts, render, sanitize, sizeOf, maxSize);
}

/** The largest number of a range that fits, if every smaller one does; `from` if none does. */
export function largestFitting(from: number, to: number, fits: (count: number) => boolean): number {
  let [fitting, tooMany] = [from, to + 1];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(middle)) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
}
