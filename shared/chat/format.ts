import { counted } from "../counted";
import type { Sanitize } from "../harmless";
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
  body(message: Message, sanitize: Sanitize): string;
  /** What an answer of good status says against the message all the same; empty when it was taken. */
  objection(answer: string): string;
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

/**
 * What a JSON answer says against a message, as chats say it who answer 200 to everything: that it was no success, or an
 * error that is not empty; empty for any other answer.
 */
export function jsonObjection(answer: string): string {
  const said = parsed(answer);
  const success: unknown = Reflect.get(said, "ok") ?? Reflect.get(said, "success");
  const error = [Reflect.get(said, "error"), Reflect.get(said, "errors")].find(isSomething);
  if (success === true || (success !== false && error === undefined)) return "";
  const message: unknown = Reflect.get(Object(error), "message") ?? Reflect.get(said, "message") ?? error;
  return typeof message === "string" && message !== "" ? message : "no reason given";
}

/** Whether an error is named: many answers have an empty place for one. */
function isSomething(error: unknown): boolean {
  return typeof error === "object" && error !== null
    ? Object.keys(error).length > 0
    : typeof error === "string" && error !== "";
}

function parsed(answer: string): object {
  try {
    return Object(JSON.parse(answer));
  } catch {
    return {};
  }
}
