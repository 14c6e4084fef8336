import { pluralize } from "../text/pluralize";
import { type Sanitize, shorten } from "../text/sanitize";
import type { Confirmation } from "./confirmation";
import type { Line, Message, Part, Text } from "./message";

/** How one chat product wants its messages. */
export interface ChatFormat {
  /** What people call the product. */
  product: string;
  /** Whether a webhook is one of this product's, by its address. */
  ownsWebhook(webhook: URL): boolean;
  /** The address that is posted to, where that is not the webhook's own. */
  postTo?(webhook: URL): URL;
  /** The JSON that is posted. Over the product's limit, lines are left out and counted, never cut. */
  body(message: Message, sanitize: Sanitize): string;
  /** The responses by which the product confirms that it took a message, as its documentation says. */
  confirmations: readonly Confirmation[];
}

/**
 * The lines of a message that have room, in their order, and one that counts those that have not: the least severe go
 * first, of the same rank the last. Where not all have room, no line takes more than its share while its names can be cut
 * shorter, so that one hostile run does not crowd out all others. `sizeOf` says what a line takes of the room, in the
 * product's own unit.
 */
export function fitLines<T>(
  { lines }: Message,
  room: number,
  write: (line: Line) => T,
  sizeOf: (written: T) => number,
  sanitize: Sanitize,
): T[] {
  const whole = lines.map(write);
  if (whole.reduce((sum, line) => sum + sizeOf(line), 0) <= room) return whole;
  const all = lines.map((line) => withinShare(line, room, write, sizeOf, sanitize));
  let left = room - sizeOf(write(leftOut(lines)));
  const bySeverity = [...lines.keys()].sort(
    (one, other) => (lines[one]?.rank ?? 0) - (lines[other]?.rank ?? 0) || one - other,
  );
  const firstWithout = bySeverity.findIndex((index) => {
    const line = all[index];
    left -= line === undefined ? 0 : sizeOf(line);
    return left < 0;
  });
  const kept = new Set(firstWithout === -1 ? bySeverity : bySeverity.slice(0, firstWithout));
  const others = lines.filter((_, index) => !kept.has(index));
  return [
    ...all.filter((_, index) => kept.has(index)),
    ...(others.length === 0 ? [] : [write(leftOut(others))]),
  ];
}

/** How long names are at most in a line that takes more than its share: as long as it then has room. */
const nameLengths = [100, 50, 25];

/** A line whose names are cut until it takes no more than a third of the room, or two where it stands for several issues. */
function withinShare<T>(
  line: Line,
  room: number,
  write: (line: Line) => T,
  sizeOf: (written: T) => number,
  sanitize: Sanitize,
): T {
  const share = (room * Math.min(Math.max(line.issueCount ?? 1, 1), 2)) / 3;
  let written = write(line);
  for (const length of nameLengths)
    if (sizeOf(written) > share)
      written = write({ ...line, parts: line.parts.map((part) => cut(part, length, sanitize)) });
  return written;
}

function cut(part: Part, length: number, sanitize: Sanitize): Part {
  if ("url" in part) return { ...part, label: cutText(part.label, length, sanitize) };
  return cutText(part, length, sanitize);
}

function cutText(text: Text, length: number, sanitize: Sanitize): Text {
  return "name" in text ? { name: shorten(sanitize(text.name), length) } : text;
}

function leftOut(lines: readonly Line[]): Line {
  const issues = lines.reduce((sum, { issueCount = 1 }) => sum + issueCount, 0);
  const recoveries = lines.reduce((sum, { recoveryCount = 0 }) => sum + recoveryCount, 0);
  const counts = [
    ...(issues > 0 ? [pluralize(issues, "more issue")] : []),
    ...(recoveries > 0 ? [`${recoveries} more ${recoveries === 1 ? "recovery" : "recoveries"}`] : []),
  ];
  const words = `… and ${counts.join(" and ") || "more"} without room here; the log of the step has all of them.`;
  return { parts: [{ words }], rank: 0 };
}
