import { escapeMarkdown, escapeUnderscores } from "../text/markdown";
import type { Sanitize } from "../text/sanitize";
import { isEmpty, isJson, isOk } from "./confirmation";
import type { ChatFormat } from "./format";
import { type Message, renderParts, type Writing } from "./message";

/** Markdown as it is printed. Underscores stay; the delivery escapes them all (rule 7), and changes nothing else. */
export const markdownWriting: Writing = {
  name: escapeMarkdown,
  link: (label, url) => `[${label}](${url.href})`,
  isPrinted: true,
};

/** Markdown in its final form, with the underscores of names escaped. */
export const wholeMarkdownWriting: Writing = {
  ...markdownWriting,
  name: (text) => escapeUnderscores(escapeMarkdown(text)),
  isPrinted: false,
};

/** Renders the lines of a message for printing (rule 7), the header first. */
export function markdownLines(
  { header, lines }: Pick<Message, "header" | "lines">,
  sanitize: Sanitize,
): string[] {
  return [`**${header}**`, ...lines.map(({ parts }) => renderParts(parts, markdownWriting, sanitize))];
}

/**
 * The specification's format, which Mattermost and Rocket.Chat accept too: the printed message with a
 * backslash before each underscore. There is no limit: Mattermost splits a long text itself, and no limit of
 * others is known.
 */
export const markdown: ChatFormat = {
  product: "Markdown",
  ownsWebhook: () => false,
  body: (message, sanitize) =>
    JSON.stringify({ text: escapeUnderscores(markdownLines(message, sanitize).join("\n")) }),
  confirmations: [isEmpty, isOk, isJson],
};
