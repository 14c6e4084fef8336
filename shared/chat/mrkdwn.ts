import { defuse } from "../text/markdown";
import type { Sanitize, Sanitized } from "../text/sanitize";
import { fitLines } from "./format";
import { type Message, renderParts, type Writing } from "./message";

/**
 * A name for Slack and Google Chat, whose markup knows no escapes: its marks become letters that look alike, an
 * underscore where it would begin or end something, a colon where it would begin an emoji, a dash where it would begin a
 * list.
 */
export function withoutMarks(name: Sanitized): string {
  return defuse(name)
    .replaceAll("*", "∗")
    .replaceAll("`", "ˋ")
    .replaceAll("~", "∼")
    .replaceAll("|", "¦")
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .replace(/:(?=[\w+-]+:)/g, "꞉")
    .replace(/^-/, "‐")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "＿");
}

/** A message in that markup, as far as it has room. */
export function mrkdwnText(message: Message, room: number, writing: Writing, sanitize: Sanitize): string {
  const header = `*${message.header}*`;
  const lines = fitLines(
    message,
    room - header.length,
    ({ parts }) => renderParts(parts, writing, sanitize),
    (line) => line.length + 1,
    sanitize,
  );
  return [header, ...lines].join("\n");
}
