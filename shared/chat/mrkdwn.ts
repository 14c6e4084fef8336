import { defuse } from "../text/markdown";
import type { Sanitize, Sanitized } from "../text/sanitize";
import { fitLines } from "./format";
import { type Message, renderParts, type Writing } from "./message";

/**
 * Renders a name for Slack and Google Chat, whose markup has no escapes. Its marks become letters that look
 * alike: an underscore at the edge of a word, a colon that begins an emoji, a dash that begins a list.
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

/** Renders a message in this markup, as many lines as fit. */
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
