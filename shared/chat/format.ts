import { counted } from "../counted";
import type { Confirmation } from "./delivery";
import type { Line, Message } from "./message";

/** How one chat product wants its messages. */
export interface ChatFormat {
  /** What people call the product. */
  product: string;
  /** Whether a webhook is one of this product's, by its address. */
  speaksAt(webhook: URL): boolean;
  /** The address that is posted to, where that is not the webhook's own. */
  postTo?(webhook: URL): URL;
  /** The JSON that is posted. Over the product's limit, lines are left out and counted, never cut. */
  body(message: Message): string;
  /** The responses by which the product confirms that it took a message, as its documentation says. */
  confirmations: readonly Confirmation[];
}

/**
 * The lines of a message that have room, in their order, and one that counts those that have not: the least severe go
 * first, of the same rank the last. `sizeOf` says what a line takes of the room, in the product's own unit.
 */
export function fitting<T>(
  { lines }: Message,
  room: number,
  write: (line: Line) => T,
  sizeOf: (written: T) => number,
): T[] {
  const all = lines.map(write);
  const sizes = all.map(sizeOf);
  if (sizes.reduce((sum, size) => sum + size, 0) <= room) return all;
  const issues = (some: readonly Line[]) => some.reduce((sum, { issueCount = 1 }) => sum + issueCount, 0);
  let left = room - sizeOf(write(leftOut(issues(lines))));
  const bySeverity = [...lines.keys()].sort(
    (one, other) => (lines[one]?.rank ?? 0) - (lines[other]?.rank ?? 0) || one - other,
  );
  const firstWithout = bySeverity.findIndex((index) => {
    left -= sizes[index] ?? 0;
    return left < 0;
  });
  const kept = new Set(bySeverity.slice(0, firstWithout));
  return [
    ...all.filter((_, index) => kept.has(index)),
    write(leftOut(issues(lines.filter((_, index) => !kept.has(index))))),
  ];
}

function leftOut(count: number): Line {
  const words = `… and ${counted(count, "more issue")} without room here; the log of the step has all of them.`;
  return { parts: [{ words }], rank: 0 };
}
