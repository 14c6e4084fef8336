import { pluralize } from "../text/pluralize";
import { type Sanitize, shorten } from "../text/sanitize";
import type { ConfirmationTest } from "./confirmation";
import type { Line, Link, Message, MessageForm, Part, Text } from "./message";

/** The message format of a chat product. */
export interface ChatFormat {
  /** The name of the product. */
  product: string;
  ownsWebhook(webhook: URL): boolean;
  /** Present only if messages are not posted to the webhook itself. */
  postTo?(webhook: URL): URL;
  form: MessageForm;
  /** True only for a single mention in the product's own syntax, without other text. */
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

/** A message that does not fit is posted in so many parts at most. The last one counts what has not been told by then. */
export const maxParts = 5;

/**
 * Writes a message, in several numbered parts if it does not fit into one. `told` has the lines that a body tells.
 * The last one may have a line in place of others, which tells the issues that it names.
 */
export function writeParts(
  format: Pick<ChatFormat, "write">,
  message: Message,
  sanitize: Sanitize,
): { body: string; told: readonly Line[] }[] {
  const { footerLines = [] } = message;
  const { body, omitted } = format.write(message, sanitize);
  if (omitted.length === 0) return [{ body, told: [...message.lines, ...footerLines] }];
  const parts: Message[] = [];
  for (let left = message.lines; left.length > 0; ) {
    const owners = parts.length === 0 ? (message.owners ?? []) : [];
    const part = { ...message, lines: left, owners };
    // Only the last part counts what it does not have.
    const whole = { ...part, overflow: () => undefined };
    const { omitted } = format.write(numbered(whole, maxParts, maxParts), sanitize);
    const isLast = parts.length === maxParts - 1 || omitted.length === left.length;
    const later = new Set(omitted);
    parts.push(isLast ? part : { ...whole, lines: left.filter((line) => !later.has(line)) });
    left = isLast ? [] : omitted;
  }
  return parts.map((part, index) => {
    const { body, omitted } = format.write(numbered(part, index + 1, parts.length), sanitize);
    const footer = index === 0 ? footerLines : [];
    if (omitted.length === 0 || part.overflow === undefined)
      return { body, told: [...footer, ...part.lines] };
    const left = new Set(omitted);
    const rest = part.overflow(omitted);
    const told = [...part.lines.filter((line) => !left.has(line)), ...(rest === undefined ? [] : [rest])];
    return { body, told: [...footer, ...told] };
  });
}

function numbered(message: Message, number: number, count: number): Message {
  return { ...message, title: [...message.title, { words: ` (${number}/${count})` }] };
}

/** The room for the lines of a message, and how they are written and measured, in the product's unit. */
interface Fit<T> {
  room: number;
  write(line: Line): T;
  sizeOf(written: T): number;
}

/**
 * Lines that do not fit are replaced by a last line. The least severe are left out first, and among equals the
 * last. If not all fit, spare links are left out; and if that is not enough, the names in a line are shortened
 * until it takes no more than its share, so that one hostile run does not displace all others.
 */
export function fitLines<T>(
  { lines, overflow = overflowLine }: Pick<Message, "lines" | "overflow">,
  fit: Fit<T>,
  sanitize: Sanitize,
): { fitted: T[]; omitted: readonly Line[] } {
  const { room, write, sizeOf } = fit;
  for (const some of [lines, lines.map(withoutSpareLinks)]) {
    const fitted = some.map((line) => write(line));
    if (fitted.reduce((sum, line) => sum + sizeOf(line), 0) <= room) return { fitted, omitted: [] };
  }
  const limited = (some: Line | undefined) => (some === undefined ? [] : [limitToShare(some, fit, sanitize)]);
  const all = lines.flatMap(limited);
  let left = limited(overflow(lines)).reduce((rest, line) => rest - sizeOf(line), room);
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
  const rest = omitted.length === 0 ? [] : limited(overflow(omitted));
  return { fitted: [...all.filter((_, index) => kept.has(index)), ...rest], omitted };
}

function withoutSpareLinks(line: Line): Line {
  const { links } = line;
  if (links === undefined) return line;
  return { ...line, links: links.filter((link) => !("url" in link) || link.isSpare !== true) };
}

/** The lengths to which names are shortened, in turn, in a line that takes more than its share. */
const nameLengths = [100, 50, 25];

/**
 * Shortens names until the line takes at most a third of the room, or two thirds if it covers several issues.
 */
function limitToShare<T>(line: Line, { room, write, sizeOf }: Fit<T>, sanitize: Sanitize): T {
  const share = (room * Math.min(Math.max(line.issueCount ?? 1, 1), 2)) / 3;
  const compact = withoutSpareLinks(line);
  let written = write(compact);
  for (const length of nameLengths)
    if (sizeOf(written) > share) written = write(withShortNames(compact, length, sanitize));
  return written;
}

function withShortNames(line: Line, length: number, sanitize: Sanitize): Line {
  const { parts, rows, links } = line;
  const text = (some: Text): Text =>
    "name" in some ? { ...some, name: shorten(sanitize(some.name), length) } : some;
  const link = (some: Link): Link => ({
    ...some,
    label: text(some.label),
    ...(some.of === undefined ? {} : { of: shorten(sanitize(some.of), length) }),
  });
  const part = (some: Part): Part => ("time" in some ? some : "url" in some ? link(some) : text(some));
  return {
    ...line,
    parts: parts.map(part),
    ...(rows === undefined ? {} : { rows: rows.map((row) => row.map(part)) }),
    ...(links === undefined ? {} : { links: links.map((one) => ("url" in one ? link(one) : text(one))) }),
  };
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
