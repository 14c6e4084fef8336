import { pluralize } from "../text/pluralize";
import { type Sanitize, shorten } from "../text/sanitize";
import type { ConfirmationTest } from "./confirmation";
import type { Line, Message, Part, Text } from "./message";

/** The message format of a chat product. */
export interface ChatFormat {
  /** The name of the product. */
  product: string;
  /** Returns whether a webhook belongs to this product, by its URL. */
  ownsWebhook(webhook: URL): boolean;
  /** Returns the URL to post to if it is not the webhook itself. */
  postTo?(webhook: URL): URL;
  /** Returns whether an owner is one mention in the product's own syntax, and nothing else. */
  isMention(owner: string): boolean;
  /** Writes the JSON to post. Lines over the product's limit are left out and counted, never cut. */
  write(message: Message, sanitize: Sanitize): WrittenMessage;
  /** The responses that confirm a message, according to the product's documentation. */
  confirmations: readonly ConfirmationTest[];
}

/** A message as it is posted. */
export interface WrittenMessage {
  /** JSON. */
  body: string;
  /** The lines that it does not have, because they did not fit. */
  omitted: readonly Line[];
}

/**
 * Returns the lines of a message that fit, in order, and a last line that counts the others. The least severe
 * are left out first, and among equals the last. If not all fit, the names in a line are shortened until it
 * takes no more than its share, so that one hostile run does not displace all others. `sizeOf` measures a
 * line in the product's unit.
 */
export function fitLines<T>(
  { lines }: Pick<Message, "lines">,
  room: number,
  write: (line: Line) => T,
  sizeOf: (written: T) => number,
  sanitize: Sanitize,
): { fitted: T[]; omitted: readonly Line[] } {
  const whole = lines.map(write);
  if (whole.reduce((sum, line) => sum + sizeOf(line), 0) <= room) return { fitted: whole, omitted: [] };
  const all = lines.map((line) => limitToShare(line, room, write, sizeOf, sanitize));
  let left = room - sizeOf(write(overflowLine(lines)));
  const bySeverity = [...lines.keys()].sort(
    (one, other) => (lines[one]?.rank ?? 0) - (lines[other]?.rank ?? 0) || one - other,
  );
  const firstWithout = bySeverity.findIndex((index) => {
    const line = all[index];
    left -= line === undefined ? 0 : sizeOf(line);
    return left < 0;
  });
  const kept = new Set(firstWithout === -1 ? bySeverity : bySeverity.slice(0, firstWithout));
  const omitted = lines.filter((_, index) => !kept.has(index));
  return {
    fitted: [
      ...all.filter((_, index) => kept.has(index)),
      ...(omitted.length === 0 ? [] : [write(overflowLine(omitted))]),
    ],
    omitted,
  };
}

/** The lengths to which names are shortened, in turn, in a line that takes more than its share. */
const nameLengths = [100, 50, 25];

/**
 * Shortens names until the line takes at most a third of the room, or two thirds if it covers several issues.
 */
function limitToShare<T>(
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
      written = write({ ...line, parts: line.parts.map((part) => shortenPart(part, length, sanitize)) });
  return written;
}

function shortenPart(part: Part, length: number, sanitize: Sanitize): Part {
  if ("time" in part) return part;
  if ("url" in part)
    return {
      ...part,
      label: shortenText(part.label, length, sanitize),
      ...(part.of === undefined ? {} : { of: shorten(sanitize(part.of), length) }),
    };
  return shortenText(part, length, sanitize);
}

function shortenText(text: Text, length: number, sanitize: Sanitize): Text {
  return "name" in text ? { name: shorten(sanitize(text.name), length) } : text;
}

function overflowLine(lines: readonly Line[]): Line {
  const issues = lines.reduce((sum, { issueCount = 1 }) => sum + issueCount, 0);
  const recoveries = lines.reduce((sum, { recoveryCount = 0 }) => sum + recoveryCount, 0);
  const counts = [
    ...(issues > 0 ? [pluralize(issues, "more issue")] : []),
    ...(recoveries > 0 ? [`${recoveries} more ${recoveries === 1 ? "recovery" : "recoveries"}`] : []),
  ];
  const omitted = counts.join(" and ") || "More";
  return {
    parts: [{ words: `${omitted} did not fit here; see the step's log.` }],
    severity: "note",
    rank: 0,
  };
}
